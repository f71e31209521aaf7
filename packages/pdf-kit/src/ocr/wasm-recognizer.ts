import { processingFailed } from '@platen/core';
import { readLanguageData } from './language-data.ts';
import type { GreyRaster, Orientation, RasterLine, RecognitionRequest, Recognizer } from './recognizer.ts';
import { readResultLines } from './result-lines.ts';
import { loadTesseract, type TesseractApi, type TesseractModule } from './tesseract-core.ts';
import { engineMode, pageSegmentation } from './tesseract-modes.ts';
import { toPgm } from './to-pgm.ts';

/** Where language data is found. */
export interface WasmRecognizerOptions {
  /** Folders with `<code>.traineddata` files, searched before the installed packages. */
  readonly languageFolders?: readonly string[];
}

/** WebAssembly memory never shrinks: after this many pages the instance is replaced. */
const pagesPerInstance = 200;

/** The clockwise rotation that makes a page upright, by Tesseract's orientation id. */
const rotations = [0, 270, 180, 90] as const;

interface Instance {
  readonly module: TesseractModule;
  /** Set up for reading `languages`; null until the first page. */
  reader: { readonly api: TesseractApi; readonly languages: string } | null;
  orienter: TesseractApi | null;
  pages: number;
}

/**
 * The built-in recognizer: Tesseract's WebAssembly in the calling thread, kept from page to page. It computes without
 * yielding, so a page in progress ends only with its thread; the signal is checked between steps.
 */
export function createWasmRecognizer({ languageFolders = [] }: WasmRecognizerOptions = {}): Recognizer {
  let instance: Instance | null = null;
  let onProgress: ((fraction: number) => void) | undefined;

  /** Runs `use` on the current instance; one that failed is not used again. */
  async function withInstance<Result>(use: (instance: Instance) => Promise<Result>): Promise<Result> {
    if (instance !== null && instance.pages >= pagesPerInstance) instance = null;
    try {
      instance ??= await openInstance((percent) => onProgress?.(readShare(percent)));
      instance.pages += 1;
      return await use(instance);
    } catch (error) {
      instance = null;
      throw error;
    }
  }

  return {
    recognize: (raster, request) =>
      withInstance(async (tesseract) => {
        onProgress = request.onProgress;
        const api = await prepareReader(tesseract, request, languageFolders);
        api.SetVariable('tessedit_pageseg_mode', String(pageSegmentation[request.layout ?? 'page']));
        request.signal?.throwIfAborted();
        showImage(tesseract.module, api, raster);
        if (api.Recognize(null) !== 0) throw processingFailed('internal', 'The text of a page could not be recognised');
        const lines = readLines(tesseract.module, api);
        api.Clear();
        return lines;
      }),
    detectOrientation: (raster, signal) =>
      withInstance(async (tesseract) => {
        const api = await prepareOrienter(tesseract, languageFolders);
        signal?.throwIfAborted();
        showImage(tesseract.module, api, raster);
        const orientation = readOrientation(tesseract.module, api);
        api.Clear();
        return orientation;
      }),
    async close() {
      instance = null;
    },
  };
}

async function openInstance(onPercent: (percent: number) => void): Promise<Instance> {
  return { module: await loadTesseract(onPercent), reader: null, orienter: null, pages: 0 };
}

/** Tesseract reports layout analysis as the first 30 percent, then words. */
function readShare(percent: number): number {
  return Math.min(1, Math.max(0, (percent - 30) / 70));
}

async function prepareReader(
  instance: Instance,
  { languages }: RecognitionRequest,
  folders: readonly string[],
): Promise<TesseractApi> {
  const wanted = languages.join('+');
  if (instance.reader?.languages === wanted) return instance.reader.api;
  instance.reader?.api.End();
  const api = await startApi(instance.module, languages, folders, engineMode.lstm);
  instance.reader = { api, languages: wanted };
  return api;
}

async function prepareOrienter(instance: Instance, folders: readonly string[]): Promise<TesseractApi> {
  instance.orienter ??= await startApi(instance.module, ['osd'], folders, engineMode.legacy);
  return instance.orienter;
}

async function startApi(
  module: TesseractModule,
  languages: readonly string[],
  folders: readonly string[],
  mode: number,
): Promise<TesseractApi> {
  for (const language of languages) {
    module.FS.writeFile(`${language}.traineddata`, await readLanguageData(language, folders));
  }
  const api = new module.TessBaseAPI();
  const status = api.Init(null, languages.join('+'), mode);
  for (const language of languages) module.FS.unlink(`${language}.traineddata`);
  if (status !== 0) {
    throw processingFailed('internal', `The language data of ${languages.join('+')} cannot be used`);
  }
  return api;
}

function showImage(module: TesseractModule, api: TesseractApi, raster: GreyRaster): void {
  module.FS.writeFile('/input', toPgm(raster));
  const failed = api.SetImageFile(1, 0) !== 0;
  module.FS.unlink('/input');
  if (failed) throw processingFailed('internal', 'The picture of a page could not be read');
  api.SetSourceResolution(Math.round(raster.dpi));
}

function readLines(module: TesseractModule, api: TesseractApi): readonly RasterLine[] {
  const results = api.GetIterator();
  if (results === null) return [];
  try {
    return readResultLines(results);
  } finally {
    module.destroy(results);
  }
}

function readOrientation(module: TesseractModule, api: TesseractApi): Orientation | null {
  const results = new module.OSResults();
  try {
    if (!api.DetectOS(results)) return null;
    const { orientation_id, oconfidence, script_id } = results.best_result;
    const rotation = rotations[orientation_id];
    const script = results.unicharset?.get_script_from_script_id(script_id);
    return rotation === undefined ? null : { rotation, confidence: oconfidence, ...(script ? { script } : {}) };
  } finally {
    module.destroy(results);
  }
}
