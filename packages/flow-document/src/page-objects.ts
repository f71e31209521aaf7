import type { Boundaries } from '@platen/pdf-kit';
import { containsMiddle, growBox, sharedArea } from '@platen/pdf-kit/geometry';
import type { Box, Page } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { findFigures } from './analysis/figures/figures.ts';
import { findFormulas } from './analysis/formulas/formulas.ts';
import { findCardRows } from './analysis/tables/card-rows.ts';
import type { FormulaItem } from './analysis/types.ts';
import { findPageTables } from './page-tables.ts';

/** The tables and formulas of a page. */
export interface PageObjects {
  readonly tables: readonly Table[];
  /** Rows of cards, which are set as tables. */
  readonly cards: readonly Table[];
  readonly formulas: readonly FormulaItem[];
}

/** A table with this share of its words in formulas is made of them. */
const formulaShare = 0.5;

/**
 * The cards and tables of a page and the displayed formulas outside of them: rows of stacked signs may look like either. No
 * table goes over one of the `sides` of panels, which are given from left to right.
 */
export function findPageObjects(page: Page, sides: readonly number[], boundaries: Boundaries): PageObjects {
  const tablesOn = (part: Page) => tablesBetween(part, sides, boundaries);
  const cards = boundaries.within(
    { what: `The boxes side by side on page ${page.number}`, instead: 'they become panels behind the text' },
    () => cardsOn(page, tablesOn),
    () => [],
  );
  const beside = cards.length === 0 ? page : withoutCards(page, cards);
  const objects = boundaries.within(
    { what: `The formulas on page ${page.number}`, instead: 'they become text' },
    () => withFormulas(beside, tablesOn),
    () => ({ tables: tablesOn(beside), formulas: [] }),
  );
  return { ...objects, cards };
}

/**
 * Rows of cards, but for those that are cells of a table: of one that is tagged, or that goes on outside of them with a grid
 * or would be one without the boxes.
 */
function cardsOn(page: Page, tablesOn: TableFinder): readonly Table[] {
  const found = findCardRows(page);
  if (found.length === 0) return [];
  const tables = tablesOn(page).filter(
    ({ kind, cells }) => kind === 'tagged' || cells.some(({ box, text }) => text !== '' && !isInAny(found, box)),
  );
  const isCertain = (table: Table) => table.kind === 'tagged' || hasGrid(table);
  // Tables are looked for once more only where the answer decides.
  const unboxed = tables.every(isCertain) ? [] : tablesOn({ ...page, ...drawnBesides(page, found) });
  const kept = tables.filter((table) => isCertain(table) || unboxed.some(({ box }) => sharedArea(box, table.box) > 0));
  return found.filter(({ box }) => !kept.some((table) => sharedArea(table.box, box) > 0));
}

function withoutCards(page: Page, cards: readonly Table[]): Page {
  return {
    ...page,
    ...drawnBesides(page, cards),
    lines: page.lines.flatMap((line) => withoutWords(line, ({ box }) => isInAny(cards, box))),
  };
}

function drawnBesides(page: Page, cards: readonly Table[]): Pick<Page, 'rules' | 'fills' | 'boxes'> {
  return {
    rules: page.rules.filter(({ x0, y0, x1, y1 }) => !isInAny(cards, { x0, y0, x1, y1 })),
    fills: page.fills.filter(({ box }) => !isInAny(cards, box)),
    boxes: page.boxes.filter(({ box }) => !isInAny(cards, box)),
  };
}

function isInAny(tables: readonly Table[], box: Box): boolean {
  return tables.some((table) => containsMiddle(growBox(table.box, 1), box));
}

type TableFinder = (page: Page) => readonly Table[];

function tablesBetween(page: Page, sides: readonly number[], boundaries: Boundaries): readonly Table[] {
  return boundaries.within(
    { what: `The tables on page ${page.number}`, instead: 'their text becomes paragraphs' },
    () => columnsOnPanels(page, sides).flatMap(findPageTables),
    () => [],
  );
}

/** The parts of a page beside tall panels and on them. */
function columnsOnPanels(page: Page, sides: readonly number[]): readonly Page[] {
  if (sides.length === 0) return [page];
  const edges = [Number.NEGATIVE_INFINITY, ...sides, Number.POSITIVE_INFINITY];
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? end;
    const isHere = ({ x0, x1 }: Pick<Box, 'x0' | 'x1'>) => (x0 + x1) / 2 >= start && (x0 + x1) / 2 < end;
    return {
      ...page,
      lines: page.lines.filter(({ box }) => isHere(box)),
      rules: page.rules.filter(isHere),
      fills: page.fills.filter(({ box }) => isHere(box)),
      boxes: page.boxes.filter(({ box }) => isHere(box)),
    };
  });
}

function withFormulas(page: Page, tablesOn: TableFinder): Omit<PageObjects, 'cards'> {
  const tables = tablesOn(page);
  const formulas = findFormulas(page, () => obstaclesOn(page, tables));
  const kept = tables.filter((table) => !isMadeOf(formulas, table));
  const outside = formulas.filter(({ box }) => !kept.some((table) => containsMiddle(table.box, box)));
  if (kept.length === tables.length) return { tables, formulas: outside };
  const words = new Set(outside.flatMap((formula) => [...formula.words]));
  const lines = page.lines.flatMap((line) => withoutWords(line, (word) => words.has(word)));
  return { tables: tablesOn({ ...page, lines }), formulas: outside };
}

/** Tables with a grid, and figures: signs inside them belong to them. */
function obstaclesOn(page: Page, tables: readonly Table[]) {
  const boxes = tables.map(({ box }) => box);
  const figures = findFigures({ ...page, unreadable: [] }, boxes).filter(({ behindText }) => !behindText);
  return [...tables.filter(hasGrid), ...figures].map(({ box }) => box);
}

function isMadeOf(formulas: readonly FormulaItem[], table: Table): boolean {
  if (hasGrid(table)) return false;
  const words = table.cells.flatMap(({ lines }) => lines.flatMap((line) => line.words));
  const taken = words.filter(({ box }) => formulas.some((formula) => containsMiddle(formula.box, box)));
  return taken.length >= formulaShare * words.length;
}

function hasGrid({ kind }: Table): boolean {
  return kind === 'ruled' || kind === 'tagged';
}
