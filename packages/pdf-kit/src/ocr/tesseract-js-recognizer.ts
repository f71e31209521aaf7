import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processingFailed } from '@platen/core';
import type { Worker } from 'tesseract.js';
import { readLanguageData } from './language-data.ts';
import { pageSegmentation } from './page-segmentation.ts';
import type { GreyRaster, Orientation, RecognitionRequest, Recognizer } from './recognizer.ts';
import { parseTesseractBlocks } from './tesseract-blocks.ts';
import { toPgm } from './to-pgm.ts';

/** Where language data is looked for. */
export interface TesseractJsRecognizerOptions {
  /** Folders with `<code>.traineddata` files, searched before the installed packages. */
  readonly languageFolders?: readonly string[];
}

/** `OEM` of tesseract.js: orientation is recognised by the legacy engine only. */
const engineMode = { legacy: 0, lstm: 1 } as const;

interface Reader {
  readonly worker: Promise<Worker>;
  readonly languages: string;
}

/**
 * A recognizer on `tesseract.js` itself: its workers, its API. The calling thread stays free and the signal ends a page
 * under way with its worker. Needs the package `tesseract.js`, and worker threads: confined worker processes may not start any.
 * Data comes from folders and packages as for the built-in recognizer, never from the network.
 */
export function createTesseractJsRecognizer({ languageFolders = [] }: TesseractJsRecognizerOptions = {}): Recognizer {
  let reader: Reader | null = null;
  let orienter: Promise<Worker> | null = null;
  let ended: Promise<void> = Promise.resolve();
  let onProgress: ((fraction: number) => void) | undefined;

  async function readerOf({ languages }: RecognitionRequest): Promise<Worker> {
    const wanted = languages.join('+');
    if (reader !== null && reader.languages !== wanted) await drop();
    const log = (fraction: number) => onProgress?.(fraction);
    reader ??= { worker: openWorker(languages, languageFolders, engineMode.lstm, log), languages: wanted };
    return reader.worker;
  }

  /** A worker that is still being opened can only be stopped once it is: `ended` waits for all that were let go. */
  function drop(): Promise<void> {
    const workers = [reader?.worker, orienter];
    reader = null;
    orienter = null;
    ended = Promise.all([ended, ...workers.map(stop)]).then(() => {});
    return ended;
  }

  /** A worker that failed in any way is not used again; one that is stopped never answers, so the signal does. */
  async function withSignal<Result>(signal: AbortSignal | undefined, use: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([use(), aborted.promise]);
    } catch (error) {
      const dropped = drop();
      if (signal?.aborted === true) throw signal.reason;
      await dropped;
      throw asFailure(error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    recognize: (raster, request) =>
      withSignal(request.signal, async () => {
        onProgress = request.onProgress;
        const worker = await readerOf(request);
        // A worker that was stopped meanwhile is not called: tesseract.js fails then where nobody can catch it.
        request.signal?.throwIfAborted();
        await worker.setParameters({
          tessedit_pageseg_mode: pageModeOf(request),
          user_defined_dpi: raster.dpiIsGuess === true ? '0' : String(Math.round(raster.dpi)),
        });
        request.signal?.throwIfAborted();
        const { data } = await worker.recognize(pictureOf(raster), {}, { text: false, blocks: true });
        return parseTesseractBlocks(data.blocks);
      }),
    detectOrientation: (raster, signal) =>
      withSignal(signal, async () => {
        orienter ??= openWorker(['osd'], languageFolders, engineMode.legacy, () => {});
        const worker = await orienter;
        signal?.throwIfAborted();
        const { data } = await worker.detect(pictureOf(raster));
        return orientationOf(data.orientation_degrees, data.orientation_confidence);
      }),
    close: drop,
  };
}

async function stop(worker: Promise<Worker> | null | undefined): Promise<void> {
  try {
    await (await worker)?.terminate();
  } catch {
    // One that could not be opened needs no stopping.
  }
}

async function openWorker(
  languages: readonly string[],
  folders: readonly string[],
  mode: number,
  onFraction: (fraction: number) => void,
): Promise<Worker> {
  const { createWorker } = await loadPackage();
  const langPath = await gatherData(languages, folders);
  try {
    const worker = await createWorker([...languages], mode, {
      langPath,
      gzip: false,
      cacheMethod: 'none',
      // Otherwise an error is thrown out of an event and ends the process.
      errorHandler: () => {},
      logger: ({ status, progress }) => {
        if (status === 'recognizing text') onFraction(Math.min(1, progress));
      },
    });
    // The engine writes its findings about pictures to standard error otherwise.
    await worker.setParameters({ debug_file: '/dev/null' });
    return worker;
  } finally {
    await rm(langPath, { recursive: true, force: true });
  }
}

/** The data of some languages in one new folder: tesseract.js knows of one, and cannot use data handed to it in memory. */
async function gatherData(languages: readonly string[], folders: readonly string[]): Promise<string> {
  const data = await Promise.all(languages.map((code) => readLanguageData(code, folders)));
  const folder = await mkdtemp(join(tmpdir(), 'platen-tesseract-js-'));
  await Promise.all(data.map((bytes, index) => writeFile(join(folder, `${languages[index]}.traineddata`), bytes)));
  return folder;
}

async function loadPackage() {
  try {
    return await import('tesseract.js');
  } catch (cause) {
    throw processingFailed('internal', 'The package tesseract.js is not installed', { cause });
  }
}

function pageModeOf({ layout = 'page' }: RecognitionRequest) {
  // The package types the parameter as an enum of strings of its own.
  return String(pageSegmentation[layout]) as Parameters<Worker['setParameters']>[0]['tessedit_pageseg_mode'] & string;
}

function pictureOf(raster: GreyRaster): Buffer {
  return Buffer.from(toPgm(raster));
}

function orientationOf(degrees: number | null, confidence: number | null): Orientation | null {
  // tesseract.js says how far the page was turned counterclockwise; what is left to turn is the same clockwise.
  const rotation = ([0, 90, 180, 270] as const).find((turn) => turn === degrees);
  return rotation === undefined || confidence === null ? null : { rotation, confidence };
}

/** tesseract.js rejects with strings. */
function asFailure(error: unknown): unknown {
  return error instanceof Error
    ? error
    : processingFailed('internal', 'The text of a page could not be recognised', { cause: error });
}
