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

/** Bytes of a file read at a time. */
const blockBytes = 128 * 1024;
/** Bytes of a marker and the length of its segment. */
const segmentHeaderBytes = 4;

/**
 * The offset after the end marker, found by following the markers: segments between scans have a length, and in
 * entropy-coded data 0xff precedes only zeros and restart markers (ITU-T T.81, B.1.1). Null if the markers do not lead to it.
 */
async function endOfPicture(file: FileHandle, scanOffset: number, size: number): Promise<number | null> {
  let block: Buffer = Buffer.alloc(0);
  let start = scanOffset;
  for (let at = scanOffset; at + 1 < size; ) {
    if (at + segmentHeaderBytes > start + block.byteLength) {
      block = await readRange(file, at, Math.min(at + blockBytes, size));
      start = at;
    }
    const marker = findMarker(block, at - start);
    if (marker === -1) at = start + block.byteLength;
    else if (block[marker + 1] === endMarker) return start + marker + 2;
    // The rest of a segment header at the end of a block is in the next one.
    else if (marker + segmentHeaderBytes > block.byteLength) at = Math.max(at + 1, start + marker);
    else at = start + marker + 2 + block.readUInt16BE(marker + 2);
  }
  return null;
}

const endMarker = 0xd9;

/** Compares single bytes, since hostile data may consist only of 0xff. */
function findMarker(block: Uint8Array, from: number): number {
  for (let at = from; at < block.byteLength; at++) {
    if (block[at] === 0xff && !isInData(block[at + 1])) return at;
  }
  return -1;
}

/** Whether a byte after 0xff shows that this begins no segment: a zero, another 0xff, or a restart marker. */
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
