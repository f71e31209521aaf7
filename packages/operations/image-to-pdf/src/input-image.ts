import type { WorkerContext } from '@platen/core';

/** One file of the task. */
export interface InputFile {
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Throws `pixel_limit` when the image has more pixels than a conversion may decode (the default) or pass on. */
  checkPixels(width: number, height: number, treatment?: 'decoded' | 'passed'): void;
  readonly warn: WorkerContext['warn'];
}

/** One file of the task, read into memory. */
export interface InputImage extends InputFile {
  readonly bytes: Uint8Array;
}
