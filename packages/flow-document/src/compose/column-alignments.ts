import { median } from '@platen/pdf-kit/statistics';
import type { Table, TableCell } from '@platen/pdf-kit/tables';
import type { Alignment } from '../model/formats.ts';

/** Edges this far apart, in points, are the same edge. */
const tolerancePt = 1.6;
/** This share of the cells of a column must agree. */
const agreeingShare = 0.7;

/**
 * How the cells of a table are aligned, judged by the cells above and below: a number alone in its cell may be
 * anywhere, but one whose end is below the ends of others is set against the right. Null where the column does not say.
 */
export function columnAlignments(table: Table): (cell: TableCell) => Alignment | null {
  const columns = Array.from({ length: table.columnCount }, (_, column) => sharedEdge(table, column));
  return (cell) => {
    const shared = cell.columnSpan === 1 ? columns[cell.column] : null;
    if (shared === null || shared === undefined) return null;
    // A text that reaches out of its cell where it begins keeps its line only when it is set from there.
    if (cell.lines.some(({ box }) => box.x0 < cell.box.x0)) return null;
    return cell.lines.every((line) => Math.abs(edges[shared.alignment](line.box) - shared.x) <= tolerancePt)
      ? shared.alignment
      : null;
  };
}

type SharedAlignment = 'left' | 'center' | 'right';

const edges: Readonly<Record<SharedAlignment, (box: { readonly x0: number; readonly x1: number }) => number>> = {
  left: ({ x0 }) => x0,
  center: ({ x0, x1 }) => (x0 + x1) / 2,
  right: ({ x1 }) => x1,
};

/** The edge most single lines of the column have in common, and only that one. */
function sharedEdge(table: Table, column: number): { readonly alignment: SharedAlignment; readonly x: number } | null {
  const boxes = table.cells
    .filter((cell) => cell.column === column && cell.columnSpan === 1 && cell.row >= table.headerRows)
    .flatMap(({ lines }) => (lines.length === 1 && lines[0]?.angle === 0 ? [lines[0].box] : []));
  if (boxes.length < 3) return null;
  const found = (['left', 'right', 'center'] as const).map((alignment) => {
    const values = boxes.map(edges[alignment]);
    const x = median(values);
    const agreeing = values.filter((value) => Math.abs(value - x) <= tolerancePt).length;
    return { alignment, x, share: agreeing / values.length };
  });
  const best = found.reduce((first, second) => (second.share > first.share + 0.05 ? second : first));
  return best.share >= agreeingShare && best.alignment !== 'left' ? best : null;
}
