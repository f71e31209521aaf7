import { createRequire } from 'node:module';
import { join } from 'node:path';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { dependencyFolder } from '../dependency-folder.ts';
import type { PixelBox, Stroke } from './recognizer.ts';

/** The part of the Tesseract API (as `tesseract.js-core` binds it) that recognition needs. */
export interface TesseractApi {
  /** 0 if the data of every language could be loaded. */
  Init(dataPath: string | null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads `/input` of the virtual file system; 1 if it cannot be decoded. */
  SetImageFile(exifOrientation: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  /** 0 on success. */
  Recognize(monitor: null): number;
  /** Null before anything was recognised. */
  GetIterator(): ResultIterator | null;
  DetectOS(results: OrientationResults): boolean;
  Clear(): void;
  End(): void;
}

/** Iterates over the results at the levels of `PageIteratorLevel`. */
export interface ResultIterator {
  Begin(): void;
  /** False at the end. */
  Next(level: number): boolean;
  /** Whether nothing was recognised at this position, as in a picture. */
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  /** 0–100. */
  Confidence(level: number): number;
  ParagraphIsLtr(): boolean;
  getBoundingBox(level: number): PixelBox;
  getBaseline(level: number): Stroke;
  getRowAttributes(): { readonly row_height: number };
}

export interface OrientationResults {
  readonly best_result: {
    readonly orientation_id: number;
    readonly oconfidence: number;
    readonly script_id: number;
  };
  readonly unicharset: { get_script_from_script_id(id: number): string } | null;
}

export interface TesseractModule {
  readonly FS: {
    writeFile(path: string, data: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TesseractApi;
  readonly OSResults: new () => OrientationResults;
  destroy(object: object): void;
}

type LoadModule = (overrides: {
  TesseractProgress(percent: number): void;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<TesseractModule>;

/**
 * Loads a new instance of Tesseract's WebAssembly in this thread, in the fastest build that this machine supports. The
 * builds include the legacy engine, which alone can detect orientation.
 */
export async function loadTesseract(onProgress: (percent: number) => void): Promise<TesseractModule> {
  const build = (await relaxedSimd()) ? '-relaxedsimd' : (await simd()) ? '-simd' : '';
  const load: LoadModule = createRequire(import.meta.url)(
    join(dependencyFolder('tesseract.js-core'), `tesseract-core${build}.js`),
  );
  return load({ TesseractProgress: onProgress, print: () => {}, printErr: () => {} });
}
