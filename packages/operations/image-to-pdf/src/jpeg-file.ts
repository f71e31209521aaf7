import { type FileHandle, open } from 'node:fs/promises';
import type { InputFile } from './input-image.ts';
import { type JpegHeader, readJpegHeader } from './jpeg-image.ts';

/** A JPEG file of which only the header was read: photos go in as they are, and need not be in memory. */
export interface JpegFile {
  readonly header: JpegHeader;
  readonly path: string;
  readonly byteLength: number;
  /** False when the file ends before its end marker. */
  readonly ended: boolean;
}

/** Bytes read at first, which is enough for most headers, and how many times more when they are not. */
const firstReadBytes = 16 * 1024;
const readGrowth = 8;

/** Reads a header and looks for the end marker; null when the header makes no sense. */
export async function readJpegFile({ path }: Pick<InputFile, 'path'>): Promise<JpegFile | null> {
  await using file = await open(path);
  const { size } = await file.stat();
  for (let byteLength = firstReadBytes; ; byteLength *= readGrowth) {
    const header = readJpegHeader(await readRange(file, 0, Math.min(byteLength, size)));
    if (header !== null) {
      return { header, path, byteLength: size, ended: await hasEndMarker(file, header.scanOffset, size) };
    }
    if (byteLength >= size) return null;
  }
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

/** Inside coded data the end marker cannot occur, so the last one of the file is looked for from its end. */
async function hasEndMarker(file: FileHandle, scanOffset: number, size: number): Promise<boolean> {
  for (let end = size; end > scanOffset; end -= firstReadBytes) {
    // One byte more than the step, for a marker that lies across two of them.
    const block = await readRange(file, Math.max(scanOffset, end - firstReadBytes), Math.min(size, end + 1));
    if (block.includes('\xff\xd9', 0, 'latin1')) return true;
  }
  return false;
}
