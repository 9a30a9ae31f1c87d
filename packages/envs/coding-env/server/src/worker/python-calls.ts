/** Calls into CPython by its C functions, with plain strings and numbers. */
/* oxlint-disable no-underscore-dangle -- the names are CPython's, as Emscripten gives them */
import { InterpreterLostError } from "./interpreter.ts";
import type { Address, PythonFunctions } from "./pyodide-module.ts";

const encoder = new TextEncoder();

export class PythonCalls {
  readonly #functions: PythonFunctions;

  constructor(functions: PythonFunctions) {
    this.#functions = functions;
  }

  /** @throws InterpreterLostError when Python raises */
  importModule(name: string): Address {
    return this.#withName(name, (address) => this.#functions._PyImport_ImportModule(address));
  }

  /** @throws InterpreterLostError when there is none */
  attribute(object: Address, name: string): Address {
    return this.#withName(name, (address) => this.#functions._PyObject_GetAttrString(object, address));
  }

  /** @throws InterpreterLostError when Python raises */
  call(callable: Address, text: string): void {
    this.#functions._Py_DecRef(this.#callWithText(callable, text));
  }

  /** @throws InterpreterLostError when Python raises */
  callForNumber(callable: Address, text: string): number {
    const result = this.#callWithText(callable, text);
    const number = this.#functions._PyLong_AsLong(result);
    this.#functions._Py_DecRef(result);
    return number;
  }

  #callWithText(callable: Address, text: string): Address {
    const { address, size } = this.#copyIn(text);
    const value = this.#functions._PyUnicode_FromStringAndSize(address, size);
    this.#functions._free(address);
    const result = this.#functions._PyObject_CallOneArg(callable, this.#given(value));
    this.#functions._Py_DecRef(value);
    return this.#given(result);
  }

  #withName(name: string, use: (address: Address) => Address): Address {
    const { address } = this.#copyIn(name);
    const result = use(address);
    this.#functions._free(address);
    return this.#given(result);
  }

  /** UTF-8 with a zero behind it. */
  #copyIn(text: string): { readonly address: Address; readonly size: number } {
    const bytes = encoder.encode(text);
    const address = this.#functions._malloc(bytes.length + 1);
    if (address === 0) throw new InterpreterLostError("The interpreter has no memory left for the code itself.");
    // Read anew each time: the view changes when the memory grows.
    const memory = this.#functions.HEAPU8;
    memory.set(bytes, address);
    memory[address + bytes.length] = 0;
    return { address, size: bytes.length };
  }

  #given(address: Address): Address {
    if (address !== 0) return address;
    this.#functions._PyErr_Clear();
    throw new InterpreterLostError("The interpreter could not run the code any more: its memory is full or broken.");
  }
}
