import { labelOf } from './row-label.ts';
import { isLeader, type TextRow } from './text-rows.ts';
import { isValueText } from './value-text.ts';

/** Two or more pieces that are not running text beside a label or in newspaper columns. */
export function isTableRow({ chunks }: TextRow): boolean {
  const pieces = chunks.filter((chunk) => !chunk.words.every(isLeader));
  if (pieces.length < 2) return false;
  const label = labelOf(pieces);
  const isLabelled = label !== null && !pieces.some((piece) => piece !== label && isValueText(piece.text));
  if (pieces.length === 2 && isLabelled) return false;
  const long = pieces.filter((chunk) => chunk.words.length >= 6);
  return (
    long.length < 2 && !(pieces.length === 2 && long.length === 1 && !pieces.some((piece) => isValueText(piece.text)))
  );
}

/** Whether at least half of what is beside the first piece of a row are values. */
export function hasValues({ chunks }: TextRow): boolean {
  const rest = chunks.slice(1);
  return rest.length > 0 && rest.filter(({ text }) => isValueText(text)).length >= 0.5 * rest.length;
}
