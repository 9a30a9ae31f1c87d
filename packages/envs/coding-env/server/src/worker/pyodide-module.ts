/**
 * The parts of Pyodide that its own type declarations leave out: CPython's C functions, by which the sandbox drives
 * Python without a bridge from JavaScript to Python that would have to stay open.
 */
import type { PyodideAPI } from "pyodide";
import type { GuestFiles } from "./file-quota.ts";

/** An address in the interpreter's memory; 0 is none. */
export type Address = number;

/** CPython's C API, as far as it is needed. Each returns a new reference, or 0 with Python's error set. */
export interface PythonFunctions {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): Address;
  _free(address: Address): void;
  _PyUnicode_FromStringAndSize(text: Address, size: number): Address;
  _PyImport_ImportModule(name: Address): Address;
  _PyObject_GetAttrString(object: Address, name: Address): Address;
  _PyObject_CallOneArg(callable: Address, value: Address): Address;
  _PyLong_AsLong(object: Address): number;
  _PyErr_Clear(): void;
  _Py_DecRef(object: Address): void;
  _PyThreadState_Get(): Address;
  /** Tells CPython where its C stack ends; `start` is the lowest address. */
  _PyUnstable_ThreadState_SetStackProtection(state: Address, start: Address, size: number): number;
  _emscripten_stack_get_base(): Address;
}

export interface Pyodide extends Omit<PyodideAPI, "FS"> {
  readonly FS: GuestFiles;
  readonly _module: PythonFunctions;
  makeMemorySnapshot(): Uint8Array;
}
