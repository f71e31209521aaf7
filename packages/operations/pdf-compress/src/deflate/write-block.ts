import type { BitWriter } from './bit-writer.ts';
import { countSymbols, type Path, type Span, type SymbolCounts } from './cheapest-path.ts';
import { codeLengths, prefixCodes } from './code-lengths.ts';
import {
  distanceSymbols,
  distanceTable,
  endOfBlock,
  literalSymbols,
  literalTable,
  symbolOfDistance,
  symbolOfLength,
} from './deflate-symbols.ts';

/** The maximum code length of literal/length and distance symbols, and of code length symbols (RFC 1951, 3.2.7). */
const maxCodeLength = 15;
const maxLengthCodeLength = 7;
/** The maximum number of bytes in a stored block. */
const maxStoredBytes = 65_535;
/** The order in which the code lengths of the code length alphabet are written. */
const lengthCodeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Block types (RFC 1951, 3.2.3). */
const storedKind = 0;
const fixedKind = 1;
const dynamicKind = 2;

interface Codes {
  readonly literals: Uint8Array;
  readonly distances: Uint8Array;
}

const fixedCodes: Codes = {
  literals: Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
  distances: new Uint8Array(32).fill(5),
};

/** Writes a span as one block, with dynamic or fixed Huffman codes or stored, whichever is smallest. */
export function writeBlock(writer: BitWriter, bytes: Uint8Array, path: Path, span: Span, isLast: boolean): void {
  const counts = countSymbols(bytes, path, span);
  const dynamic = dynamicCodes(counts);
  const header = describeCodes(dynamic);
  const fixedBits = symbolBits(counts, fixedCodes);
  const dynamicBits = header.bits + symbolBits(counts, dynamic);
  const size = span.to - span.from;
  const storedBits = 8 * size + 40 * Math.max(1, Math.ceil(size / maxStoredBytes));
  const last = isLast ? 1 : 0;
  if (storedBits < Math.min(fixedBits, dynamicBits)) {
    writeStored(writer, bytes.subarray(span.from, span.to), last);
  } else if (fixedBits <= dynamicBits) {
    writer.write(last | (fixedKind << 1), 3);
    writeSteps(writer, bytes, path, span, fixedCodes);
  } else {
    writer.write(last | (dynamicKind << 1), 3);
    header.write(writer);
    writeSteps(writer, bytes, path, span, dynamic);
  }
}

function dynamicCodes({ literals, distances }: SymbolCounts): Codes {
  const used = distances.filter((count) => count > 0).length;
  // Some decoders do not accept a distance code of fewer than two symbols.
  const padded = used < 2 ? distances.map((count, symbol) => (symbol < 2 ? Math.max(1, count) : count)) : distances;
  return { literals: codeLengths(literals, maxCodeLength), distances: codeLengths(padded, maxCodeLength) };
}

function symbolBits(counts: SymbolCounts, codes: Codes): number {
  let bits = 0;
  for (let symbol = 0; symbol < literalSymbols; symbol += 1) {
    const each = (codes.literals[symbol] as number) + (literalTable.extraBits[symbol] as number);
    bits += (counts.literals[symbol] as number) * each;
  }
  for (let symbol = 0; symbol < distanceSymbols; symbol += 1) {
    const each = (codes.distances[symbol] as number) + (distanceTable.extraBits[symbol] as number);
    bits += (counts.distances[symbol] as number) * each;
  }
  return bits;
}

/** The header of a dynamic block: its code lengths, run-length encoded and Huffman coded. */
function describeCodes(codes: Codes) {
  const literals = withoutUnused(codes.literals, 257);
  const distances = withoutUnused(codes.distances, 1);
  const runs = findRuns([...literals, ...distances]);
  const counts = new Uint32Array(lengthCodeOrder.length);
  for (const { symbol } of runs) (counts[symbol] as number)++;
  const lengths = codeLengths(counts, maxLengthCodeLength);
  const words = prefixCodes(lengths);
  let sent = lengthCodeOrder.length;
  while (sent > 4 && lengths[lengthCodeOrder[sent - 1] as number] === 0) sent -= 1;
  return {
    bits: 14 + 3 * sent + runs.reduce((sum, run) => sum + (lengths[run.symbol] as number) + run.extraBits, 0),
    write(writer: BitWriter) {
      writer.write(literals.length - 257, 5);
      writer.write(distances.length - 1, 5);
      writer.write(sent - 4, 4);
      for (const symbol of lengthCodeOrder.slice(0, sent)) writer.write(lengths[symbol] as number, 3);
      for (const { symbol, extra, extraBits } of runs) {
        writer.write(words[symbol] as number, lengths[symbol] as number);
        writer.write(extra, extraBits);
      }
    },
  };
}

function withoutUnused(lengths: Uint8Array, least: number): Uint8Array {
  let end = lengths.length;
  while (end > least && lengths[end - 1] === 0) end -= 1;
  return lengths.subarray(0, end);
}

interface Run {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

/** Run-length encodes code lengths: 16 repeats the last one 3 to 6 times, 17 and 18 write 3 to 10 and 11 to 138 zeros. */
function findRuns(lengths: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number;
    let count = 1;
    while (lengths[at + count] === length) count += 1;
    at += count;
    if (length !== 0) {
      runs.push({ symbol: length, extra: 0, extraBits: 0 });
      count -= 1;
    }
    while (count >= 3) {
      const most = length !== 0 ? 6 : count > 10 ? 138 : 10;
      // Seven are shorter as four and three than as six and one.
      const taken = length !== 0 && count > 6 && count < 9 ? count - 3 - (count === 8 ? 1 : 0) : Math.min(count, most);
      if (length !== 0) runs.push({ symbol: 16, extra: taken - 3, extraBits: 2 });
      else if (most === 10) runs.push({ symbol: 17, extra: taken - 3, extraBits: 3 });
      else runs.push({ symbol: 18, extra: taken - 11, extraBits: 7 });
      count -= taken;
    }
    for (; count > 0; count -= 1) runs.push({ symbol: length, extra: 0, extraBits: 0 });
  }
  return runs;
}

function writeSteps(writer: BitWriter, bytes: Uint8Array, path: Path, { from, to }: Span, codes: Codes): void {
  const literals = prefixCodes(codes.literals);
  const distances = prefixCodes(codes.distances);
  const send = (symbol: number) => writer.write(literals[symbol] as number, codes.literals[symbol] as number);
  for (let position = from; position < to; ) {
    const length = path.lengths[position] as number;
    if (length === 1) send(bytes[position] as number);
    else {
      const distance = path.distances[position] as number;
      const symbol = symbolOfLength[length] as number;
      const far = symbolOfDistance(distance);
      send(symbol);
      writer.write(length - (literalTable.base[symbol] as number), literalTable.extraBits[symbol] as number);
      writer.write(distances[far] as number, codes.distances[far] as number);
      writer.write(distance - (distanceTable.base[far] as number), distanceTable.extraBits[far] as number);
    }
    position += length;
  }
  send(endOfBlock);
}

function writeStored(writer: BitWriter, bytes: Uint8Array, last: number): void {
  for (let from = 0; from < bytes.length; from += maxStoredBytes) {
    const part = bytes.subarray(from, from + maxStoredBytes);
    const isEnd = from + part.length === bytes.length;
    writer.write((isEnd ? last : 0) | (storedKind << 1), 3);
    writer.align();
    writer.write(part.length, 16);
    writer.write(~part.length & 0xffff, 16);
    writer.append(part);
  }
}
