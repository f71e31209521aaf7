import { decodeData, numberEntry, numbersEntry } from '@platen/pdf-kit/objects';
import type { PDFRawStream } from '@platen/pdf-kit/pdf-lib';

/** What the colours of a mesh mean. */
export interface MeshColors {
  /** Components of a stored colour. */
  readonly components: number;
  readonly grayOf: (color: readonly number[]) => number;
}

/** A mesh with one grey for each colour. */
export interface GrayMesh {
  readonly bytes: Uint8Array;
  readonly bitsPerComponent: number;
  /** `Decode` with the range of grey. */
  readonly decode: readonly number[];
}

const maxMeshBytes = 64 * 1024 * 1024;
/** Points and colours of a patch, by its kind and by whether it shares a side with the one before (ISO 32000-2, 8.7.4.5.7). */
const patchParts: Readonly<Record<number, { readonly whole: readonly number[]; readonly next: readonly number[] }>> = {
  6: { whole: [12, 4], next: [8, 2] },
  7: { whole: [16, 4], next: [12, 2] },
};

/** Reads the triangles or patches of a mesh (shadings of type 4 to 7), and writes them with greys. Null if it is damaged. */
export function grayMesh(stream: PDFRawStream, colors: MeshColors): GrayMesh | null {
  const { dict } = stream;
  const type = numberEntry(dict, 'ShadingType') ?? 0;
  const coordinateBits = numberEntry(dict, 'BitsPerCoordinate') ?? 0;
  const componentBits = numberEntry(dict, 'BitsPerComponent') ?? 0;
  const flagBits = type === 5 ? 0 : (numberEntry(dict, 'BitsPerFlag') ?? 0);
  const decode = numbersEntry(dict, 'Decode');
  const decoded = decodeData(stream, { maxBytes: maxMeshBytes });
  if (decoded === null || decoded.imageFilter !== null || decode === null || coordinateBits < 1 || componentBits < 1) {
    return null;
  }
  const reader = createBitReader(decoded.bytes);
  const grayBits = Math.max(8, componentBits);
  const writer = createBitWriter();
  const highest = 2 ** componentBits - 1;
  const color = (): number => {
    const parts = Array.from({ length: colors.components }, (_, part) => {
      const [low = 0, high = 1] = decode.slice(4 + 2 * part);
      return low + (reader.read(componentBits) / highest) * (high - low);
    });
    return Math.round(Math.max(0, Math.min(1, colors.grayOf(parts))) * (2 ** grayBits - 1));
  };
  const copyPoints = (count: number) => {
    for (let at = 0; at < 2 * count; at += 1) writer.write(reader.read(coordinateBits), coordinateBits);
  };
  while (reader.bitsLeft() >= flagBits + 2 * coordinateBits + colors.components * componentBits) {
    const flag = flagBits === 0 ? 0 : reader.read(flagBits);
    if (flagBits > 0) writer.write(flag, flagBits);
    const patch = patchParts[type];
    const [points = 1, shades = 1] = patch === undefined ? [1, 1] : (flag & 3) === 0 ? patch.whole : patch.next;
    copyPoints(points);
    for (let at = 0; at < shades; at += 1) writer.write(color(), grayBits);
    // Vertices and patches begin at whole bytes.
    reader.align();
    writer.align();
  }
  return { bytes: writer.finish(), bitsPerComponent: grayBits, decode: [...decode.slice(0, 4), 0, 1] };
}

function createBitReader(bytes: Uint8Array) {
  let at = 0;
  return {
    bitsLeft: () => bytes.length * 8 - at,
    /** Up to 32 bits. */
    read(count: number): number {
      let value = 0;
      for (let left = count; left > 0; ) {
        const free = 8 - (at & 7);
        const taken = Math.min(free, left);
        const part = ((bytes[at >> 3] ?? 0) >> (free - taken)) & (2 ** taken - 1);
        value = value * 2 ** taken + part;
        at += taken;
        left -= taken;
      }
      return value;
    },
    align() {
      at = (at + 7) & ~7;
    },
  };
}

function createBitWriter() {
  const bytes: number[] = [];
  let [pending, used] = [0, 0];
  const flush = () => {
    bytes.push(pending);
    [pending, used] = [0, 0];
  };
  return {
    write(value: number, count: number) {
      for (let left = count; left > 0; ) {
        const taken = Math.min(8 - used, left);
        const part = Math.floor(value / 2 ** (left - taken)) % 2 ** taken;
        pending |= part << (8 - used - taken);
        used += taken;
        left -= taken;
        if (used === 8) flush();
      }
    },
    align() {
      if (used > 0) flush();
    },
    finish: () => Uint8Array.from(bytes),
  };
}
