import { containsMiddle } from '../../page-model/box.ts';
import { createPlaceIndex } from '../../page-model/place-index.ts';
import type { Line, Page } from '../../page-model/types.ts';
import { findChartRegions } from '../chart-regions.ts';
import { cutAtLabel } from '../cut-at-label.ts';
import { type FreeRow, freeRows } from '../free-rows.ts';
import type { Table } from '../types.ts';
import { splitByProse } from '../whitespace/prose-columns.ts';
import { axisLabels } from './axis-labels.ts';
import { freeLines } from './free-lines.ts';
import { missedRows, wrappedRows } from './missed-rows.ts';
import { isBare, isLabelAbove, placeOfLabel, statesValue, surroundingsOf } from './states-value.ts';
import { valuesIn } from './values-in.ts';

/** In headers and footers, values of at most this many characters number a page or a series. */
const mostOfPage = 4;

/** The values of a page outside of the cells of its tables. */
export interface PageAccount {
  /** Rows that state an amount, a date or an identifier, or have the place of a row in a table, from top to bottom. */
  readonly rows: readonly FreeRow[];
  /** The amounts, dates and identifiers of running text and of charts, as printed. */
  readonly leftOut: readonly string[];
}

/**
 * Accounts for the values of a page once its tables are chosen: each is in a cell, in a row outside of all tables that
 * states it, or left out by name. A row that no table took, in the place of one, is kept for its text, and so is the
 * rest of a wrapped text. Of headers and footers (`running`) only what is a value by itself counts: page numbers are none.
 */
export function accountValues(page: Page, tables: readonly Table[], running: ReadonlySet<Line>): PageAccount {
  const charts = findChartRegions(page);
  const free = freeLines(page, tables);
  const axes = axisLabels(free);
  const isDrawn = (line: Line) => axes.has(line) || charts.some((chart) => containsMiddle(chart, line.box));
  const { drawn = [], written = [] } = Object.groupBy(free, (line) => (isDrawn(line) ? 'drawn' : 'written'));
  const [prose, rest] = partProse(written);
  const repeated = wordsOf(running);
  const rows = freeRows(rest);
  const around = surroundingsOf(page.lines, tables);
  const isOfPage = (row: FreeRow) =>
    isBeside(row, repeated) && valuesIn(textOf(row)).every(({ length }) => length <= mostOfPage);
  const stated = rows.filter((row) => !row.isProse && !isOfPage(row) && statesValue(row, around));
  const bare = createPlaceIndex(stated.filter(isBare).map((row) => [row, placeOfLabel(row)]));
  const isLabel = (row: FreeRow) =>
    bare.touching(row.box).some((amounts) => isLabelAbove({ text: textOf(row), box: row.box }, amounts));
  const open = rows.filter((row) => !row.isProse && !isRunning(row, repeated));
  const missed = tables.flatMap((table) => missedRows(open, table));
  const found = new Set([...stated, ...missed]);
  const kept = new Set([...found, ...wrappedRows(open, found)]);
  const isOwn = (row: FreeRow) => kept.has(row) || (!row.isProse && isLabel(row));
  const { own = [], others = [] } = Object.groupBy(rows, (row) => (isOwn(row) ? 'own' : 'others'));
  const left = [...others.map(textOf), ...[...prose, ...drawn].map(({ text }) => text)];
  return { rows: own.map(withLabelsCut), leftOut: left.flatMap(valuesIn) };
}

/** What a row that states a value has behind a colon is the value of that label, also words. */
function withLabelsCut(row: FreeRow): FreeRow {
  return { ...row, pieces: row.pieces.flatMap(cutAtLabel) };
}

/** The headers and footers are those of many pages, each of which asks for their words. */
const knownWords = new WeakMap<ReadonlySet<Line>, ReadonlySet<object>>();

function wordsOf(running: ReadonlySet<Line>): ReadonlySet<object> {
  const known = knownWords.get(running) ?? new Set([...running].flatMap(({ words }) => words));
  knownWords.set(running, known);
  return known;
}

/** Columns of running text, and the other lines. */
function partProse(lines: readonly Line[]): readonly [readonly Line[], readonly Line[]] {
  const open = new Set(splitByProse(lines.filter(({ angle }) => angle === 0)).flat());
  const isProse = (line: Line) => line.angle === 0 && !open.has(line);
  return [lines.filter(isProse), lines.filter((line) => !isProse(line))];
}

function textOf({ pieces }: FreeRow): string {
  return pieces.map(({ text }) => text).join(' ');
}

/** Whether a row is in the headers and footers that other pages have, too. */
function isRunning({ pieces }: FreeRow, repeated: ReadonlySet<object>): boolean {
  return pieces.every((piece) => piece.words.every((word) => repeated.has(word)));
}

/** Whether a row has a text that is repeated on other pages: the number beside it is that of the page. */
function isBeside({ pieces }: FreeRow, repeated: ReadonlySet<object>): boolean {
  return pieces.some((piece) => piece.words.every((word) => repeated.has(word)));
}
