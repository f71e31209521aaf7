import { crc32, inflateSync } from 'node:zlib';
import { readTiffDirectories } from '@platen/pdf-kit/tiff';
import { readGeometry, type StoredGeometry, usableResolution } from './tiff-directory.ts';

/** The chunks of a PNG file that matter to a PDF (PNG specification, third edition). */
export interface PngChunks {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colorType: 0 | 2 | 3 | 4 | 6;
  readonly interlaced: boolean;
  readonly palette: Uint8Array | null;
  readonly transparency: Uint8Array | null;
  readonly profile: Uint8Array | null;
  readonly geometry: StoredGeometry;
  readonly animated: boolean;
  readonly data: readonly Uint8Array[];
}

/** The bit depths that each colour type may have. */
const bitDepths: Readonly<Record<PngChunks['colorType'], readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Profiles of real devices reach a few megabytes; more than this is a bomb. */
const maxProfileBytes = 16 * 1024 * 1024;

/**
 * Reads the chunks, checking each one's sum. One that is not needed to decode pixels is left out if it is damaged, and a
 * file may end behind its data, as for most readers. Null when it is cut off before that, or damaged.
 */
export function readPngChunks(file: Uint8Array): PngChunks | null {
  const chunks = new Map<string, Uint8Array>();
  const data: Uint8Array[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let offset = 8; offset + 12 <= file.byteLength && !chunks.has('IEND'); ) {
    const length = view.getUint32(offset);
    const type = Buffer.from(file.buffer, file.byteOffset + offset + 4, 4).toString('latin1');
    const isCut = offset + 12 + length > file.byteLength;
    if (isCut && (data.length === 0 || isCritical(type))) return null;
    if (isCut) break;
    const body = file.subarray(offset + 8, offset + 8 + length);
    const isSound = crc32(file.subarray(offset + 4, offset + 8 + length)) === view.getUint32(offset + 8 + length);
    if (!isSound && isCritical(type)) return null;
    if (type === 'IDAT') data.push(body);
    else if (isSound && !chunks.has(type)) chunks.set(type, body);
    offset += 12 + length;
  }
  return describe(chunks, data);
}

/** The names of chunks without which pixels cannot be decoded begin with a capital letter. */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type);
}

function describe(chunks: ReadonlyMap<string, Uint8Array>, data: readonly Uint8Array[]): PngChunks | null {
  const header = chunks.get('IHDR');
  if (header === undefined || header.byteLength < 13 || data.length === 0) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [bitDepth, colorType] = [view.getUint8(8), view.getUint8(9)];
  if (width === 0 || height === 0 || !isColorType(colorType)) return null;
  if (!bitDepths[colorType].includes(bitDepth) || (colorType === 3 && !chunks.has('PLTE'))) return null;
  const exif = chunks.get('eXIf');
  const fromExif = readGeometry(exif === undefined ? undefined : readTiffDirectories(exif, 1)[0]);
  return {
    width,
    height,
    bitDepth,
    colorType,
    interlaced: view.getUint8(12) !== 0,
    palette: chunks.get('PLTE') ?? null,
    transparency: chunks.get('tRNS') ?? null,
    profile: inflateProfile(chunks.get('iCCP')),
    geometry: { ...fromExif, resolution: readPhysicalSize(chunks.get('pHYs')) ?? fromExif.resolution },
    animated: chunks.has('acTL'),
    data,
  };
}

function isColorType(value: number): value is PngChunks['colorType'] {
  return value in bitDepths;
}

/** iCCP is a name, a zero, a method byte and the deflated profile. A broken one is left out, as browsers do. */
function inflateProfile(chunk: Uint8Array | undefined): Uint8Array | null {
  const nameEnd = chunk?.indexOf(0) ?? -1;
  if (chunk === undefined || nameEnd < 0) return null;
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes });
  } catch {
    return null;
  }
}

function readPhysicalSize(chunk: Uint8Array | undefined): StoredGeometry['resolution'] {
  if (chunk === undefined || chunk.byteLength < 9 || chunk[8] !== 1) return null;
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return usableResolution(view.getUint32(0) * 0.0254, view.getUint32(4) * 0.0254);
}
