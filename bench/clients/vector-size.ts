/** Sessions of a vector, and of what it is compared with. */
export const VECTOR_SIZE = 16;
