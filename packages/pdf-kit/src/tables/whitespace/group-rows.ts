import type { Chunk } from '../chunk.ts';
import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { isEntryText, isValueText } from '../value-text.ts';
import { placeLooseLines } from './loose-lines.ts';

/** A line more than this many line pitches below the previous one starts something new. */
const pitchJump = 1.45;
/** Minimum distance of lines in one column, in em. */
const closestPitchEm = 0.85;

/**
 * Joins the lines of wrapped cells: each group is one row of the table. `separated` tells whether a rule lies between
 * two heights. A line continues the row above if it has only wrapped text: no value, and a stub that continues the one
 * above.
 */
export function groupRows(
  rows: readonly ColumnRow[],
  separated: (above: number, below: number) => boolean,
  rightEdge: (column: number) => number,
): ColumnRow[][] {
  const groups: ColumnRow[][] = [];
  const pitch = linePitch(rows);
  const places = placeLooseLines(rows);
  const names = sectionNames(rows, rightEdge(0));
  const lasts = lastLines(rows);
  const texts = textColumns(rows);
  rows.forEach((row, index) => {
    const group = groups.at(-1);
    const previous = rows[index - 1];
    const place = places.get(row);
    const isLed = previous !== undefined && places.get(previous) === 'next';
    const isPlaced =
      isLed || (place === 'previous' && previous !== undefined && !separated(middle(previous), middle(row)));
    if (group !== undefined && isPlaced) {
      group.push(row);
      return;
    }
    if (place === 'next') {
      groups.push([row]);
      return;
    }
    if (group !== undefined && previous !== undefined && isInterleaved(group, previous, row)) {
      group.push(row);
      return;
    }
    const joins =
      group !== undefined &&
      previous !== undefined &&
      !separated(middle(previous), middle(row)) &&
      row.row.baseline - previous.row.baseline <= pitchJump * Math.min(pitch, 1.3 * row.row.sizePt) &&
      !names.has(row) &&
      (lasts.has(row) || continues(group, row, rows[index + 1], { rightEdge, texts }));
    if (joins) group.push(row);
    else groups.push([row]);
  });
  return groups;
}

/**
 * A column of texts: of at least this many entries at most this share are values, such as the end of a wrapped
 * reference.
 */
const minTexts = 6;
const valueShare = 0.3;

function textColumns(rows: readonly ColumnRow[]): ReadonlySet<number> {
  const columns = Map.groupBy(
    rows.flatMap(({ chunks }) => chunks.filter(({ first }) => first > 0)),
    ({ first }) => first,
  );
  return new Set(
    [...columns].flatMap(([column, own]) => {
      const values = own.filter(({ chunk }) => isValueText(chunk.text));
      return own.length >= minTexts && values.length <= valueShare * own.length ? [column] : [];
    }),
  );
}

/** This many records with values on their last line show that all records have them there. */
const minLastLines = 3;

/**
 * The last lines of records that begin with a label and a text and have their values beside the last line of the text:
 * after every line with a label and no value, the values are on the next line without a label.
 */
function lastLines(rows: readonly ColumnRow[]): ReadonlySet<ColumnRow> {
  const isLabelled = ({ chunks }: ColumnRow) => chunks.some(({ first }) => first === 0);
  const hasValues = ({ chunks }: ColumnRow) => chunks.some(({ first, chunk }) => first > 0 && isValueText(chunk.text));
  const opened = rows.flatMap((row, index) => {
    if (!isLabelled(row) || hasValues(row) || row.chunks.length < 2) return [];
    const [last] = rows.slice(index + 1).filter((below) => isLabelled(below) || hasValues(below));
    const goesOn = row.chunks.slice(1).every(({ first }) => last?.chunks.some((below) => covers(below, first)));
    return [last !== undefined && !isLabelled(last) && goesOn ? last : null];
  });
  const lasts = opened.filter((row) => row !== null);
  return new Set(lasts.length === opened.length && lasts.length >= minLastLines ? lasts : []);
}

/**
 * Lines with only a label that name the rows below and differ from them in style: if one is clearly not the rest of a
 * label above, others like it are not either.
 */
function sectionNames(rows: readonly ColumnRow[], rightEdge: number): ReadonlySet<ColumnRow> {
  const stubOf = (row: ColumnRow | undefined) => row?.chunks.find(({ first }) => first === 0)?.chunk;
  const names = rows.filter((row, index) => {
    const own = stubOf(row);
    const next = stubOf(rows[index + 1]);
    return row.chunks.length === 1 && own !== undefined && next !== undefined && !isSameLook(own, next);
  });
  const isSure = (row: ColumnRow) => {
    const own = stubOf(row);
    const above = stubOf(rows[rows.indexOf(row) - 1]);
    if (own === undefined || above === undefined) return true;
    return !isSameLook(above, own) || !(readsFrom(above.text, own.text) || wouldNotHaveFitted(above, own, rightEdge));
  };
  const sure = names.filter(isSure).flatMap((row) => stubOf(row) ?? []);
  return new Set(
    names.filter((row) => {
      const own = stubOf(row);
      return own !== undefined && sure.some((name) => isSameLook(name, own) && Math.abs(name.box.x0 - own.box.x0) < 1);
    }),
  );
}

