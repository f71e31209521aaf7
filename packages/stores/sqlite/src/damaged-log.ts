import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';

/** A larger log is not read: a second of a cached file. It is copied and emptied all the time, so few are over a megabyte. */
const mostBytes = 256 * 1024 * 1024;
const [headerBytes, frameHeaderBytes] = [32, 24];
/** The first bytes of a log, whose lowest bit says in which byte order it is summed up. */
const magic = 0x377f0682;
/** The last transaction may have been under way when the power failed; the one before it had been flushed to the disk. */
const leastFollowing = 2;

/** Where a write-ahead log is damaged, and what SQLite would leave out. */
export interface DamagedLog {
  readonly file: string;
  readonly atByte: number;
  /** Transactions behind the damage that can still be recognised. */
  readonly transactions: number;
}

/**
 * Finds damage within the write-ahead log of a database that is about to be opened; null for none. SQLite reads a log up to
 * the first frame whose checksum is wrong and takes it for the end, without a word: behind it there is nothing but what
 * was under way at a power cut. If whole transactions follow, that is not so, and what was flushed would be lost.
 *
 * Source: https://www.sqlite.org/fileformat2.html#walformat
 */
export function findDamagedLog(database: string): DamagedLog | null {
  const file = `${database}-wal`;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < headerBytes + frameHeaderBytes || size > mostBytes) return null;
  const log = readLog(readFileSync(file), database);
  if (log === null) return null;
  const { frames, sumAfter, salts, start } = log;
  let sum = start;
  const end = frames.findIndex((frame) => {
    const isNext = sum !== null && frame.salts === salts && sumAfter(frame, sum) === frame.sum;
    sum = frame.sum;
    return !isNext;
  });
  if (end < 0) return null;
  const following = frames.filter((frame, index) => {
    const before = frames[index - 1];
    const isWhole = before !== undefined && frame.salts === salts && sumAfter(frame, before.sum) === frame.sum;
    return index > end && frame.endsTransaction && isWhole;
  });
  const atByte = start === null ? 0 : (frames[end]?.at ?? 0);
  return following.length < leastFollowing ? null : { file, atByte, transactions: following.length };
}

interface Frame {
  readonly at: number;
  readonly endsTransaction: boolean;
  /** The number of the log that it belongs to: frames of an earlier one may be behind the last. */
  readonly salts: bigint;
  readonly sum: bigint;
}

function readLog(bytes: Buffer, database: string) {
  const isSound = (bytes.readUInt32BE(0) & ~1) >>> 0 === magic;
  const littleEndian = isSound ? (bytes.readUInt32BE(0) & 1) === 0 : endianness() === 'LE';
  const sumOf = (from: number, to: number, before: bigint) => checksum(bytes, { from, to, littleEndian, before });
  const stored = bytes.readBigUInt64BE(24);
  const start = isSound && sumOf(0, 24, 0n) === stored ? stored : null;
  const pageBytes = start === null ? pageBytesOf(database) : bytes.readUInt32BE(8);
  if (pageBytes < 512 || pageBytes > 65_536) return null;
  const frameBytes = frameHeaderBytes + pageBytes;
  const frames = Array.from({ length: Math.floor((bytes.length - headerBytes) / frameBytes) }, (_, index): Frame => {
    const at = headerBytes + index * frameBytes;
    return {
      at,
      endsTransaction: bytes.readUInt32BE(at + 4) !== 0,
      salts: bytes.readBigUInt64BE(at + 8),
      sum: bytes.readBigUInt64BE(at + 16),
    };
  });
  const sumAfter = ({ at }: Frame, before: bigint) =>
    sumOf(at + frameHeaderBytes, at + frameBytes, sumOf(at, at + 8, before));
  return { frames, sumAfter, salts: start === null ? frames[0]?.salts : bytes.readBigUInt64BE(16), start };
}

/** The size of a page by the header of the database. */
function pageBytesOf(database: string): number {
  const descriptor = openSync(database, 'r');
  try {
    const header = Buffer.alloc(18);
    readSync(descriptor, header, 0, header.length, 0);
    const said = header.readUInt16BE(16);
    return said === 1 ? 65_536 : said;
  } finally {
    closeSync(descriptor);
  }
}

interface Summed {
  readonly from: number;
  readonly to: number;
  readonly littleEndian: boolean;
  /** The checksum of what is before, two numbers of 32 bits. */
  readonly before: bigint;
}

function checksum(bytes: Buffer, { from, to, littleEndian, before }: Summed): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = Number(before >> 32n) | 0;
  let second = Number(before & 0xffff_ffffn) | 0;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getInt32(at, littleEndian) + second) | 0;
    second = (second + view.getInt32(at + 4, littleEndian) + first) | 0;
  }
  return (BigInt(first >>> 0) << 32n) | BigInt(second >>> 0);
}
