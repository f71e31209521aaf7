import { closeSync, openSync, writeSync } from 'node:fs';

/** A new file, written in the order in which pieces are appended. */
export interface FileOutput {
  /** How many bytes were appended. */
  readonly offset: number;
  append(bytes: Uint8Array): void;
  /** `text` is Latin-1. */
  appendText(text: string): void;
  /** Writes what is pending and closes; gives the size in bytes. Does nothing more when closed already. */
  close(): number;
}

/** Pieces are collected in blocks of this size; larger ones are written as they are. */
const blockBytes = 1 << 18;

/** Blocks of closed files, for the next ones: a split writes a thousand files one after the other. */
const spareBlocks: Buffer[] = [];

export function createFileOutput(path: string): FileOutput {
  const file = openSync(path, 'w');
  const block = spareBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  let pendingBytes = 0;
  let offset = 0;
  let isOpen = true;
  return {
    get offset() {
      return offset;
    },
    append(bytes) {
      offset += bytes.length;
      if (pendingBytes + bytes.length > blockBytes) flush();
      if (bytes.length > blockBytes) return writeWhole(bytes);
      block.set(bytes, pendingBytes);
      pendingBytes += bytes.length;
    },
    appendText(text) {
      if (text.length > blockBytes) return this.append(Buffer.from(text, 'latin1'));
      offset += text.length;
      if (pendingBytes + text.length > blockBytes) flush();
      pendingBytes += block.write(text, pendingBytes, 'latin1');
    },
    close() {
      if (!isOpen) return offset;
      isOpen = false;
      try {
        flush();
      } finally {
        closeSync(file);
        spareBlocks.push(block);
      }
      return offset;
    },
  };

  function flush(): void {
    writeWhole(block.subarray(0, pendingBytes));
    pendingBytes = 0;
  }

  function writeWhole(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  }
}