/** Lines closer than two lines of one column can be: text vertically centred beside a taller neighbour. */
function isInterleaved(group: readonly ColumnRow[], previous: ColumnRow, row: ColumnRow): boolean {
  const distance = row.row.baseline - previous.row.baseline;
  if (distance > closestPitchEm * Math.min(row.row.sizePt, previous.row.sizePt)) return false;
  const meetsOther = row.chunks.some(
    ({ first, chunk }) =>
      previous.chunks.some((above) => covers(above, first)) ||
      (isEntryText(chunk.text) &&
        group.some(({ chunks }) => chunks.some((other) => covers(other, first) && isEntryText(other.chunk.text)))),
  );
  return !meetsOther && group.length < 12;
}

function middle({ row }: ColumnRow): number {
  return (row.box.y0 + row.box.y1) / 2;
}

/** The usual distance between neighbouring lines: the lower quartile, since tables are set wider between rows. */
function linePitch(rows: readonly ColumnRow[]): number {
  const distances: number[] = [];
  rows.forEach(({ row }, index) => {
    const previous = rows[index - 1];
    if (previous !== undefined) distances.push(row.baseline - previous.row.baseline);
  });
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 4)] ?? Number.POSITIVE_INFINITY;
}

function continues(
  group: readonly ColumnRow[],
  row: ColumnRow,
  next: ColumnRow | undefined,
  { rightEdge, texts }: { readonly rightEdge: (column: number) => number; readonly texts: ReadonlySet<number> },
): boolean {
  const stub = row.chunks.find(({ first }) => first === 0);
  const others = row.chunks.filter(({ first }) => first > 0);
  const groupStub = lastStub(group);
  const groupHasValues = group.some(({ chunks }) =>
    chunks.some(({ first, chunk }) => first > 0 && isValueText(chunk.text)),
  );
  if (stub === undefined) {
    // Only text in other columns, below text: wrapped cells. Values form their own row, except numbers within a text.
    if (others.some(({ first, chunk }) => !texts.has(first) && isValueText(chunk.text))) return false;
    return others.every(({ first }) => group.some(({ chunks }) => chunks.some((above) => covers(above, first))));
  }
  if (groupStub === null) return false;
  const readsOn = readsFrom(groupStub.text, stub.chunk.text) || wouldNotHaveFitted(groupStub, stub.chunk, rightEdge(0));
  if (others.length === 0) {
    // Text that overflows its column was not wrapped to it.
    if (groupStub.box.x1 > rightEdge(0) + 1 && !/^\p{Ll}/u.test(stub.chunk.text)) return false;
    if (!groupHasValues && group.every(({ chunks }) => chunks.length === 1))
      return readsOn && isSameLook(groupStub, stub.chunk);
    if (readsFrom(groupStub.text, stub.chunk.text)) return true;
    const nextStub = next?.chunks.find(({ first }) => first === 0);
    const deeper = stub.chunk.box.x0 > groupStub.box.x0 + 0.4 * stub.chunk.sizePt;
    const nextIsShallower =
      nextStub === undefined || nextStub.chunk.box.x0 < stub.chunk.box.x0 - 0.3 * stub.chunk.sizePt;
    // A label above indented labels heads them.
    const heads = nextStub !== undefined && nextStub.chunk.box.x0 > stub.chunk.box.x0 + 0.4 * stub.chunk.sizePt;
    return isSameLook(groupStub, stub.chunk) && ((deeper && nextIsShallower) || (readsOn && !deeper && !heads));
  }
  // A label of two lines with its values beside the last one.
  const valuesBelow = others.every(({ chunk }) => isValueText(chunk.text));
  if (valuesBelow) {
    if (groupHasValues || group.some(({ chunks }) => chunks.length > 1)) return false;
    const level = Math.abs(groupStub.box.x0 - stub.chunk.box.x0) < 0.3 * stub.chunk.sizePt;
    return isSameLook(groupStub, stub.chunk) && (readsFrom(groupStub.text, stub.chunk.text) || (level && readsOn));
  }
  // Wrapped text in the stub and in other columns at once.
  const underText = others.every(({ first }) =>
    group.some(({ chunks }) => chunks.some((above) => covers(above, first))),
  );
  return underText && readsFrom(groupStub.text, stub.chunk.text);
}

function covers({ first, last }: ColumnChunk, column: number): boolean {
  return first <= column && last >= column;
}

function lastStub(group: readonly ColumnRow[]): Chunk | null {
  return (
    group.findLast(({ chunks }) => chunks.some(({ first }) => first === 0))?.chunks.find(({ first }) => first === 0)
      ?.chunk ?? null
  );
}

/** Whether a text clearly continues on the next line: it ends open, or the next line begins in lower case. */
function readsFrom(above: string, below: string): boolean {
  return (
    /(?:[-‐‑–/,&(]|\b(?:and|or|of|the|in|to|for|by|with|from|at|on|a|an|und|oder|der|die|das|von|et|ou|de|des|du|la|le|les|y|e|di|del|per))$/iu.test(
      above.trim(),
    ) || /^(?:\p{Ll}|[)&/])/u.test(below.trim())
  );
}

/** Whether the first word of the next line had no room left at the end of this one. */
function wouldNotHaveFitted(above: Chunk, below: Chunk, rightEdge: number): boolean {
  const [word] = below.words;
  // Text that overflows its column is a heading that had all the space it needed.
  if (word === undefined || above.box.x1 > rightEdge + 1) return false;
  return above.box.x1 + 0.25 * above.sizePt + (word.box.x1 - word.box.x0) > rightEdge;
}

function isSameLook(a: Chunk, b: Chunk): boolean {
  return a.bold === b.bold && Math.abs(a.sizePt - b.sizePt) < 0.1 * a.sizePt;
}
