/** What of Emscripten's runtime the renderer uses. The engine's own declarations lean on types that it does not ship. */
export interface PdfiumRuntime {
  /** The engine's memory. Replaced by a larger one whenever it grows: read it again each time. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly wasmExports: {
    malloc(byteLength: number): number;
    free(pointer: number): void;
    readonly memory: { grow: (pages: number) => number };
  };
  /** Makes a function callable for the engine; the signature is one letter for the result and one for each argument. */
  addFunction(callback: (...values: number[]) => number | undefined, signature: string): number;
  getValue(pointer: number, type: 'i8' | 'i16' | 'i32' | 'float' | 'double'): number;
  setValue(pointer: number, value: number, type: 'i8' | 'i16' | 'i32' | 'float' | 'double'): void;
  UTF8ToString(pointer: number): string;
}
