import { expect, test } from 'vitest';
import { runsBesideFigures } from '../src/analysis/layout/beside-figures.ts';
import type { Column, FigureItem, Fragment } from '../src/analysis/types.ts';

const lineAt = (y: number, x0: number, x1: number) =>
  ({ kind: 'text', box: { x0, y0: y - 9, x1, y1: y + 2 }, style: { sizePt: 10 } }) as Fragment;
const figureAt = (x0: number, y0: number, x1: number, y1: number) =>
  ({ kind: 'figure', behindText: false, box: { x0, y0, x1, y1 } }) as FigureItem;
const columnWith = (figure: FigureItem): Column => ({ x0: 50, x1: 350, reachX1: 355, items: [figure] });

test('lines beside a picture have a column as wide as it leaves them', () => {
  const lines = [lineAt(100, 50, 340), lineAt(112, 50, 190), lineAt(124, 50, 195), lineAt(136, 50, 345)];
  const runs = runsBesideFigures(lines, columnWith(figureAt(200, 103, 350, 127)));
  expect(runs.map(({ column, fragments }) => [column.x0, column.x1, column.reachX1, fragments.length])).toEqual([
    [50, 350, 355, 1],
    [50, 200, 200, 2],
    [50, 350, 355, 1],
  ]);
});

test('a picture left of lines moves the edge where they begin', () => {
  const [run] = runsBesideFigures(
    [lineAt(112, 130, 340), lineAt(124, 130, 300)],
    columnWith(figureAt(50, 100, 120, 140)),
  );
  expect(run?.column).toMatchObject({ x0: 120, x1: 350 });
});

test('a picture that a single line stands beside is of that line, and leaves the column as it is', () => {
  const [run] = runsBesideFigures(
    [lineAt(112, 50, 150), lineAt(124, 50, 345)],
    columnWith(figureAt(160, 60, 172, 114)),
  );
  expect(run?.column).toMatchObject({ x0: 50, x1: 350 });
  expect(run?.fragments).toHaveLength(2);
});
