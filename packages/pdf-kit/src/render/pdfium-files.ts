import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PdfiumRuntime } from './pdfium-runtime.ts';

/** A PDF that PDFium reads block by block, so that a large file is never copied into the engine as a whole. */
export interface PdfiumFile {
  /** Pointer to the FPDF_FILEACCESS structure. */
  readonly access: number;
  close(): void;
}

export interface PdfiumFiles {
  /** Opens a file for the engine. Throws what `node:fs` throws when it cannot be read. */
  open(source: string | Uint8Array): PdfiumFile;
}

/** Reads `length` bytes at `position` into `target` at `offset`; false when they are not all there. */
type ReadBlock = (target: Uint8Array, offset: number, position: number, length: number) => boolean;

interface BlockReader {
  readonly size: number;
  readonly read: ReadBlock;
  close(): void;
}

/** PDFium asks for half a kilobyte at a time while it parses; one read from disk serves many of those. */
const windowBytes = 256 * 1024;

/** The file access of one engine instance: one callback for all files, distinguished by their parameter. */
export function createPdfiumFiles(runtime: PdfiumRuntime): PdfiumFiles {
  const readers = new Map<number, BlockReader>();
  let nextId = 1;
  const readBlock = (id = 0, position = 0, target = 0, length = 0): number => {
    const reader = readers.get(id);
    return reader?.read(runtime.HEAPU8, target, position >>> 0, length >>> 0) === true ? 1 : 0;
  };
  const callback = runtime.addFunction(readBlock, 'iiiii');
  return {
    open(source) {
      const reader = typeof source === 'string' ? readFromDisk(source) : readFromBytes(source);
      const id = nextId++;
      readers.set(id, reader);
      const access = runtime.wasmExports.malloc(12);
      runtime.setValue(access, reader.size, 'i32');
      runtime.setValue(access + 4, callback, 'i32');
      runtime.setValue(access + 8, id, 'i32');
      return {
        access,
        close() {
          readers.delete(id);
          runtime.wasmExports.free(access);
          reader.close();
        },
      };
    },
  };
}

function readFromBytes(bytes: Uint8Array): BlockReader {
  return {
    size: bytes.byteLength,
    read(target, offset, position, length) {
      if (position + length > bytes.byteLength) return false;
      target.set(bytes.subarray(position, position + length), offset);
      return true;
    },
    close() {},
  };
}

function readFromDisk(path: string): BlockReader {
  const descriptor = openSync(path, 'r');
  const { size } = fstatSync(descriptor);
  const window = new Uint8Array(Math.min(windowBytes, size));
  let windowStart = 0;
  let windowEnd = 0;
  return {
    size,
    read(target, offset, position, length) {
      if (position + length > size) return false;
      if (length >= window.byteLength) return readSync(descriptor, target, offset, length, position) === length;
      if (position < windowStart || position + length > windowEnd) {
        // Parsing a cross-reference section runs forwards, looking for one runs backwards: keep some of both.
        windowStart = Math.max(0, position - window.byteLength / 8);
        windowEnd = windowStart + readSync(descriptor, window, 0, window.byteLength, windowStart);
        if (position + length > windowEnd) {
          return readSync(descriptor, target, offset, length, position) === length;
        }
      }
      target.set(window.subarray(position - windowStart, position - windowStart + length), offset);
      return true;
    },
    close: () => closeSync(descriptor),
  };
}
