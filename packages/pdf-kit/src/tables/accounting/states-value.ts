import { createPlaceIndex, type PlaceIndex } from '../../page-model/place-index.ts';
import { isSentencePart } from '../../page-model/text/prose.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { plainDigits } from '../../values/plain-digits.ts';
import { type FreeRow, isOneValue } from '../free-rows.ts';
import { type PieceKind, pieceKind } from '../ledger/piece-kind.ts';
import { isCaption } from '../trim-table.ts';
import type { Table } from '../types.ts';
import { valuesIn } from './values-in.ts';

/** Longest label of a value, in words. The longest of the statements and invoices of the corpus have seven. */
const longestLabel = 8;
/** A line continues the one above it at most this far below it, in its height, from about the same edge. */
const widestPitch = 1.8;
const sameEdgeEm = 1;
/** Tolerance for an amount at the right edge of a column, in points; and how far from the table it may be, in its height. */
const alignedPt = 2;
const nearLines = 4;

/** Kinds of pieces that are values; `10-20` is a range and no date. */
const kinds: ReadonlySet<PieceKind> = new Set(['number', 'time', 'date', 'code']);
const range = /^\d+-\d+$/;
const numbered = /^[1-9]\d?(?:\.[1-9]\d?){2,}$/;
/** What may follow an amount: a remark on tax, or the unit that it is the price of. */
const remark =
  /\s*[(（]?税[込抜別]み?[)）]?$|\s+(?:\(?(?:TTC|HT|netto|brutto|(?:incl|excl|inkl|exkl|zzgl|plus)\.?(?: \d+ ?%)? \p{L}{2,6}\.?)\)?|(?:per|pro|each|je) ?\p{L}*)$/u;
/** A statistic, such as `p < 0.05`, and the end of a sentence. */
const statistic = /(?:^|[^\p{L}])\p{L}\d? ?[=<>≤≥]/u;
/** Between a label and its value; one without a space is a sign of times and codes, unless it is as wide as a letter. */
const colon = /：|:\s+/u;
const sentenceEnd = /\p{L}.*[^.]\.$/su;

/** What is around the rows of a page. */
export interface RowSurroundings {
  readonly lines: PlaceIndex<Line>;
  /** The foot of the highest line and the top of the lowest one, in points. */
  readonly firstY1: number;
  readonly lastY0: number;
  /** Where amounts end in each table. */
  readonly amountEnds: ReadonlyMap<Table, PlaceIndex<number>>;
}

/** Finds once for all rows of a page where its lines are, and the amounts of its tables. */
export function surroundingsOf(lines: readonly Line[], tables: readonly Table[]): RowSurroundings {
  return {
    lines: createPlaceIndex(lines.map((line) => [line, line.box])),
    firstY1: lines.reduce((first, { box }) => Math.min(first, box.y1), Number.POSITIVE_INFINITY),
    lastY0: lines.reduce((last, { box }) => Math.max(last, box.y0), Number.NEGATIVE_INFINITY),
    amountEnds: new Map(tables.map((table) => [table, createPlaceIndex(amountEnds(table))])),
  };
}

function amountEnds({ cells }: Table): readonly (readonly [number, Box])[] {
  const amounts = cells.filter(({ text }) => pieceKind(text) === 'number');
  const ends = new Set(amounts.flatMap(({ lines }) => lines.map(({ box }) => box.x1)));
  return [...ends].map((x) => [x, across(x, 0)]);
}

function across(x: number, reach: number): Box {
  return { x0: x - reach, x1: x + reach, y0: 0, y1: 0 };
}

/**
 * Whether a row states a value, as `Total due 1,650.00` does: a reader of the tables would miss it. A value inside a
 * phrase or the rest of a sentence is text; so are captions, section numbers, and whole numbers alone in the first or
 * last row of a page. An amount without a label needs one above it, or a table whose column it is in.
 */
export function statesValue(row: FreeRow, around: RowSurroundings): boolean {
  const { pieces } = row;
  if (pieces.every(({ text }) => isCaption(text)) || continuesSentence(row, around.lines)) return false;
  const stated = pieces.filter(({ text }, index) => {
    const label = pieces[index - 1]?.text ?? '';
    return endsInValue(/[:：]$/u.test(label) ? `${label} ${text}` : text) && !(index === 0 && isNumbered(pieces));
  });
  if (stated.length === 0 && !isOneValue(pieces.slice(1))) return hasCount(row) && !isOutermost(row, around);
  return !isBare(row) || hasLabelAbove(row, around.lines) || isInColumn(row, around.amountEnds);
}

