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
  /** Reserves engine memory; rejects with a RangeError when the engine has none left. Free it with `free`. */
  allocate(byteLength: number): number;
  free(pointer: number): void;
}

/** WebAssembly memory never shrinks, so an instance that has grown past this is not handed out again. */
const recycleAboveBytes = 384 * 1024 * 1024;

let current: Promise<PdfiumEngine> | undefined;

/**
 * The engine of this thread: made on first use, kept warm, and replaced once its memory has grown too far. Whoever
 * holds the old one may finish with it; it is collected with its last document.
 */
export async function sharedPdfiumEngine(): Promise<PdfiumEngine> {
  current ??= createPdfiumEngine();
  const engine = await current;
  if (!hasOutgrown(engine)) return engine;
  current = createPdfiumEngine();
  return current;
}

/** True when an engine has taken so much memory that a new one is better. */
export function hasOutgrown(engine: PdfiumEngine): boolean {
  return engine.runtime.HEAPU8.byteLength > recycleAboveBytes;
}

/** Keeps a broken engine (one that has trapped) from being handed out again. */
export async function discardPdfiumEngine(engine: PdfiumEngine): Promise<void> {
  if (current !== undefined && (await current) === engine) current = undefined;
}

async function createPdfiumEngine(): Promise<PdfiumEngine> {
  const { pdfium, ...api } = await init(moduleOverrides(await readWasm()));
  // The package's own type of its runtime leans on declarations that it does not ship.
  const runtime = pdfium as unknown as PdfiumRuntime;
  api.PDFiumExt_Init();
  return {
    api,
    runtime,
    files: createPdfiumFiles(runtime),
    missingFonts: installHostFonts(api, runtime),
    allocate(byteLength) {
      const pointer = runtime.wasmExports.malloc(byteLength);
      if (pointer === 0) throw new RangeError('Array buffer allocation failed: PDFium has no memory left');
      return pointer;
    },
    free: (pointer) => runtime.wasmExports.free(pointer),
  };
}

function readWasm(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
}

/** Settings of the Emscripten module: the binary, and silence, since a library does not write to the console. */
function moduleOverrides(wasmBinary: Uint8Array) {
  return { wasmBinary, print() {}, printErr() {} };
}
