import { type FileHandle, open } from 'node:fs/promises';
import type { InputFile } from './input-image.ts';
import { type JpegHeader, readJpegHeader } from './jpeg-image.ts';

/** A JPEG file of which only the header was read: photos go in as they are, and need not be in memory. */
export interface JpegFile {
  readonly header: JpegHeader;
  readonly path: string;
  /** Up to the end of the picture: phones add videos and further pictures behind it. */
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
      const end = await endOfPicture(file, header.scanOffset, size);
      const ended = end !== null || (await hasEndMarker(file, header.scanOffset, size));
      return { header, path, byteLength: end ?? size, ended };
    }
    if (byteLength >= size) return null;
  }
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}

/** Bytes of a file read at a time, more than any segment has. */
const blockBytes = 128 * 1024;

/**
 * The place behind the end marker, found from marker to marker: the segments between scans have a length, and in coded
 * data 0xff stands before zeros and restarts alone. Null where the markers do not lead there.
 */
async function endOfPicture(file: FileHandle, scanOffset: number, size: number): Promise<number | null> {
  for (let at = scanOffset; at + 1 < size; ) {
    const block = await readRange(file, at, Math.min(at + blockBytes, size));
    const marker = findMarker(block);
    if (block[marker + 1] === endMarker) return at + marker + 2;
    if (marker === -1) at += block.byteLength;
    // At the end of a block the rest of its marker is in the next one.
    else if (marker + 4 > block.byteLength) at += Math.max(1, marker);
    else at += marker + 2 + block.readUInt16BE(marker + 2);
  }
  return null;
}

const endMarker = 0xd9;

/** By single bytes, since hostile data may have nothing but the first byte of markers. */
function findMarker(block: Uint8Array): number {
  for (let at = 0; at < block.byteLength; at++) {
    if (block[at] === 0xff && !isInData(block[at + 1])) return at;
  }
  return -1;
}

/** Whether 0xff before this byte begins no segment: a zero, another 0xff, or a restart. */
function isInData(next: number | undefined): boolean {
  return next === 0x00 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
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
