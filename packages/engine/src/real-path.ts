import { realpath } from 'node:fs/promises';
import { hostShortage } from '@platen/core/internal';

/** The path with symbolic links resolved; null if it does not exist. Rejects when the host is out of descriptors. */
export async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hostShortage(error) !== null) throw error;
    return null;
  }
}
