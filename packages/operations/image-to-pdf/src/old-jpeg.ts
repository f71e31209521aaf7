import { jpegFrame, jpegSegments, startOfScan } from '@platen/pdf-kit';
import { type TiffDirectory, tiffTags } from '@platen/pdf-kit/tiff';
import { readTiffPieces } from './tiff-pieces.ts';

/** Markers of JPEG (ITU-T T.81, table B.1). */
const [baselineFrame, huffmanTable, quantizationTable, restartInterval] = [0xc0, 0xc4, 0xdb, 0xdd];
const [firstRestart, startOfImage, endOfImage] = [0xd0, 0xd8, 0xd9];
const endMarker = Buffer.of(0xff, endOfImage);

/**
 * One JPEG stream of what a TIFF of the older kind has in pieces: the tables in tags or in a stream of their own, and
 * strips with nothing but coded data, as scanning software of the nineties wrote them (TIFF 6.0, section 22). Null if
 * something is missing, or the strips cannot be those of one stream. Whether it can be decoded is not checked.
 */
export function joinOldJpeg(file: Uint8Array, directory: TiffDirectory): Uint8Array | null {
  const coded = readTiffPieces(file, directory);
  const header = streamHeader(file, directory) ?? tagHeader(file, directory);
  if (coded === null || header === null) return null;
  const [first = new Uint8Array()] = coded.pieces;
  const hasScan = header.some((segment) => segment[1] === startOfScan);
  if (!hasScan && !(first[0] === 0xff && first[1] === startOfScan)) return null;
  const strips = coded.pieces.map(withoutEnd);
  const interval = strips.length === 1 ? [] : stripInterval(directory, header, coded.isTiled);
  if (interval === null) return null;
  // The interval comes before the scan.
  const scan = header.filter((segment) => segment[1] === startOfScan);
  const tables = header.filter((segment) => segment[1] !== startOfScan);
  const data = strips.flatMap((strip, index) =>
    index === 0 ? [strip] : [Buffer.of(0xff, firstRestart + ((index - 1) % 8)), strip],
  );
  return Buffer.concat([Buffer.of(0xff, startOfImage), ...tables, ...interval, ...scan, ...data, endMarker]);
}

/** The segments of the stream that has the tables; null if there is none, or it has no frame. */
function streamHeader(file: Uint8Array, directory: TiffDirectory): readonly Uint8Array[] | null {
  const [start = 0] = directory.values(tiffTags.jpegInterchangeFormat) ?? [];
  const [length = 0] = directory.values(tiffTags.jpegInterchangeFormatLength) ?? [];
  const segments = start === 0 ? [] : [...jpegSegments(file.subarray(start, start + length))];
  if (!segments.some((segment) => segment.isComplete && jpegFrame(segment) !== null)) return null;
  return segments.filter(({ isComplete }) => isComplete).map(({ bytes }) => bytes);
}

const quantizationBytes = 64;
const countsOfHuffmanTable = 16;

/** Segments made of the tables that tags point to, one of each kind for a component. */
function tagHeader(file: Uint8Array, directory: TiffDirectory): readonly Uint8Array[] | null {
  const quantization = directory.values(tiffTags.jpegQTables) ?? [];
  const huffman = [
    directory.values(tiffTags.jpegDcTables) ?? [],
    directory.values(tiffTags.jpegAcTables) ?? [],
  ] as const;
  const components = directory.values(tiffTags.samplesPerPixel)?.[0] ?? 1;
  if (components !== 1 && components !== 3) return null;
  if ([quantization, ...huffman].some((tables) => tables.length < components)) return null;
  const ids = Array.from({ length: components }, (_, index) => index);
  const [across = 2, down = 2] = components === 1 ? [1, 1] : (directory.values(tiffTags.yCbCrSubsampling) ?? []);
  const sampling = (id: number) => (id === 0 ? across * 16 + down : 0x11);
  const [width = 0] = directory.values(tiffTags.width) ?? [];
  const [height = 0] = directory.values(tiffTags.height) ?? [];
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const tables = huffman.flatMap((offsets, kind) =>
    ids.map((id) => {
      const start = offsets[id] ?? 0;
      const counts = file.subarray(start, start + countsOfHuffmanTable);
      const codes = counts.reduce((sum, count) => sum + count, 0);
      return segment(huffmanTable, [kind * 16 + id, ...file.subarray(start, start + countsOfHuffmanTable + codes)]);
    }),
  );
  return [
    ...ids.map((id) => {
      const start = quantization[id] ?? 0;
      return segment(quantizationTable, [id, ...file.subarray(start, start + quantizationBytes)]);
    }),
    segment(baselineFrame, [8, ...size, components, ...ids.flatMap((id) => [id + 1, sampling(id), id])]),
    ...tables,
    segment(startOfScan, [components, ...ids.flatMap((id) => [id + 1, id * 16 + id]), 0, 63, 0]),
  ];
}

function segment(marker: number, body: readonly number[]): Uint8Array {
  const length = body.length + 2;
  return Buffer.of(0xff, marker, length >> 8, length & 255, ...body);
}

/** Pixels of a block. */
const blockSide = 8;

/**
 * The segment that says how many units of coding a strip has: each strip begins as after a restart marker. Null if
 * strips end within a unit.
 */
function stripInterval(
  directory: TiffDirectory,
  header: readonly Uint8Array[],
  isTiled: boolean,
): readonly Uint8Array[] | null {
  const frame = [...jpegSegments(Buffer.concat([endMarker, ...header]))].find((each) => jpegFrame(each) !== null);
  const [width = 0] = directory.values(tiffTags.width) ?? [];
  const [rows = 0] = directory.values(tiffTags.rowsPerStrip) ?? [];
  if (frame === undefined || isTiled || directory.values(tiffTags.jpegRestartInterval)?.some((count) => count > 0)) {
    return null;
  }
  const factors = Array.from({ length: frame.body[5] ?? 0 }, (_, index) => frame.body[7 + 3 * index] ?? 0);
  const unitWidth = blockSide * Math.max(...factors.map((factor) => factor >> 4));
  const unitHeight = blockSide * Math.max(...factors.map((factor) => factor & 15));
  const count = Math.ceil(width / unitWidth) * (rows / unitHeight);
  if (!Number.isInteger(count) || count === 0 || count > 0xffff) return null;
  return [segment(restartInterval, [count >> 8, count & 255])];
}

/** A strip up to its end marker, if it has one. */
function withoutEnd(strip: Uint8Array): Uint8Array {
  const end = Buffer.from(strip.buffer, strip.byteOffset, strip.byteLength).lastIndexOf(endMarker);
  return end < 0 ? strip : strip.subarray(0, end);
}
