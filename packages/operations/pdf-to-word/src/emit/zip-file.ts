import { closeSync, openSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';

/** A zip archive written to disk as it grows. */
export interface ZipFile {
  /** Adds a finished entry. `stored` skips compression, for what is compressed already. */
  add(name: string, content: string | Uint8Array, stored?: boolean): void;
  /** Opens an entry that is written piece by piece; no other may be added before it is closed. */
  open(name: string): ZipEntry;
  /** Ends the archive and closes the file. */
  close(): void;
  /** Closes the file without ending the archive. */
  abandon(): void;
}

export interface ZipEntry {
  write(text: string): void;
  close(): void;
}

const encoder = new TextEncoder();
/** Text is gathered up to this size, for the sake of compression and speed. */
const chunkLength = 1 << 18;

/** Creates an archive at `path`; memory stays flat however large it gets. */
export function createZipFile(path: string): ZipFile {
  const file = openSync(path, 'w');
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    writeSync(file, chunk);
  });
  return {
    add(name, content, stored = false) {
      // Sizes come after what is written: entries that are stored as such could not be read from a stream.
      const entry = new ZipDeflate(name, { level: stored ? 0 : 6 });
      zip.add(entry);
      entry.push(typeof content === 'string' ? encoder.encode(content) : content, true);
    },
    open(name) {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      return createEntry(entry);
    },
    close() {
      zip.end();
      closeSync(file);
    },
    abandon() {
      closeSync(file);
    },
  };
}

function createEntry(entry: ZipDeflate): ZipEntry {
  let pending = '';
  return {
    write(text) {
      pending += text;
      if (pending.length < chunkLength) return;
      entry.push(encoder.encode(pending));
      pending = '';
    },
    close() {
      entry.push(encoder.encode(pending), true);
    },
  };
}
