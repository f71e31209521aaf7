import type { Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { gapBetween } from '../text/fragments.ts';

/** A single space, typewriters' too, is no wider, in em. */
const widestSpaceEm = 0.7;
/** One such row may be a long text that reaches to the next column. */
const minRows = 2;

/**
 * Whether columns without a rule part words that the file has a single space between: lines of text set below each
 * other with spaces, as the captions of court papers are.
 */
export function cutsThroughText({ kind, rowCount, cells }: Table): boolean {
  if (kind !== 'unruled') return false;
  const rows = Array.from({ length: rowCount }, (_, row) =>
    cells.filter((cell) => cell.row === row).sort((first, second) => first.column - second.column),
  );
  const cut = rows.filter((row) =>
    row
      .slice(1)
      .some((cell, index) =>
        cell.lines.some((line) =>
          (row[index]?.lines ?? []).some(
            (before) => before.baseline === line.baseline && isOneText(before.words.at(-1), line.words[0]),
          ),
        ),
      ),
  );
  return cut.length >= minRows;
}

function isOneText(last: Word | undefined, next: Word | undefined): boolean {
  if (last === undefined || next === undefined || (isFigure(last) && isFigure(next))) return false;
  return last.typedSpaces?.length === 1 && gapBetween(last, next) <= widestSpaceEm * last.style.sizePt;
}

/** Columns of amounts in type of one pitch may be a single space apart. */
function isFigure({ text }: Word): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}
