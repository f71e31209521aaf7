import type { Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { gapBetween } from '../text/fragments.ts';

/** A single space, typewriters' too, is no wider, in em. */
const widestSpaceEm = 0.7;
/** One such row may be a long text that reaches to the next column. */
const minRows = 2;
/** And so may be this share of the rows of a long table: the names of accounts in a ledger. */
const longTextShare = 0.1;

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
            (before) => before.baseline === line.baseline && isOneText(before.words.at(-1), line.words),
          ),
        ),
      ),
  );
  return cut.length >= Math.max(minRows, longTextShare * rowCount);
}

function isOneText(last: Word | undefined, [next, ...others]: readonly Word[]): boolean {
  if (last === undefined || next === undefined || (isFigure(last) && isFigure(next))) return false;
  if (isFigure(last) && others.length === 0 && isSign(next)) return false;
  return last.typedSpaces?.length === 1 && gapBetween(last, next) <= widestSpaceEm * last.style.sizePt;
}

/** Columns of amounts in type of one pitch may be a single space apart. */
function isFigure({ text }: Word): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

/** What side an amount is on, or its unit: `Dr`, `EUR`. */
function isSign({ text }: Word): boolean {
  return /^\p{L}{1,3}\.?$/u.test(text);
}
