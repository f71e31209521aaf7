import type { PDFDict } from 'pdf-lib';
import { readNumber } from './read-entry.ts';

/**
 * Undoes the predictor of a Flate or LZW stream: TIFF (2) or PNG (10 and above). Source: ISO 32000-2, 7.4.4.4, and the
 * PNG specification, clause 9. Throws on a predictor that is none.
 */
export function undoPredictor(bytes: Uint8Array, predictor: number, params: PDFDict | null): Uint8Array {
  if (predictor <= 1 || params === null) return bytes;
  const colors = readNumber(params, 'Colors') ?? 1;
  const bits = readNumber(params, 'BitsPerComponent') ?? 8;
  const columns = readNumber(params, 'Columns') ?? 1;
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  const rowBytes = (colors * bits * columns + 7) >> 3;
  if (!(rowBytes > 0)) throw new RangeError('a predictor without columns');
  if (predictor >= 10) return undoPng(bytes, rowBytes, pixelBytes);
  if (predictor === 2 && bits === 8) return undoTiff(bytes, rowBytes, colors);
  throw new RangeError('a predictor nobody uses');
}

function undoPng(bytes: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const out = new Uint8Array(rows * rowBytes);
  let written = 0;
  for (let row = 0; row < rows; row += 1) {
    const start = row * (rowBytes + 1);
    const source = bytes.subarray(start + 1, start + 1 + rowBytes);
    undoPngRow(bytes[start] ?? 0, source, out, row * rowBytes, { rowBytes, pixelBytes });
    written += source.length;
  }
  return written === out.length ? out : out.subarray(0, written);
}

function undoPngRow(
  type: number,
  source: Uint8Array,
  out: Uint8Array,
  offset: number,
  { rowBytes, pixelBytes }: { readonly rowBytes: number; readonly pixelBytes: number },
): void {
  for (let index = 0; index < source.length; index += 1) {
    const at = offset + index;
    const left = index >= pixelBytes ? (out[at - pixelBytes] ?? 0) : 0;
    const up = offset > 0 ? (out[at - rowBytes] ?? 0) : 0;
    const corner = index >= pixelBytes && offset > 0 ? (out[at - rowBytes - pixelBytes] ?? 0) : 0;
    out[at] = (source[index] ?? 0) + predicted(type, left, up, corner);
  }
}

function predicted(type: number, left: number, up: number, corner: number): number {
  switch (type) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const fromLeft = Math.abs(up - corner);
      const fromUp = Math.abs(left - corner);
      const fromCorner = Math.abs(left + up - 2 * corner);
      if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
      return fromUp <= fromCorner ? up : corner;
    }
    default:
      return 0;
  }
}

function undoTiff(bytes: Uint8Array, rowBytes: number, colors: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let start = 0; start < out.length; start += rowBytes) {
    const end = Math.min(start + rowBytes, out.length);
    for (let index = start + colors; index < end; index += 1)
      out[index] = (out[index] ?? 0) + (out[index - colors] ?? 0);
  }
  return out;
}
