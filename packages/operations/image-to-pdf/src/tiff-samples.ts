/** How a TIFF stores samples. */
export interface SampleCoding {
  /** Bits of a sample, 1 to 32, or 64. */
  readonly bits: number;
  readonly format: 'unsigned' | 'signed' | 'float';
  /** Samples that a row has for each pixel. */
  readonly perPixel: number;
  readonly predictor: 'none' | 'horizontal' | 'floating';
  /** The byte order, of samples of whole bytes. */
  readonly little: boolean;
}

/** Reads a row into as many samples as `values` has. */
export type RowReader = (row: Uint8Array, values: Float64Array) => void;

/**
 * A reader of rows with samples of any width (TIFF 6.0, pages 29 and 64; Technical Note 3 for the predictor of floating
 * point). Null for a combination that nobody writes.
 */
export function createRowReader(coding: SampleCoding): RowReader | null {
  const { bits, format, predictor, perPixel } = coding;
  if (format === 'float' && bits !== 32 && bits !== 64) return null;
  if (predictor === 'floating') {
    if (format !== 'float') return null;
    const read = createWordReader({ ...coding, little: false });
    return (row, values) => read(undoFloating(row, coding), values);
  }
  if (bits === 64) return predictor === 'none' ? createWordReader(coding) : null;
  const readStored = bits % 8 === 0 ? createWordReader({ ...coding, format: 'unsigned' }) : createBitReader(bits);
  const interpret = interpreterOf(coding);
  return (row, values) => {
    readStored(row, values);
    if (predictor === 'horizontal') undoHorizontal(values, perPixel, 2 ** bits);
    if (interpret !== null) for (const [index, stored] of values.entries()) values[index] = interpret(stored);
  };
}

/** Samples of whole bytes. */
function createWordReader({ bits, format, little }: SampleCoding): RowReader {
  const stride = bits / 8;
  return (row, values) => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let index = 0; index < values.length; index++) {
      const at = index * stride;
      if (format === 'float') values[index] = bits === 64 ? view.getFloat64(at, little) : view.getFloat32(at, little);
      else if (bits === 64) values[index] = Number(wideInteger(view, at, format, little));
      else {
        let value = 0;
        for (let byte = 0; byte < stride; byte++)
          value = value * 256 + view.getUint8(at + (little ? stride - 1 - byte : byte));
        values[index] = value;
      }
    }
  };
}

function wideInteger(view: DataView, at: number, format: SampleCoding['format'], little: boolean): bigint {
  return format === 'signed' ? view.getBigInt64(at, little) : view.getBigUint64(at, little);
}

/** Samples one after the other, whose highest bit comes first. */
function createBitReader(bits: number): RowReader {
  return (row, values) => {
    let [at, held, heldBits] = [0, 0, 0];
    for (let index = 0; index < values.length; index++) {
      for (; heldBits < bits; heldBits += 8) held = held * 256 + (row[at++] ?? 0);
      heldBits -= bits;
      const unit = 2 ** heldBits;
      const value = Math.floor(held / unit);
      values[index] = value;
      held -= value * unit;
    }
  };
}

function interpreterOf({ bits, format }: SampleCoding): ((stored: number) => number) | null {
  if (format === 'unsigned') return null;
  if (format === 'signed') return (stored) => (stored >= 2 ** (bits - 1) ? stored - 2 ** bits : stored);
  const view = new DataView(new ArrayBuffer(4));
  return (stored) => {
    view.setUint32(0, stored);
    return view.getFloat32(0);
  };
}

/** Each sample is stored as its difference from that of the pixel before it. */
function undoHorizontal(values: Float64Array, perPixel: number, range: number): void {
  for (let index = perPixel; index < values.length; index++) {
    values[index] = ((values[index] ?? 0) + (values[index - perPixel] ?? 0)) % range;
  }
}

/** The bytes of a row are stored as differences, first the highest bytes of all samples, then the next ones. */
function undoFloating(row: Uint8Array, { bits, perPixel }: SampleCoding): Uint8Array {
  const summed = Uint8Array.from(row);
  for (let at = perPixel; at < summed.length; at++) summed[at] = (summed[at] ?? 0) + (summed[at - perPixel] ?? 0);
  const stride = bits / 8;
  const count = row.byteLength / stride;
  return row.map((_, at) => summed[(at % stride) * count + Math.floor(at / stride)] ?? 0);
}
