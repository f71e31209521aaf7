import type { TextRow } from '../text-rows.ts';
import { amountsOf, piecesOf } from './pieces.ts';

const pageNumber = /^\D{0,12}(\d{1,4})\D{0,2}$/u;

/** The last row of each page if it ends in a page number, one that adjacent pages count on from. */
export function findPageFeet(pages: readonly (readonly TextRow[])[]): Set<TextRow> {
  const last = pages.map((rows) => rows.toSorted((a, b) => a.box.y1 - b.box.y1).at(-1));
  const isCounted = (row: TextRow, other: TextRow | undefined, step: 1 | -1) =>
    other !== undefined && numberOf(other) === numberOf(row) + step;
  return new Set(
    last.flatMap((row, index) =>
      row !== undefined && (isCounted(row, last[index - 1], -1) || isCounted(row, last[index + 1], 1)) ? [row] : [],
    ),
  );
}

function numberOf(row: TextRow): number {
  const digits = pageNumber.exec(piecesOf(row).at(-1)?.chunk.text ?? '')?.[1];
  return amountsOf(row).length > 1 ? Number.NaN : Number(digits ?? Number.NaN);
}
