import { boxArea, containsMiddle, intersectBoxes } from '../page-model/box.ts';
import { type QuarterTurn, turnBoxBack, turnPage } from '../page-model/turn-page.ts';
import type { Box, Line, Page } from '../page-model/types.ts';
import { composeTable } from './compose-table.ts';
import { cutsOnRules } from './cuts-on-rules.ts';
import { collectEdges, collectHiddenEdges } from './edges.ts';
import { findFigures, isFigure } from './figures.ts';
import { splitByProse } from './prose-columns.ts';
import { withRuledBorders } from './rule-borders.ts';
import { findRuledTables } from './ruled-tables.ts';
import { readSheet } from './sheet-table.ts';
import { splitSideBySide } from './side-by-side.ts';
import { isStripe } from './table-stripes.ts';
import { findTaggedTables } from './tagged-tables.ts';
import { buildTextRows } from './text-rows.ts';
import { findTextTables } from './text-tables.ts';
import { liftTypedRules } from './typed-rules.ts';
import type { Table } from './types.ts';

export interface FindTablesOptions {
  /** The page was printed from a spreadsheet (see `isPrintedSheet`): all of it is one table. */
  readonly printedSheet?: boolean;
}

/** The tables of a page, from top to bottom; those of a page set sideways as its reader turns it. */
export function findTables(page: Page, options: FindTablesOptions = {}): Table[] {
  const turn = sidewaysTurn(page);
  if (turn === null) return findUprightTables(page, options);
  return findUprightTables(turnPage(page, turn), options).map((table) => ({
    ...table,
    angle: 360 - turn,
    box: turnBoxBack(table.box, turn, page),
    cells: table.cells.map((cell) => ({ ...cell, box: turnBoxBack(cell.box, turn, page) })),
  }));
}

/** How a page whose text mostly runs up or down must be turned to be read; null for a page that is upright. */
function sidewaysTurn({ lines }: Page): QuarterTurn | null {
  const letters = (angle: number) =>
    lines.filter((line) => line.angle === angle).reduce((sum, { text }) => sum + text.length, 0);
  const upwards = letters(270);
  const downwards = letters(90);
  if (Math.max(upwards, downwards) <= letters(0)) return null;
  return upwards > downwards ? 90 : 270;
}

function findUprightTables(source: Page, { printedSheet = false }: FindTablesOptions): Table[] {
  const page = liftTypedRules(source);
  const edges = collectEdges(page);
  const uprights = edges.vertical.map(({ at, start, end }) => ({ x: at, y0: start, y1: end }));
  if (printedSheet) {
    const sheet = readSheet(page, edges);
    if (sheet !== null) return [composeTable(sheet, page.fills)];
  }
  const figures = findFigures(page);
  const tagged = findTaggedTables(page).map((draft) =>
    withRuledBorders(composeTable(cutsOnRules(draft, edges, page.lines), page.fills), page.rules),
  );
  const drawn = findRuledTables(page, edges);
  const hidden = findRuledTables(page, collectHiddenEdges(page), { mostWordsPerCell: 10 });
  const frames = [...drawn.frames, ...hidden.frames];
  const grids = [...drawn.tables, ...hidden.tables].filter((draft) => !isStripe(draft, edges, page.lines));
  const ruled = grids.map((draft) => composeTable(draft, page.fills));
  const byShape = ruled.filter(
    ({ box }) => !isFigure(box, figures) && !tagged.some((table) => isSameTable(table.box, box)),
  );
  const kept = [...tagged, ...dropNested(byShape)];
  const free = page.lines.filter(({ box }) => !kept.some((table) => containsMiddle(table.box, box)));
  const open = splitByProse(free)
    .flatMap((lines) => splitByFrames(lines, frames))
    .flatMap((lines) => splitSideBySide(lines, edges.horizontal))
    .flatMap((lines) => findTextTables(page, buildTextRows(lines, uprights), edges))
    .map((draft) => withRuledBorders(composeTable(cutsOnRules(draft, edges, page.lines), page.fills), page.rules))
    .filter(({ box }) => !isFigure(box, figures));
  return [...kept, ...open].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}

function isSameTable(a: Box, b: Box): boolean {
  const shared = intersectBoxes(a, b);
  return shared !== null && boxArea(shared) > 0.3 * Math.min(boxArea(a), boxArea(b));
}

/** The lines of each frame, and those outside of all. */
function splitByFrames(lines: readonly Line[], frames: readonly Box[]): readonly (readonly Line[])[] {
  const frameOf = (line: Line) => frames.findIndex((frame) => containsMiddle(frame, line.box));
  return [...Map.groupBy(lines, frameOf).values()];
}

/** Of two tables one inside the other, the one with more cells is the table. */
function dropNested(tables: readonly Table[]): Table[] {
  const byCells = [...tables].sort((a, b) => filledCount(b) - filledCount(a));
  const kept: Table[] = [];
  for (const table of byCells) {
    if (!kept.some(({ box }) => isSameTable(box, table.box))) kept.push(table);
  }
  return kept;
}

function filledCount({ cells }: Table): number {
  return cells.filter(({ text }) => text !== '').length;
}
