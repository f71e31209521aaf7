import type { Boundaries } from '@platen/pdf-kit';
import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { findFigures } from './analysis/figures/figures.ts';
import { findFormulas } from './analysis/formulas/formulas.ts';
import { withoutWords } from './analysis/text/fragments.ts';
import type { FormulaItem } from './analysis/types.ts';
import { findPageTables } from './page-tables.ts';

/** The tables and formulas of a page. */
export interface PageObjects {
  readonly tables: readonly Table[];
  readonly formulas: readonly FormulaItem[];
}

/** A table with this share of its words in formulas is made of them. */
const formulaShare = 0.5;

/** The tables of a page and the displayed formulas outside of them: rows of stacked signs may look like either. */
export function findPageObjects(page: Page, boundaries: Boundaries): PageObjects {
  return boundaries.within(
    { what: `The formulas on page ${page.number}`, instead: 'they are text' },
    () => withFormulas(page, tablesOn(page, boundaries), boundaries),
    () => ({ tables: tablesOn(page, boundaries), formulas: [] }),
  );
}

function tablesOn(page: Page, boundaries: Boundaries): readonly Table[] {
  return boundaries.within(
    { what: `The tables on page ${page.number}`, instead: 'their text is in paragraphs' },
    () => findPageTables(page),
    () => [],
  );
}

function withFormulas(page: Page, tables: readonly Table[], boundaries: Boundaries): PageObjects {
  const formulas = findFormulas(page, () => obstaclesOn(page, tables));
  const kept = tables.filter((table) => !isMadeOf(formulas, table));
  const outside = formulas.filter(({ box }) => !kept.some((table) => containsMiddle(table.box, box)));
  if (kept.length === tables.length) return { tables, formulas: outside };
  const words = new Set(outside.flatMap((formula) => [...formula.words]));
  const lines = page.lines.flatMap((line) => withoutWords(line, (word) => words.has(word)));
  return { tables: tablesOn({ ...page, lines }, boundaries), formulas: outside };
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
