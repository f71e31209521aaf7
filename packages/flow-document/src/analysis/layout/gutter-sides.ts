import type { Box } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import type { Fragment, Item } from '../types.ts';

/** The blank strip between two columns. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
}

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

function shareOf(pieces: readonly Fragment[], holds: (piece: Fragment) => boolean): number {
  return pieces.length === 0 ? 0 : pieces.filter(holds).length / pieces.length;
}

/** Running text has so many words on a line; labels and values have fewer. */
export const minWords = 4;

/** Whether text has as many words on a line as prose. */
export function hasProse(items: readonly Item[]): boolean {
  const pieces = items.filter((item) => item.kind === 'text');
  const lines = new Set(pieces.map(({ baseline }) => Math.round(baseline)));
  return pieces.reduce((sum, { words }) => sum + words.length, 0) >= minWords * lines.size;
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
