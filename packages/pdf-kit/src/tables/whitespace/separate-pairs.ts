import { sideLetters } from '../../values/number-patterns.ts';
import { type Chunk, textOf } from '../chunk.ts';
import { cutRows, type TextRow } from '../text-rows.ts';
import { isDateText, isMoneyText, isNumberText, shortDay } from '../value-text.ts';

/** Minimum gap between values, in em: the space between thousands is 0.18 em. */
const apartEm = 0.2;
/** Tolerance for the edges of values in one column, in points. */
const alignedPt = 1;
/** This many rows with a value at the same place make a column. */
const minRows = 2;
/** This many labels that end at one place, with values from one place, make two columns. */
const minLabels = 3;
/** Maximum words of a label before its sum. */
const maxLabelWords = 3;

const sideLetter = new RegExp(`^[${sideLetters}]$`);

/** Where a chunk of two texts may be cut: before the word at `index`. */
interface Seam {
  readonly chunk: Chunk;
  readonly index: number;
  readonly kind: SeamKind;
  /** The left edge of the part after it. */
  readonly x0: number;
  /** The right edge of the part before it; for a sum, of the sum. */
  readonly x1: number;
}

/**
 * What a seam separates, and so what other rows must have at its place:
 * - `values`: an amount and a date, or the number of a booking and its date. A value begins there.
 * - `code`, `side`: an amount and a letter. A value or code begins there; a letter that may be the side of its amount is
 *   a code only if a letter that cannot be one is at its place in another row.
 * - `text`: a date or an amount, and a text. A text begins there, and no word of the headings is over both: `Quantity`
 *   over `15.00 Units`.
 * - `dash`: an empty amount and an amount. An amount ends there; elsewhere the dash is a sign.
 * - `sum`: a label and its sum, which ends with other amounts.
 * - `amounts`: two amounts. The first ends with other sums.
 * - `label`: a label with a colon and its value. Labels of other rows end, and their values begin there.
 */
type SeamKind = 'label' | 'values' | 'code' | 'side' | 'text' | 'dash' | 'sum' | 'amounts';

/** Cuts chunks of two texts of different kinds that have a word space between them, if other rows have the same there. */
export function separatePairs(rows: readonly TextRow[]): readonly TextRow[] {
  const seams = rows.flatMap(({ chunks }) => chunks.flatMap((chunk) => seamOf(chunk) ?? labelSeamOf(chunk) ?? []));
  if (seams.length === 0) return rows;
  const isColumn = columnTest(rows, seams);
  const cuts = new Map(seams.filter(isColumn).map(({ chunk, index }) => [chunk, [index]]));
  return cutRows(rows, (chunk) => cuts.get(chunk) ?? []);
}

/** Whether other rows have at the place of a seam what it separates. */
function columnTest(rows: readonly TextRow[], seams: readonly Seam[]): (seam: Seam) => boolean {
  const chunks = rows.flatMap((row) => row.chunks);
  const startsOf = (test: (text: string) => boolean) =>
    chunks.filter(({ text }) => test(text)).map(({ box }) => box.x0);
  const codes = seams.filter(({ kind }) => kind === 'code').map(({ x0 }) => x0);
  const sure = seams.filter(
    ({ kind, x0 }) => kind === 'values' || kind === 'code' || (kind === 'side' && countNear(codes, x0) > 0),
  );
  const begins = [...sure.map(({ x0 }) => x0), ...startsOf((text) => isDay(text) || isCode(text))];
  const texts = startsOf((text) => /\p{L}/u.test(text));
  const labels = seams.filter(({ kind }) => kind === 'label');
  const cut = new Set(seams.map(({ chunk }) => chunk));
  const top = rows.findIndex((row) => row.chunks.some((chunk) => cut.has(chunk)));
  const heads = (rows[top - 1]?.chunks ?? [])
    .flatMap(({ words }) => words)
    .filter(({ text }) => /^\p{L}+$/u.test(text));
  const sums = chunks.filter(({ text }) => isMoneyText(text)).map(({ box }) => box.x1);
  const ends = chunks.flatMap(({ words }) => words.filter(({ text }) => isMoneyText(text)).map(({ box }) => box.x1));
  return ({ kind, x0, x1 }) => {
    switch (kind) {
      case 'text':
        return countNear(texts, x0) >= minRows && !heads.some(({ box }) => box.x0 < x1 && box.x1 > x0);
      case 'amounts':
        return countNear(sums, x1) >= minRows;
      case 'dash':
        return countNear(ends, x1) >= minRows;
      case 'label':
        return areLabels(
          labels.filter((own) => Math.abs(own.x0 - x0) <= alignedPt && Math.abs(own.x1 - x1) <= alignedPt),
        );
      case 'sum':
        // The sum itself is one of the amounts that end there.
        return countNear(ends, x1) > minRows;
      default:
        return countNear(begins, x0) >= minRows;
    }
  };
}

