import type { Box } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import { textOf } from '../text/fragments.ts';
import type { Fragment, Item } from '../types.ts';

/** More of the pieces are labels. */
const labelShare = 0.4;

/** Mostly numbers and bullets without text of their own: the labels of what is to their right. */
export function areLabels(items: readonly Item[]): boolean {
  const pieces = items.filter((item) => item.kind === 'text');
  const isLabel = ({ words }: Fragment) => /^(\(?\w{1,4}[.)]\s?)+$|^\W{1,2}$|^\d{1,3}$/.test(textOf(words));
  const texts = new Set(pieces.filter((piece) => !isLabel(piece)));
  const isLoneLabel = (piece: Fragment) => !texts.has(piece) && ![...texts].some((text) => sameRow(piece, text));
  return shareOf(pieces, isLoneLabel) > labelShare;
}

/** Rows of a form or a letterhead are few: more of them are lists in columns. */
const maxRows = 6;

/** A few short labels, most on the line of the short text they belong to: `Invoice no.  4711` and the like. */
export function areLabelsOf(left: readonly Item[], right: readonly Item[]): boolean {
  const labels = left.filter((item) => item.kind === 'text');
  const values = right.filter((item) => item.kind === 'text');
  if (labels.length !== left.length || labels.length > maxRows) return false;
  const onRows = labels.filter((label) => values.some((value) => sameRow(label, value)));
  return usualWords(labels) <= 2 && usualWords(values) <= 5 && onRows.length >= 0.6 * labels.length;
}

/** So many rows of a form begin with a label, and are on the line of what is beside them. */
const fieldShare = 0.6;

/** Labels with a colon and their values, or two such forms side by side, line by line: their rows belong together. */
export function areFormFields(left: readonly Item[], right: readonly Item[]): boolean {
  const [labels, values] = [left, right].map((side) => side.filter((item) => item.kind === 'text'));
  if (labels === undefined || values === undefined || labels.length !== left.length || hasProse(right)) return false;
  const fields = startsOfRows(labels);
  const beside = startsOfRows(values);
  const isForm = shareOf(fields, endsAsLabel) >= fieldShare;
  const onRows = (rows: readonly Fragment[], others: readonly Fragment[]) =>
    shareOf(rows, (row) => others.some((other) => sameRow(row, other)));
  if (!isForm) return false;
  const areValues = fields.length === labels.length && shareOf(beside, endsAsLabel) < fieldShare;
  return areValues ? onRows(fields, values) >= fieldShare : onRows(beside, labels) >= fieldShare;
}

/** Values of one column end at one edge within this, in points, and begin at edges further apart, in em. */
const sameEndPt = 2.5;
const otherStartEm = 1;
/** They have so many words at most. */
const valueWords = 3;

/** Short texts that end at one edge, each on a line of what is left of it, as a right tab sets dates and places. */
export function areFlushValues(left: readonly Item[], right: readonly Item[]): boolean {
  const [entries, values] = [left, right].map((side) => side.filter((item) => item.kind === 'text'));
  if (entries === undefined || values === undefined || values.length !== right.length) return false;
  const spread = (edges: readonly number[]) => Math.max(...edges) - Math.min(...edges);
  const sizePt = values[0]?.style.sizePt ?? 0;
  if (spread(values.map(({ box }) => box.x1)) > sameEndPt) return false;
  if (spread(values.map(({ box }) => box.x0)) < otherStartEm * sizePt || usualWords(values) > valueWords) return false;
  return values.every((value) => entries.some((entry) => sameRow(entry, value)));
}

/** So many rows of choices begin with a box to tick. */
const choiceShare = 0.5;
const tickBox = /^[\u25a0-\u25ff\u2610-\u2612\u274f-\u2752\u2b1c\uf06f-\uf072\uf0a8]/;

/** Boxes to tick on both sides, line by line: rows of choices. */
export function areChoices(left: readonly Item[], right: readonly Item[]): boolean {
  return [left, right].every((side) => {
    const pieces = side.filter((item) => item.kind === 'text');
    return shareOf(pieces, ({ words }) => tickBox.test(words[0]?.text ?? '')) >= choiceShare;
  });
}

/** The leftmost piece of each row. */
function startsOfRows(pieces: readonly Fragment[]): readonly Fragment[] {
  return pieces.filter((piece) => !pieces.some((other) => other.box.x1 < piece.box.x0 && sameRow(other, piece)));
}

function endsAsLabel({ words }: Fragment): boolean {
  return /[:：]$/u.test(words.at(-1)?.text ?? '');
}

function shareOf(pieces: readonly Fragment[], holds: (piece: Fragment) => boolean): number {
  return pieces.length === 0 ? 0 : pieces.filter(holds).length / pieces.length;
}

/** Running text has so many words on a line, labels have fewer. */
const minWords = 4;

/** Whether text has as many words on a line as prose. */
export function hasProse(items: readonly Item[]): boolean {
  const pieces = items.filter((item) => item.kind === 'text');
  const lines = new Set(pieces.map(({ baseline }) => Math.round(baseline)));
  return pieces.reduce((sum, { words }) => sum + words.length, 0) >= minWords * lines.size;
}

function usualWords(lines: readonly Fragment[]): number {
  return median(lines.map(({ words }) => words.length));
}

/** Rows of text, a figure or table counting as many as would be in its height. */
export function lineCount(items: readonly Item[]): number {
  const lines = new Set(items.flatMap((item) => (item.kind === 'text' ? [Math.round(item.baseline)] : [])));
  const objects = items.filter((item) => item.kind !== 'text').map(({ box }) => (box.y1 - box.y0) / 12);
  return lines.size + objects.reduce((total, rows) => total + rows, 0);
}

/** Prose fills the width of its column; the cells of a form or list do not. */
export function fillsItsSide(items: readonly Item[], side: Box): boolean {
  const width = side.x1 - side.x0;
  const filling = items.filter(({ box }) => box.x1 - box.x0 > 0.5 * width);
  return lineCount(filling) >= 0.4 * lineCount(items);
}

/** Whether two pieces of text are side by side on one baseline; texts drawn over one another do not. */
export function sameRow(first: Fragment, second: Fragment): boolean {
  const size = Math.min(first.style.sizePt, second.style.sizePt);
  if (first.line.angle !== second.line.angle || Math.abs(first.baseline - second.baseline) >= 0.2 * size) return false;
  return Math.min(first.box.x1, second.box.x1) - Math.max(first.box.x0, second.box.x0) < 2 * size;
}
