import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { TaskOutput } from '@platen/core';
import { Zip, ZipPassThrough } from 'fflate';

/** A ZIP archive that is written as files are added; images are stored as they are, compressed in themselves. */
export async function createArchive(path: string) {
  const file: FileHandle = await open(path, 'wx');
  let sizeBytes = 0;
  let pending: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    pending.push(chunk);
  });
  const flush = async () => {
    if (failure !== null) throw failure;
    const chunks = pending;
    pending = [];
    for (const chunk of chunks) {
      await file.writeFile(chunk);
      sizeBytes += chunk.byteLength;
    }
  };
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async add({ path: source, fileName }: TaskOutput): Promise<void> {
      const entry = new ZipPassThrough(fileName);
      zip.add(entry);
      for await (const chunk of createReadStream(source)) {
        entry.push(chunk as Buffer);
        await flush();
      }
      entry.push(new Uint8Array(0), true);
      await flush();
    },
    async close(): Promise<void> {
      zip.end();
      await flush().finally(() => file.close());
    },
  };
}
