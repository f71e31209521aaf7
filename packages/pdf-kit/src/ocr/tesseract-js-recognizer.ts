import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processingFailed } from '@platen/core';
import type { Worker } from 'tesseract.js';
import { readLanguageData } from './language-data.ts';
import type { GreyRaster, Orientation, RecognitionRequest, Recognizer } from './recognizer.ts';
import { parseTesseractBlocks } from './tesseract-blocks.ts';
import { engineMode, pageSegmentation } from './tesseract-modes.ts';
import { toPgm } from './to-pgm.ts';

/** Where language data is found. */
export interface TesseractJsRecognizerOptions {
  /** Folders with `<code>.traineddata` files, searched before the installed packages. */
  readonly languageFolders?: readonly string[];
}

interface Reader {
  readonly worker: Promise<Worker>;
  readonly languages: string;
}

/**
 * A recognizer that uses `tesseract.js` and its workers. The calling thread stays free, and the signal terminates the worker
 * of a page in progress. Needs the package `tesseract.js`, and a thread that may start workers: confined worker processes may
 * not. Data comes from folders and packages as for the built-in recognizer, never from the network.
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

  /** A worker that is still starting can be terminated only once it has started: `ended` waits for all that were dropped. */
  function drop(): Promise<void> {
    const workers = [reader?.worker, orienter];
    reader = null;
    orienter = null;
    ended = Promise.all([ended, ...workers.map(stop)]).then(() => {});
    return ended;
  }

  /** A worker that failed is not used again. A terminated one never answers, so the signal ends the call. */
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
        // A worker that was terminated meanwhile must not be called: tesseract.js would throw where nobody can catch it.
        request.signal?.throwIfAborted();
        await worker.setParameters({
          tessedit_pageseg_mode: pageModeOf(request),
          user_defined_dpi: String(Math.round(raster.dpi)),
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
    // One that could not be started needs no termination.
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
    // Otherwise the engine writes messages about pictures to standard error.
    await worker.setParameters({ debug_file: '/dev/null' });
    return worker;
  } finally {
    await rm(langPath, { recursive: true, force: true });
  }
}

/** Puts the data of these languages into one new folder: tesseract.js takes a single folder, and no data in memory. */
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
  // The package declares the parameter as a string enum.
  return String(pageSegmentation[layout]) as Parameters<Worker['setParameters']>[0]['tessedit_pageseg_mode'] & string;
}

function pictureOf(raster: GreyRaster): Buffer {
  return Buffer.from(toPgm(raster));
}

function orientationOf(degrees: number | null, confidence: number | null): Orientation | null {
  // tesseract.js returns the counterclockwise rotation of the page, which is the clockwise one that makes it upright.
  const rotation = ([0, 90, 180, 270] as const).find((turn) => turn === degrees);
  return rotation === undefined || confidence === null ? null : { rotation, confidence };
}

/** tesseract.js rejects with strings. */
function asFailure(error: unknown): unknown {
  return error instanceof Error
    ? error
    : processingFailed('internal', 'The text of a page could not be recognised', { cause: error });
}
