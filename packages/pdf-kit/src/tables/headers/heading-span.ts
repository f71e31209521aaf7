import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import type { Edge } from '../rules/edges.ts';
import { columnOf } from '../whitespace/column-cuts.ts';

interface Span {
  readonly first: number;
  readonly last: number;
}

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

/** The context of a heading. */
export interface Surroundings {
  /** The lines of the header, and which of them the heading is in. */
  readonly header: readonly ColumnRow[];
  readonly line: number;
  /** All lines of the table below that one. */
  readonly below: readonly ColumnRow[];
  readonly level: readonly Edge[];
  readonly cuts: readonly number[];
}

/** Minimum distance of adjacent headings, in em. */
const apartEm = 1;
/** The share of a set of headings that is repeated under the next group heading. */
const repeatedShare = 0.5;
/** Tolerance for a heading centred over its columns, in em. */
const centredEm = 0.3;
/** The columns that a heading spans: those below the rule under it, those it is centred over, or those it overlaps. */
export function headingSpan(piece: ColumnChunk, surroundings: Surroundings): Span {
  const { header } = surroundings;
  const { box, sizePt } = piece.chunk;
  const isLowest = !header.some(({ row }) => row.box.y0 > box.y1 - 0.3 * sizePt);
  const span = isLowest
    ? null
    : (ruledSpan(piece, surroundings) ??
      repeatedSpan(piece, surroundings) ??
      centredSpan(piece, surroundings) ??
      alikeSpan(piece, surroundings));
  return span ?? { first: piece.first, last: piece.last };
}

/** The columns below the rule under a heading, if no other heading is above that rule; else null. */
function ruledSpan(piece: ColumnChunk, { header, line, level, cuts }: Surroundings): Span | null {
  const { box, sizePt } = piece.chunk;
  const others = othersOf(piece, header[line]?.chunks ?? []);
  const rule = level.find(
    ({ at, start, end }) =>
      at > box.y1 - 0.45 * sizePt &&
      at < box.y1 + 0.9 * sizePt &&
      start <= box.x0 + 2 &&
      end >= box.x1 - 2 &&
      !others.some(({ chunk: { box: other } }) => start <= other.x0 && end >= other.x1) &&
      end - start < 0.95 * ((cuts.at(-1) ?? 0) - (cuts[0] ?? 0)),
  );
  return rule === undefined ? null : columnsWithin(rule, cuts, header);
}

/** The other headings of a line. A spanning heading may have been split between its words. */
function othersOf(piece: ColumnChunk, chunks: readonly ColumnChunk[]): ColumnChunk[] {
  const ordered = chunks.toSorted((a, b) => a.chunk.box.x0 - b.chunk.box.x0);
  const isApart = ({ chunk }: ColumnChunk, index: number) =>
    chunk.box.x0 - (ordered[index - 1]?.chunk.box.x1 ?? Number.NEGATIVE_INFINITY) > apartEm * chunk.sizePt;
  const own = ordered.indexOf(piece);
  const start = ordered.findLastIndex((chunk, index) => index <= own && isApart(chunk, index));
  const end = ordered.findIndex((chunk, index) => index > own && isApart(chunk, index));
  return ordered.filter((_, index) => index < start || (end >= 0 && index >= end));
}

/**
 * The columns of a heading above a set of headings that is repeated under each of its neighbours: `Revenue` and `Units`
 * over `2023 2024 2023 2024`. Null unless the line has exactly one heading for each set.
 */
function repeatedSpan(piece: ColumnChunk, { header, line, cuts }: Surroundings): Span | null {
  // The second line of another heading may be between.
  const sets = header.slice(line + 1).find(({ chunks }) => chunks.length > 1)?.chunks ?? [];
  const below = sets.filter(({ first, last }) => first === last);
  const texts = Array.from(
    { length: cuts.length - 1 },
    (_, column) => below.find(({ first }) => first === column)?.chunk.text,
  );
  const { start, size } = repetitionOf(texts);
  if (start < 1 || size < 2) return null;
  let end = start + size;
  while (end < texts.length && texts[end] !== undefined && texts[end] === texts[end - size]) end += 1;
  return spanOfSet(piece, { start, size, count: (end - start) / size }, header[line]?.chunks ?? [], cuts);
}

/**
 * The same where only most of the set is repeated: `Cost` and `Depreciation` over movements of a year. The heading must
 * be closer to the middle of its set than to that of a set with one column more or less.
 */
function alikeSpan(piece: ColumnChunk, { header, line, below, cuts }: Surroundings): Span | null {
  const lower = header.slice(line + 1).flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === last));
  const texts = Array.from({ length: cuts.length - 1 }, (_, column) => {
    const own = lower.filter(({ first }) => first === column).map(({ chunk }) => chunk.text);
    return own.length === 0 ? undefined : own.join(' ');
  });
  const { start, size } = repetitionOf(texts);
  if (start < 1 || size < 2) return null;
  const isAgain = (from: number) => {
    const own = texts.slice(from, from + size);
    const again = own.filter((text, index) => text === texts[start + index]);
    return own.length === size && !own.includes(undefined) && again.length >= repeatedShare * size;
  };
  let count = 1;
  while (isAgain(start + count * size)) count += 1;
  const span = spanOfSet(piece, { start, size, count }, header[line]?.chunks ?? [], cuts);
  if (span === null || count < 2) return null;
  const extents = columnExtents(below, cuts.length - 1);
  const { x0, x1 } = piece.chunk.box;
  const distance = (first: number, last: number) => {
    const extent = extentOf(extents, first, last);
    return extent === null ? Number.POSITIVE_INFINITY : Math.abs(x0 + x1 - extent.x0 - extent.x1);
  };
  const { first, last } = span;
  const others = [
    distance(first - 1, last),
    distance(first + 1, last),
    distance(first, last - 1),
    distance(first, last + 1),
  ];
  return others.every((other) => distance(first, last) < other) ? span : null;
}