/** Whether labels are several, and not one that is repeated in the texts of a column. */
function areLabels(seams: readonly Seam[]): boolean {
  return new Set(seams.map(({ chunk }) => Math.round(chunk.box.x0))).size >= minLabels;
}

function countNear(places: readonly number[], place: number): number {
  return places.filter((other) => Math.abs(other - place) <= alignedPt).length;
}

/** The first place where a chunk may be two texts; null if there is none. */
function seamOf(chunk: Chunk): Seam | null {
  const { words, sizePt, text, box } = chunk;
  // Every kind of seam has an amount or a date next to it.
  if (!/\p{Nd}/u.test(text)) return null;
  for (const [at, after] of words.slice(1).entries()) {
    const before = words[at];
    if (before === undefined) continue;
    const index = at + 1;
    const [left, right] = [textOf(words.slice(0, index)), textOf(words.slice(index))];
    const isLabel = index <= maxLabelWords && /^[\p{L}\s:]+$/u.test(left);
    if (isLabel && isMoneyText(right) && !isMoneyText(text))
      return { chunk, index, kind: 'sum', x0: after.box.x0, x1: box.x1 };
    const kind = after.box.x0 - before.box.x1 < apartEm * sizePt ? null : seamKind(left, right, text);
    if (kind !== null) return { chunk, index, kind, x0: after.box.x0, x1: before.box.x1 };
  }
  return null;
}

function labelSeamOf(chunk: Chunk): Seam | null {
  const { words } = chunk;
  const index = words.findIndex(({ text }) => /\p{L}.*:$/u.test(text)) + 1;
  const [label, value] = [words[index - 1], words[index]];
  return label === undefined || value === undefined
    ? null
    : { chunk, index, kind: 'label', x0: value.box.x0, x1: label.box.x1 };
}

function seamKind(left: string, right: string, whole: string): SeamKind | null {
  const isCounted = /^\d{1,4}$/.test(left) && /^\d/.test(right) && isFullDate(right);
  if (isCounted || (isMoneyText(left) && isDay(right)) || (isDay(left) && isMoneyText(right))) return 'values';
  if (isMoneyText(left) && isCode(right)) return sideLetter.test(right) ? 'side' : 'code';
  const isFigureBefore = isFigure(left) && !isNumberText(whole) && !isNumberText(right);
  if ((isFullDate(left) || isFigureBefore) && /^\p{L}/u.test(right)) return 'text';
  if (/^[-–—]$/.test(left) && isMoneyText(right)) return 'dash';
  const areAlike = isMoneyText(left) && isMoneyText(right) && withoutFigures(left) === withoutFigures(right);
  return areAlike && !isNumberText(whole) ? 'amounts' : null;
}

/** An amount, or a whole number with its thousands set apart. */
function isFigure(text: string): boolean {
  return isMoneyText(text) || /^\d{1,3}(?:[.,'’ ]\d{3})+$/u.test(text);
}

/** What is printed beside the figures of an amount. */
function withoutFigures(text: string): string {
  return text.replace(/[\d\s.,'’+\-–−]/gu, '');
}

/** A date, or a day and month. */
function isDay(text: string): boolean {
  return isDateText(text) || shortDay.test(text);
}

/** A date with a day or a month in figures besides its year. */
export function isFullDate(text: string): boolean {
  return isDateText(text) && /\d.*\d/.test(text);
}

/** A capital letter, as used for tax codes of an invoice. */
function isCode(text: string): boolean {
  return /^[A-Z]$/.test(text);
}
