import { realpath } from 'node:fs/promises';
import { hostShortage } from '@platen/core';

/** The path without symbolic links; null for one that leads nowhere. Rejects when the host is short of descriptors. */
export async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hostShortage(error) !== null) throw error;
    return null;
  }
}