/** The index of the first text that is repeated, and the distance to its repetition. */
function repetitionOf(texts: readonly (string | undefined)[]): { readonly start: number; readonly size: number } {
  const start = texts.findIndex((text, column) => text !== undefined && texts.indexOf(text, column + 1) > 0);
  return { start, size: texts.indexOf(texts[start], start + 1) - start };
}

/**
 * The columns of the set below a heading, if each set has one heading; `count` sets of `size` columns from `start` on.
 */
function spanOfSet(
  piece: ColumnChunk,
  { start, size, count }: { readonly start: number; readonly size: number; readonly count: number },
  headings: readonly ColumnChunk[],
  cuts: readonly number[],
): Span | null {
  const setOf = ({ chunk: { box } }: ColumnChunk) => Math.floor((columnOf((box.x0 + box.x1) / 2, cuts) - start) / size);
  const headed = headings.map(setOf).filter((set) => set >= 0 && set < count);
  const isOneEach = headed.length === count && new Set(headed).size === headed.length;
  const own = setOf(piece);
  if (!isOneEach || !headed.includes(own)) return null;
  return { first: start + own * size, last: start + (own + 1) * size - 1 };
}

/**
 * The columns that a heading is centred over, all with a heading of their own below it; null if it is already aligned
 * with the columns it overlaps, or if there are none.
 */
function centredSpan(piece: ColumnChunk, { header, line, below, cuts }: Surroundings): Span | null {
  const extents = columnExtents(below, cuts.length - 1);
  const tolerance = centredEm * piece.chunk.sizePt;
  const { x0, x1 } = piece.chunk.box;
  const own = extentOf(extents, piece.first, piece.last);
  if (own === null || piece.first === 0) return null;
  if (piece.first === piece.last && x0 > own.x0 - 1 && x1 < own.x1 + 1) return null;
  const offsets = [x0 - own.x0, x1 - own.x1, (x0 + x1 - own.x0 - own.x1) / 2];
  if (offsets.some((distance) => Math.abs(distance) <= tolerance)) return null;
  const others = header[line]?.chunks.filter((other) => other !== piece) ?? [];
  const from = Math.max(0, ...others.filter(({ last }) => last < piece.first).map(({ last }) => last)) + 1;
  const to =
    Math.min(extents.length, ...others.filter(({ first }) => first > piece.last).map(({ first }) => first)) - 1;
  const headings = header.slice(line + 1).flatMap(({ chunks }) => chunks);
  const isHeaded = (column: number) => headings.some(({ first, last }) => first === column && last === column);
  let best: Span | null = null;
  let nearest = tolerance;
  for (let first = piece.first; first >= from && isHeaded(first); first -= 1) {
    for (let last = piece.last; last <= to && isHeaded(last); last += 1) {
      const extent = extentOf(extents, first, last);
      const distance = extent === null ? nearest : Math.abs(x0 + x1 - extent.x0 - extent.x1) / 2;
      if (last === first || distance >= nearest) continue;
      best = { first, last };
      nearest = distance;
    }
  }
  return best;
}

/** The extents of the texts of each column, without spanning headings. */
function columnExtents(rows: readonly ColumnRow[], columnCount: number): (Extent | null)[] {
  return Array.from({ length: columnCount }, (_, column) => {
    const own = rows.flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === column && last === column));
    if (own.length === 0) return null;
    return {
      x0: Math.min(...own.map(({ chunk }) => chunk.box.x0)),
      x1: Math.max(...own.map(({ chunk }) => chunk.box.x1)),
    };
  });
}

function extentOf(extents: readonly (Extent | null)[], first: number, last: number): Extent | null {
  const left = extents[first];
  const right = extents[last];
  return left == null || right == null ? null : { x0: left.x0, x1: right.x1 };
}

/** The columns whose middle lies over a rule. */
function columnsWithin(rule: Edge, cuts: readonly number[], lines: readonly ColumnRow[]) {
  const columns: number[] = [];
  for (let column = 0; column < cuts.length - 1; column += 1) {
    const own = lines.flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === column && last === column));
    const left = Math.min(...own.map(({ chunk }) => chunk.box.x0), cuts[column + 1] ?? 0);
    const right = Math.max(...own.map(({ chunk }) => chunk.box.x1), cuts[column] ?? 0);
    const middle = own.length > 0 ? (left + right) / 2 : ((cuts[column] ?? 0) + (cuts[column + 1] ?? 0)) / 2;
    if (middle >= rule.start && middle <= rule.end) columns.push(column);
  }
  const first = columns[0];
  const last = columns.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}
