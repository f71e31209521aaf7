import { arrayItems, asDict, decodeData, numberEntry, numbersEntry, pdfArrayEntry } from '@platen/pdf-kit/objects';
import { type PDFDict, type PDFObject, PDFRawStream } from '@platen/pdf-kit/pdf-lib';

/** A function of one number, as far as its kind can be evaluated here. */
export type Evaluate = (input: number) => readonly number[];

const maxSampleBytes = 1 << 20;
/** Stitching functions are nested no deeper by any program. */
const maxDepth = 8;

/**
 * A function of one number: sampled, exponential or stitching (ISO 32000-2, 7.10.2 to 7.10.4). Null for one that is a
 * program, has several inputs, or is damaged.
 */
// Walk: `maxDepth` levels; hazards were counted before.
export function readFunction(value: PDFObject | null | undefined, depth = 0): Evaluate | null {
  const dict = asDict(value);
  if (dict === null || depth > maxDepth) return null;
  const [low = 0, high = 1, ...more] = numbersEntry(dict, 'Domain') ?? [];
  if (more.length > 0) return null;
  const evaluate = readKind(value, dict, depth);
  const range = numbersEntry(dict, 'Range');
  if (evaluate === null) return null;
  return (input) => {
    const output = evaluate(Math.max(low, Math.min(high, input)));
    return range === null ? output : output.map((part, at) => clamp(part, range[2 * at] ?? 0, range[2 * at + 1] ?? 1));
  };
}

// Walk: see `readFunction`.
function readKind(value: PDFObject | null | undefined, dict: PDFDict, depth: number): Evaluate | null {
  switch (numberEntry(dict, 'FunctionType')) {
    case 0:
      return value instanceof PDFRawStream ? readSampled(value) : null;
    case 2:
      return readExponential(dict);
    case 3:
      return readStitching(dict, depth);
    default:
      return null;
  }
}

function readExponential(dict: PDFDict): Evaluate {
  const first = numbersEntry(dict, 'C0') ?? [0];
  const last = numbersEntry(dict, 'C1') ?? [1];
  const exponent = numberEntry(dict, 'N') ?? 1;
  return (input) => first.map((from, part) => from + input ** exponent * ((last[part] ?? 0) - from));
}

// Walk: see `readFunction`.
function readStitching(dict: PDFDict, depth: number): Evaluate | null {
  const functions = pdfArrayEntry(dict, 'Functions');
  const parts = (functions === null ? [] : arrayItems(functions)).map((part) => readFunction(part, depth + 1));
  const [low = 0, high = 1] = numbersEntry(dict, 'Domain') ?? [];
  const bounds = numbersEntry(dict, 'Bounds') ?? [];
  const encode = numbersEntry(dict, 'Encode') ?? [];
  const known = parts.filter((part) => part !== null);
  if (known.length === 0 || known.length !== parts.length || bounds.length !== parts.length - 1) return null;
  return (input) => {
    const found = bounds.findIndex((bound) => input < bound);
    const at = found < 0 ? known.length - 1 : found;
    const [from, to] = [bounds[at - 1] ?? low, bounds[at] ?? high];
    const [start = 0, end = 1] = encode.slice(2 * at);
    const share = to === from ? 0 : (input - from) / (to - from);
    return known[at]?.(start + share * (end - start)) ?? [];
  };
}

function readSampled(stream: PDFRawStream): Evaluate | null {
  const { dict } = stream;
  const [size = 0] = numbersEntry(dict, 'Size') ?? [];
  const bits = numberEntry(dict, 'BitsPerSample') ?? 8;
  const range = numbersEntry(dict, 'Range');
  const decoded = decodeData(stream, { maxBytes: maxSampleBytes });
  if (range === null || size < 1 || decoded === null || decoded.imageFilter !== null || (bits !== 8 && bits !== 16)) {
    return null;
  }
  const [low = 0, high = 1] = numbersEntry(dict, 'Domain') ?? [];
  const [start = 0, end = size - 1] = numbersEntry(dict, 'Encode') ?? [];
  const decode = numbersEntry(dict, 'Decode') ?? range;
  const { bytes } = decoded;
  const parts = range.length / 2;
  const sampleAt = (index: number, part: number) => {
    const at = Math.max(0, Math.min(size - 1, index)) * parts + part;
    const share =
      bits === 8 ? (bytes[at] ?? 0) / 255 : ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)) / 65_535;
    const [from = 0, to = 1] = decode.slice(2 * part);
    return from + share * (to - from);
  };
  return (input) => {
    const place = clamp(start + ((input - low) / (high - low || 1)) * (end - start), 0, size - 1);
    const below = Math.floor(place);
    return Array.from({ length: parts }, (_, part) => {
      const [one, other] = [sampleAt(below, part), sampleAt(below + 1, part)];
      return one + (place - below) * (other - one);
    });
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
