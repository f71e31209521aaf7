import { execFile } from 'node:child_process';
import { processingFailed } from '@platen/core';
import { parseHocrLines } from './hocr-lines.ts';
import type { GreyRaster, Orientation, RecognitionRequest, Recognizer } from './recognizer.ts';
import { pageSegmentation } from './tesseract-modes.ts';
import { toPgm } from './to-pgm.ts';

/** The program and the language data of a native recognizer. */
export interface NativeRecognizerOptions {
  /** Path or name of the `tesseract` program, version 4 or newer. */
  readonly program: string;
  /** The first is passed as `--tessdata-dir`; without any, the program uses its default folder. */
  readonly languageFolders?: readonly string[];
}

const maxOutputBytes = 64 * 1024 * 1024;

/**
 * A recognizer that runs a `tesseract` program of the host: faster than the built-in one, and stopped by the signal.
 * Needs worker threads: confined worker processes may not start programs.
 */
export function createNativeRecognizer({ program, languageFolders = [] }: NativeRecognizerOptions): Recognizer {
  const [folder] = languageFolders;
  const run = (raster: GreyRaster, options: readonly string[], signal: AbortSignal | undefined) =>
    runProgram(
      program,
      [...['stdin', 'stdout'], ...(folder === undefined ? [] : ['--tessdata-dir', folder]), ...options],
      toPgm(raster),
      signal,
    );
  return {
    async recognize(raster, { languages, layout = 'page', signal, onProgress }: RecognitionRequest) {
      const mode = String(pageSegmentation[layout]);
      const hocr = await run(raster, ['-l', languages.join('+'), '--psm', mode, 'hocr'], signal);
      onProgress?.(1);
      return parseHocrLines(hocr);
    },
    async detectOrientation(raster, signal) {
      // The program fails on a page with too little text to tell.
      const report = await run(raster, ['-l', 'osd', '--psm', '0'], signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof Error && 'cause' in error && isMissing(error.cause)) throw error;
        return '';
      });
      return parseOrientation(report);
    },
    async close() {},
  };
}

function runProgram(
  program: string,
  options: readonly string[],
  input: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(signal?.aborted === true ? signal.reason : processingFailed('internal', failureMessage(cause), { cause }));
    try {
      const child = execFile(
        program,
        options,
        // One thread, since pages run in parallel already.
        { maxBuffer: maxOutputBytes, signal, env: { ...process.env, OMP_THREAD_LIMIT: '1' } },
        (error, stdout) => (error === null ? resolve(stdout) : fail(error)),
      );
      // A program that ends before it has read everything is reported by its exit, not by its pipe.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    } catch (error) {
      fail(error);
    }
  });
}

function failureMessage(cause: unknown): string {
  const denied = cause instanceof Error && 'code' in cause && cause.code === 'ERR_ACCESS_DENIED';
  return denied
    ? 'Worker processes may not start programs: run a native tesseract from worker threads'
    : 'The tesseract program failed on a page';
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

function parseOrientation(report: string): Orientation | null {
  const degrees = Number(/^Rotate: (\d+)/m.exec(report)?.[1]);
  const confidence = Number(/^Orientation confidence: ([\d.]+)/m.exec(report)?.[1]);
  const rotation = ([0, 90, 180, 270] as const).find((turn) => turn === degrees);
  const script = /^Script: (\w+)/m.exec(report)?.[1];
  return rotation === undefined ? null : { rotation, confidence, ...(script === undefined ? {} : { script }) };
}
