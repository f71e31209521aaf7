import { storageFull } from '@platen/core';
import { freeBytesOf } from './free-bytes.ts';

const megabyte = 1024 * 1024;

/**
 * What has to stay free on the disk once the inputs of a job are stored, and once its outputs are. A job store on the same
 * disk appends up to 4 MB to its log before it uses that space again (SQLite: 1000 pages). Without them it could not record
 * the end of any job, whose files would then fill the disk for ever.
 */
export const roomBytes = { besideInputs: 8 * megabyte, besideOutputs: 4 * megabyte } as const;

/** Rejects with `SERVICE_UNAVAILABLE` when the disk of `folder` has less room left. A disk that cannot say so is not full. */
export async function leaveRoom(folder: string, bytes: number): Promise<void> {
  const freeBytes = await freeBytesOf(folder).catch(() => bytes);
  if (freeBytes < bytes) throw storageFull(new Error(`${freeBytes} bytes are free in ${folder}, ${bytes} are needed`));
}