/** Whether a row begins with the number of a section, which may look like a day: `5.4.10 Uncertainty`. Days have zeros. */
function isNumbered([first, second]: FreeRow['pieces']): boolean {
  return first !== undefined && second !== undefined && numbered.test(first.text) && /^\p{L}/u.test(second.text);
}

/** Whether a text is an amount, a date or an identifier, or a short label and one. */
function endsInValue(printed: string): boolean {
  const text = printed.trim().replace(remark, '');
  const values = valuesIn(text);
  if (values.length === 0 || sentenceEnd.test(text) || statistic.test(text)) return false;
  if (labelsValue(text)) return true;
  const words = text.split(/\s+|(?<=[#№])/u);
  const start = words.findIndex((_, index) => {
    const rest = words.slice(index).join(' ');
    return values.includes(rest) || (kinds.has(pieceKind(rest)) && values.some((value) => rest.includes(value)));
  });
  return start >= 0 && start <= longestLabel;
}

/** Whether a text has a short label, a colon and a value: `Date: 12-05-2025 09:40`. What is behind the value is its remark. */
export function labelsValue(text: string): boolean {
  const [label = '', ...stated] = text.split(colon);
  if (stated.length === 0 || label.split(/\s+/u).length > longestLabel) return false;
  return stated.some((rest) => valuesIn(rest).some((value) => plainDigits(rest).startsWith(value)));
}

/** Whether a whole number is beside a label. */
function hasCount({ pieces: [first, ...others] }: FreeRow): boolean {
  const isLabel = first !== undefined && /\p{L}{2}/u.test(first.text) && !isCaption(first.text);
  return isLabel && others.some(({ text }) => kinds.has(pieceKind(text)) && !range.test(text));
}

function isOutermost({ box }: FreeRow, { firstY1, lastY0 }: RowSurroundings): boolean {
  return firstY1 >= box.y0 || lastY0 <= box.y1;
}

/** Whether a row is the rest of a sentence that the line above it begins. */
function continuesSentence({ box, pieces }: FreeRow, lines: PlaceIndex<Line>): boolean {
  const [first, ...others] = pieces;
  if (first === undefined || others.some(({ text }) => kinds.has(pieceKind(text)))) return false;
  const height = box.y1 - box.y0;
  const above = {
    x0: box.x0 - sameEdgeEm * height,
    x1: box.x0 + sameEdgeEm * height,
    y0: box.y0 - widestPitch * height,
    y1: box.y0 - height / 2,
  };
  return lines
    .touching(above)
    .some(
      (line) =>
        line.box.y0 < box.y0 - height / 2 &&
        box.y0 - line.box.y0 <= widestPitch * height &&
        Math.abs(line.box.x0 - box.x0) <= sameEdgeEm * height &&
        !/[.:!?]$/u.test(line.text) &&
        isSentencePart({ text: line.text, words: line.words, box: line.box, sizePt: line.style.sizePt }),
    );
}

function hasLabelAbove(row: FreeRow, lines: PlaceIndex<Line>): boolean {
  return lines.touching(placeOfLabel(row)).some(({ text, box }) => isLabelAbove({ text, box }, row));
}

/** Where the label of a row may be: right above it. */
export function placeOfLabel({ box: { x0, y0, x1, y1 } }: FreeRow): Box {
  return { x0, x1, y0: y0 - widestPitch * (y1 - y0), y1: y0 + 1 };
}

/** Whether a text right above a row may be its label. */
export function isLabelAbove({ text, box }: Pick<Line, 'text' | 'box'>, row: FreeRow): boolean {
  const reach = widestPitch * (row.box.y1 - row.box.y0);
  return box.y1 <= row.box.y0 + 1 && row.box.y0 - box.y1 <= reach && overlaps(box, row.box) && /\p{L}{2}/u.test(text);
}

/** Whether a row is amounts alone, which say nothing without the label above them. */
export function isBare({ pieces }: FreeRow): boolean {
  return pieces.every(({ text }) => pieceKind(text) === 'number');
}

/** Whether a piece of a row ends where a column of amounts of a table near it does. */
function isInColumn({ box, pieces }: FreeRow, amountEnds: RowSurroundings['amountEnds']): boolean {
  const reach = nearLines * (box.y1 - box.y0);
  const ends = pieces.map(({ words }) => words.at(-1)?.box.x1 ?? 0);
  return [...amountEnds]
    .filter(([table]) => table.box.y0 - reach < box.y1 && table.box.y1 + reach > box.y0)
    .some(([, places]) => ends.some((x) => places.touching(across(x, alignedPt)).length > 0));
}

function overlaps(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1;
}
