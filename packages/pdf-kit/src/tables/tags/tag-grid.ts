import type { Tag } from '../../page-model/types.ts';

/** A tagged cell and its place. */
export interface TagCell {
  readonly tag: Tag;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface TagGrid {
  readonly cells: readonly TagCell[];
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows at the top that have only `TH` cells. */
  readonly headerRows: number;
}

/** Maximum number of columns; wider ones are not tables. */
const maxColumns = 500;

/** Lays out rows of cells as HTML does: each takes the next position not covered by a cell from above. */
export function layOutTagRows(rows: readonly (readonly Tag[])[]): TagGrid {
  const taken = new Set<string>();
  const cells: TagCell[] = [];
  let columnCount = 0;
  rows.forEach((tags, row) => {
    let column = 0;
    for (const tag of tags) {
      while (taken.has(`${row} ${column}`)) column += 1;
      const rowSpan = Math.min(tag.rowSpan, rows.length - row);
      const columnSpan = freeColumns(taken, row, column, Math.min(tag.colSpan, maxColumns));
      for (let r = row; r < row + rowSpan; r += 1) {
        for (let c = column; c < column + columnSpan; c += 1) taken.add(`${r} ${c}`);
      }
      cells.push({ tag, row, column, rowSpan, columnSpan });
      column += columnSpan;
      columnCount = Math.max(columnCount, column);
    }
  });
  const firstData = rows.findIndex((tags) => tags.some(({ role }) => role !== 'TH'));
  return { cells, rowCount: rows.length, columnCount, headerRows: Math.max(0, firstData) };
}

/** How many of the columns asked for are free from this one on. */
function freeColumns(taken: ReadonlySet<string>, row: number, column: number, wanted: number): number {
  let span = 1;
  while (span < wanted && !taken.has(`${row} ${column + span}`)) span += 1;
  return span;
}
