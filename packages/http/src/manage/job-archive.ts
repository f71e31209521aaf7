import { posix } from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { StoredFile } from '@platen/core';
import { safeFileName } from '@platen/core/internal';
import { ZipFile } from 'yazl';

/** What an archive is made of. */
export interface ArchiveContent {
  readonly files: readonly StoredFile[];
  readonly modifiedAt: Date;
  /** Opens one of the files. Called for one after the other, as the archive gets to it. */
  readonly open: (index: number) => Promise<Readable>;
  /** Called when a file breaks off; the archive is cut short then, so that it cannot pass for complete. */
  readonly onError: (error: unknown) => void;
}

/**
 * All files as one ZIP archive, written as it is read: one file is open at a time, and nothing is kept. They are stored as
 * they are: documents and pictures are compressed in themselves.
 */
export function createJobArchive({ files, modifiedAt, open, onError }: ArchiveContent): Readable {
  const zip = new ZipFile();
  const body = new PassThrough();
  let current: Readable | null = null;

  body.on('error', () => {}); // Reported by `onError` already.
  body.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => {
    onError(error);
    body.destroy(error);
  });
  for (const [index, name] of archiveNames(files).entries()) {
    const size = files[index]?.sizeBytes ?? 0;
    zip.addReadStreamLazy(name, { mtime: modifiedAt, compress: false, size }, (done) => {
      open(index).then(
        (file) => {
          current = file;
          file.on('error', (error) => zip.emit('error', error));
          if (body.destroyed) file.destroy();
          else done(null, file);
        },
        (error: unknown) => done(error, body),
      );
    });
  }
  zip.end();
  pipeline(zip.outputStream, body, () => {});
  return body;
}

/** Safe names, each once: of several with the same name the later ones get a number. */
function archiveNames(files: readonly StoredFile[]): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ fileName }) => {
    const { name, ext } = posix.parse(safeFileName(fileName));
    let unique = `${name}${ext}`;
    // Case does not part two names where the archive is unpacked on Windows or macOS.
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name} (${number})${ext}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
