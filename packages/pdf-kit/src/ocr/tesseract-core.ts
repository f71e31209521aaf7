import { createRequire } from 'node:module';
import { join } from 'node:path';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { dependencyFolder } from '../dependency-folder.ts';
import type { PixelBox, Stroke } from './recognizer.ts';

/** The part of the Tesseract API (as `tesseract.js-core` binds it) that recognition needs. */
export interface TesseractApi {
  /** 0 when the data of every language could be loaded. */
  Init(dataPath: string | null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Takes `/input` of the virtual file system; 1 when it cannot be decoded. */
  SetImageFile(exifOrientation: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  /** 0 when it went through. */
  Recognize(monitor: null): number;
  /** Over what was recognised; null before anything was. */
  GetIterator(): ResultIterator | null;
  DetectOS(results: OrientationResults): boolean;
  Clear(): void;
  End(): void;
}

/** Walks over what was recognised, at levels of `PageIteratorLevel`. */
export interface ResultIterator {
  Begin(): void;
  /** False after the last. */
  Next(level: number): boolean;
  /** Whether nothing was recognised here, as in a picture. */
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
  readonly best_result: { readonly orientation_id: number; readonly oconfidence: number };
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
 * A fresh instance of Tesseract's WebAssembly in this thread, in the fastest build this machine runs. The builds with
 * the legacy engine are taken throughout, because orientation can only be recognised by it.
 */
export async function loadTesseract(onProgress: (percent: number) => void): Promise<TesseractModule> {
  const build = (await relaxedSimd()) ? '-relaxedsimd' : (await simd()) ? '-simd' : '';
  const load: LoadModule = createRequire(import.meta.url)(
    join(dependencyFolder('tesseract.js-core'), `tesseract-core${build}.js`),
  );
  return load({ TesseractProgress: onProgress, print: () => {}, printErr: () => {} });
}
