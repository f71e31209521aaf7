import { ConversionError, type ConvertedFile, type JobWarning, type Operation, silentLogger } from '@platen/core';
import { errorCode } from '@platen/core/internal';
import { createEngine, createInlineExecutor, createThreadExecutor } from '@platen/engine';

/** What one conversion is watched and bounded by. */
export interface ConverterCall {
  readonly signal: AbortSignal;
  /** Share done, 0–1. */
  readonly onProgress: (fraction: number) => void;
  /** Files that may come out; more fail it with `output_limit`, before they are made where that can be known. */
  readonly maxOutputs: number | undefined;
}

/** What came out, as files of this machine. They are gone once it is disposed. */
export interface Converted extends AsyncDisposable {
  readonly outputs: readonly ConvertedFile[];
  readonly warnings: readonly JobWarning[];
}

/** Runs one operation as often as it is called, here or on a server. */
export interface Converter extends AsyncDisposable {
  /** Calls that are worked on at the same time. */
  readonly concurrency: number;
  convert(
    inputs: readonly string[],
    options: Readonly<Record<string, unknown>>,
    call: ConverterCall,
  ): Promise<Converted>;
  /** Whether an error is one that every other call would meet as well: the disk is full, the server gone. */
  stopsAll(error: unknown): boolean;
}

/**
 * A converter in this process, with so many threads; as many as there are processors when not given, and none for work that
 * `isBrief`.
 */
export function createLocalConverter(operation: Operation, threads: number | undefined, isBrief: boolean): Converter {
  // The files are the user's own: threads start quicker than confined processes. Errors are shown at the end.
  const logger = silentLogger;
  const executor = isBrief
    ? createInlineExecutor()
    : createThreadExecutor({ logger, ...(threads === undefined ? {} : { threads }) });
  const engine = createEngine({ operations: [operation], executor, logger });
  return {
    concurrency: executor.concurrency,
    async convert(inputs, options, { signal, onProgress, maxOutputs }) {
      // How much is sent at a time is a server's question.
      const limits = { maxFiles: Number.POSITIVE_INFINITY, maxRequestBytes: Number.POSITIVE_INFINITY };
      return engine.convert(operation, inputs, options, {
        signal,
        onProgress,
        limits: maxOutputs === undefined ? limits : { ...limits, maxOutputs },
      });
    },
    stopsAll: (error) => (ConversionError.is(error) ? error.code === 'SERVICE_UNAVAILABLE' : isDiskFull(error)),
    [Symbol.asyncDispose]: () => engine.stop(0),
  };
}

/** Whether a write failed for want of space. */
export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(cause));
}
