/** What the markers of a JPEG 2000 codestream say (ISO/IEC 15444-1, annex A). */
export interface Codestream {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** The most bits of a sample. */
  readonly bitsPerComponent: number;
  /** Whether some components have fewer samples than others, as those of colour may. */
  readonly isSubsampled: boolean;
  /** Whether its blocks are coded by part 15 of the standard, which readers of PDF do not know. */
  readonly isHighThroughput: boolean;
  /** Whether every tile is there, up to its last byte. */
  readonly isComplete: boolean;
}

const markers = { size: 0xff51, capabilities: 0xff50, tilePart: 0xff90, end: 0xffd9 };

/** Where the first marker segment is, behind SOC. */
const firstSegment = 2;

/** Reads the main header and steps over the tile-parts; null when they make no sense. */
export function readCodestream(bytes: Uint8Array): Codestream | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: ImageSize | null = null;
  let isHighThroughput = false;
  for (let at = firstSegment; at + 4 <= bytes.byteLength; ) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker === markers.tilePart) {
      if (size === null) return null;
      const { tiles, ...facts } = size;
      return { ...facts, isHighThroughput, isComplete: hasTiles(view, at, tiles) };
    }
    if (at + 2 + length > bytes.byteLength || length < 2) return null;
    if (marker === markers.size) size = readSize(view, at + 4, length - 2);
    if (marker === markers.capabilities) isHighThroughput = true;
    at += 2 + length;
  }
  return null;
}

type ImageSize = Omit<Codestream, 'isHighThroughput' | 'isComplete'> & { readonly tiles: number };

/** Bytes of the SIZ segment before its components, and of each component. */
const sizeBytes = 36;
const componentBytes = 3;

function readSize(view: DataView, at: number, byteLength: number): ImageSize | null {
  if (byteLength < sizeBytes) return null;
  const [right = 0, bottom = 0, left = 0, top = 0, tileWidth = 0, tileHeight = 0, tilesLeft = 0, tilesTop = 0] = [
    2, 6, 10, 14, 18, 22, 26, 30,
  ].map((offset) => view.getUint32(at + offset));
  const components = view.getUint16(at + 34);
  if (byteLength < sizeBytes + components * componentBytes || components === 0) return null;
  if (right <= left || bottom <= top || tileWidth === 0 || tileHeight === 0) return null;
  const parts = Array.from({ length: components }, (_, index) => at + sizeBytes + index * componentBytes);
  return {
    width: right - left,
    height: bottom - top,
    components,
    bitsPerComponent: Math.max(...parts.map((part) => (view.getUint8(part) & 0x7f) + 1)),
    isSubsampled: parts.some((part) => view.getUint8(part + 1) !== 1 || view.getUint8(part + 2) !== 1),
    tiles: Math.ceil((right - tilesLeft) / tileWidth) * Math.ceil((bottom - tilesTop) / tileHeight),
  };
}

/** Bytes of the SOT segment with its marker. */
const tilePartHeadBytes = 12;

/** Whether all tile-parts from a place on are whole and no tile has none. */
function hasTiles(view: DataView, start: number, tiles: number): boolean {
  const seen = new Set<number>();
  for (let at = start; at + tilePartHeadBytes <= view.byteLength && view.getUint16(at) === markers.tilePart; ) {
    seen.add(view.getUint16(at + 4));
    const length = view.getUint32(at + 6);
    // A length of 0 stands for all up to the end marker, which only the last tile-part may have.
    const end = length === 0 ? endMarkerOf(view) : at + length;
    if (end === null || end > view.byteLength || end <= at) return false;
    at = end;
  }
  return seen.size === tiles;
}

function endMarkerOf(view: DataView): number | null {
  const at = view.byteLength - 2;
  return at >= 0 && view.getUint16(at) === markers.end ? at : null;
}
