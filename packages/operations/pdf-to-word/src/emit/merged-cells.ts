import type { TableCellContent, TableRow } from '@platen/flow-document';

/** A cell as WordprocessingML has it: one that spans rows is repeated in each of them, with its content in the first. */
export interface MergedCell extends Omit<TableCellContent, 'rowSpan'> {
  readonly merge: 'none' | 'restart' | 'continue';
}

/** A cell that reaches down into the rows below. */
interface OpenCell {
  readonly cell: TableCellContent;
  readonly rowsLeft: number;
}

/** The cells of each row, with those that reach down into it. */
export function withMergedCells(rows: readonly TableRow[], columnCount: number): readonly (readonly MergedCell[])[] {
  const open = new Map<number, OpenCell>();
  return rows.map((row) => {
    const begun = [...row.cells];
    const cells: MergedCell[] = [];
    for (let column = 0; column < columnCount; ) {
      const above = open.get(column);
      const cell = above?.cell ?? begun.shift();
      if (cell === undefined) break;
      const rowsLeft = (above?.rowsLeft ?? cell.rowSpan) - 1;
      cells.push(slice(cell, above === undefined, rowsLeft === 0));
      if (rowsLeft === 0) open.delete(column);
      else open.set(column, { cell, rowsLeft });
      column += cell.columnSpan;
    }
    return cells;
  });
}

/** The part of a cell that is in one row: the border between two parts is drawn by neither. */
function slice({ rowSpan, ...cell }: TableCellContent, isFirst: boolean, isLast: boolean): MergedCell {
  const { borders } = cell;
  return {
    ...cell,
    merge: rowSpan === 1 ? 'none' : isFirst ? 'restart' : 'continue',
    borders: { ...borders, top: isFirst ? borders.top : null, bottom: isLast ? borders.bottom : null },
    blocks: isFirst ? cell.blocks : [],
  };
}
