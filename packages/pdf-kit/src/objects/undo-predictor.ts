import type { PDFDict } from 'pdf-lib';
import { numberEntry } from './typed-entries.ts';

/** Undoes the predictor of a Flate or LZW stream (ISO 32000-1, 7.4.4.4): TIFF for 2, PNG from 10. */
export function undoPredictor(bytes: Uint8Array, parameters: PDFDict): Uint8Array {
  const predictor = numberEntry(parameters, 'Predictor') ?? 1;
  if (predictor < 2) return bytes;
  const colors = numberEntry(parameters, 'Colors') ?? 1;
  const bits = numberEntry(parameters, 'BitsPerComponent') ?? 8;
  const columns = numberEntry(parameters, 'Columns') ?? 1;
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  const rowBytes = (columns * colors * bits + 7) >> 3;
  if (rowBytes < 1) return bytes;
  return predictor === 2 ? undoTiff(bytes, rowBytes, colors, bits) : undoPng(bytes, rowBytes, pixelBytes);
}

/** Only for 8-bit components: data of other depths, which do not occur in practice, is returned as it is. */
function undoTiff(bytes: Uint8Array, rowBytes: number, colors: number, bits: number): Uint8Array {
  if (bits !== 8) return bytes;
  const result = Uint8Array.from(bytes);
  for (let row = 0; row < result.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, result.length);
    for (let index = row + colors; index < end; index++) {
      result[index] = at(result, index) + at(result, index - colors);
    }
  }
  return result;
}

/** PNG filters (RFC 2083, section 6): each row begins with the number of its filter. */
function undoPng(bytes: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const source = row * (rowBytes + 1);
    const target = row * rowBytes;
    const available = Math.min(rowBytes, bytes.length - source - 1);
    const filter = at(bytes, source);
    for (let index = 0; index < available; index++) {
      const left = index >= pixelBytes ? at(result, target + index - pixelBytes) : 0;
      const up = row > 0 ? at(result, target + index - rowBytes) : 0;
      const upLeft = row > 0 && index >= pixelBytes ? at(result, target + index - rowBytes - pixelBytes) : 0;
      result[target + index] = at(bytes, source + 1 + index) + prediction(filter, left, up, upLeft);
    }
    length = target + Math.max(0, available);
  }
  return result.subarray(0, length);
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
