import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type Methods } from '@embedpdf/pdfium';
import { createPdfiumFiles, type PdfiumFiles } from './pdfium-files.ts';
import { installHostFonts, type MissingFonts } from './pdfium-fonts.ts';
import type { PdfiumRuntime } from './pdfium-runtime.ts';

/** One PDFium WebAssembly instance, with the plumbing that lives as long as it does. */
export interface PdfiumEngine {
  readonly api: Methods;
  readonly runtime: PdfiumRuntime;
  readonly files: PdfiumFiles;
  readonly missingFonts: MissingFonts;
  readonly state: EngineState;
  /** Reserves engine memory; throws a RangeError when the engine has none left. */
  allocate(byteLength: number): number;
  free(pointer: number): void;
}

interface EngineState {
  /** True once the engine was refused memory. */
  outOfMemory: boolean;
  /** True once the engine has trapped: nothing in it may be called any more, though its memory can be read. */
  lost: boolean;
}

/** WebAssembly memory never shrinks, so an instance that has grown past this is not handed out again. */
const recycleAboveBytes = 384 * 1024 * 1024;

/**
 * What one instance may take at most: two bitmaps of 100 megapixels and a large document. A bomb stops here, long
 * before the 4 GB that the binary would allow.
 */
const maxMemoryBytes = 1024 * 1024 * 1024;
const wasmPageBytes = 65_536;

let current: Promise<PdfiumEngine> | undefined;

/**
 * The engine of this thread: made on first use, kept warm, and replaced once its memory has grown too far. Whoever
 * holds the old one may finish with it; it is collected with its last document.
 */
export async function sharedPdfiumEngine(): Promise<PdfiumEngine> {
  current ??= startPdfiumEngine();
  const engine = await current;
  if (!hasOutgrown(engine)) return engine;
  current = startPdfiumEngine();
  return current;
}

/** Starts an engine. A start that failed is forgotten: the next one may find the memory that this one did not. */
function startPdfiumEngine(): Promise<PdfiumEngine> {
  const engine = createPdfiumEngine();
  engine.catch(() => {
    if (current === engine) current = undefined;
  });
  return engine;
}

/** True when an engine has taken so much memory that a new one is better. */
export function hasOutgrown(engine: PdfiumEngine): boolean {
  return engine.runtime.HEAPU8.byteLength > recycleAboveBytes;
}

/** Gives up an engine that has trapped: it is not handed out again, and is collected with its last page. */
export async function losePdfiumEngine(engine: PdfiumEngine): Promise<void> {
  engine.state.lost = true;
  if (current !== undefined && (await current) === engine) current = undefined;
}

async function createPdfiumEngine(): Promise<PdfiumEngine> {
  const binary = await readWasm();
  const { pdfium, ...api } = await init(moduleOverrides(binary));
  // Emscripten holds on to the binary, of which V8 has a copy: 4.6 MB.
  binary.buffer.transfer(0);
  // The package's own type of its runtime leans on declarations that it does not ship.
  const runtime = pdfium as unknown as PdfiumRuntime;
  const state: EngineState = { outOfMemory: false, lost: false };
  boundMemory(runtime, state);
  api.PDFiumExt_Init();
  return {
    api,
    runtime,
    state,
    files: createPdfiumFiles(runtime),
    missingFonts: installHostFonts(api, runtime),
    allocate(byteLength) {
      const pointer = runtime.wasmExports.malloc(byteLength);
      if (pointer === 0) throw new RangeError('PDFium has no memory left');
      return pointer;
    },
    free(pointer) {
      if (!state.lost) runtime.wasmExports.free(pointer);
    },
  };
}

/** Makes growth past the bound fail; PDFium ends itself when an allocation does, which a caller sees as a trap. */
function boundMemory(runtime: PdfiumRuntime, state: EngineState): void {
  const { memory } = runtime.wasmExports;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    state.outOfMemory = runtime.HEAPU8.byteLength + pages * wasmPageBytes > maxMemoryBytes;
    if (state.outOfMemory) throw new RangeError('PDFium may not take more memory');
    return grow(pages);
  };
}

function readWasm(): Promise<Buffer<ArrayBuffer>> {
  return readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
}

/** Settings of the Emscripten module: the binary, and silence, since a library does not write to the console. */
function moduleOverrides(wasmBinary: Uint8Array) {
  return { wasmBinary, print() {}, printErr() {} };
}
