import { uniteBoxes } from '../../page-model/box.ts';
import type { Box, Page, Word } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import { type CellDraft, placeWords, type TableDraft } from '../compose-table.ts';
import { splitWord } from '../split-word.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import { isEntryText } from '../value-text.ts';

/** Bars that separate cells in plain text. */
const bar = /([|¦│║]+)/u;
const isBar = (text: string) => /^[|¦│║]+$/u.test(text);
/** Minimum bars in a line: with fewer it is a text with a separator, such as `Mail | Web`. */
const minBars = 2;
/** Minimum number of similar lines; fewer may be so by chance. */
const minAlike = 2;
/** Minimum bars of a single line that forms a table, beginning and ending with one. */
const minClosed = 4;
/** Maximum distance of lines of one table, in em: a typed rule and an empty line may be between. */
const reachEm = 5;

/** Tolerance for the bars of one column in fixed-pitch type. */
const wanderingPt = 3;

/** Maximum vertical distance of values around a bar, in em: a few rows. */
const nearEm = 8;

/** What is nearer to a bar than this, in em, touches it: even narrow word spaces are wider. */
const touchingEm = 0.15;
/** Text as much smaller, as a share, is a script: the 2 of a norm `||x||₂`. */
const scriptShare = 0.8;

/** A line of text cut at its bars. */
interface TypedLine {
  readonly line: TextRow;
  readonly cells: readonly (readonly Word[])[];
  /** The position of each bar. */
  readonly bars: readonly number[];
  /** Whether its bars are around parts of the text, as those of norms and absolute values are, instead of between them. */
  readonly areEnclosing: boolean;
}

/**
 * Tables typed as plain text with bars between the columns. The index of a bar in its line determines which columns it
 * separates, since in proportional type its position varies. Lines with fewer bars continue the record above.
 */
export function findTypedTables(page: Page): TableDraft[] {
  if (!page.lines.some(({ words }) => words.some(({ text }) => bar.test(text)))) return [];
  const rows = buildTextRows(page.lines);
  const values = barsAmongValues(rows);
  const lines = rows.map((row) => cutAtBars(row, values)).filter(({ bars }) => bars.length > 0);
  return runsOf(lines).flatMap((run) => {
    const draft = readRun(run, page);
    return draft === null ? [] : [draft];
  });
}

/** Consecutive lines with bars, and the lines without between them. */
function runsOf(lines: readonly TypedLine[]): TypedLine[][] {
  const runs: TypedLine[][] = [];
  for (const own of lines) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && own.line.box.y0 - last.line.box.y1 < reachEm * own.line.sizePt) runs.at(-1)?.push(own);
    else runs.push([own]);
  }
  return runs;
}

function readRun(run: readonly TypedLine[], page: Page): TableDraft | null {
  const [only] = run;
  const full = run.length === 1 && only !== undefined && isClosed(only) ? only.bars.length : usualBars(run);
  const whole = run.filter(({ bars }) => bars.length === full);
  if (whole.every(({ areEnclosing }) => areEnclosing)) return null;
  if (full < minBars || (whole.length < minAlike && full < minClosed)) return null;
  const isWhole = (own: TypedLine) => own.bars.length === full;
  const records: TypedLine[][] = [];
  for (const own of run) {
    const last = records.at(-1);
    if (last === undefined || isWhole(own)) records.push([own]);
    else last.push(own);
  }
  const boxes = run.map(({ line }) => line.box);
  const box = uniteBoxes(boxes);
  // Empty text before a first bar or after a last one is not a column; between two bars it is.
  const columns = Array.from({ length: full + 1 }, (_, column) => column).filter(
    (column) => (column > 0 && column < full) || run.some(({ cells }) => (cells[column]?.length ?? 0) > 0),
  );
  if (columns.length < 3) return null;
  const cells = records.flatMap((lines, row) =>
    columns.map((column, index): CellDraft => {
      const words = placeWords(
        lines.flatMap(({ line, cells: own }) => {
          const words = own[column] ?? [];
          return words.length === 0 ? [] : [{ baseline: line.baseline, words }];
        }),
      );
      return { row, column: index, rowSpan: 1, columnSpan: 1, words };
    }),
  );
  const tops = records.map((lines) => Math.min(...lines.map(({ line }) => line.box.y0)));
  const firstRows = records.slice(1).map((_, index) => {
    const above = Math.max(...(records[index] ?? []).map(({ line }) => line.box.y1));
    return (above + (tops[index + 1] ?? above)) / 2;
  });
  return {
    pageNumber: page.number,
    kind: 'half-ruled',
    columnCuts: columnCuts(columns, whole, box, page.widthPt),
    rowCuts: [box.y0 - 1, ...firstRows, box.y1 + 1],
    cells,
    headerRows: 0,
    confidence: 0.85,
  };
}

/** Whether a single line begins and ends with a bar: the last row of a table on a separate page. */
function isClosed({ cells, bars }: TypedLine): boolean {
  return bars.length >= minClosed && cells[0]?.length === 0 && cells.at(-1)?.length === 0;
}

/** The number of bars in complete records: the largest number that several lines have. */
function usualBars(run: readonly TypedLine[]): number {
  const counts = Map.groupBy(run, ({ bars }) => bars.length);
  return Math.max(0, ...[...counts].filter(([, alike]) => alike.length >= minAlike).map(([count]) => count));
}

/**
 * The positions of the bars; equal columns if they vary in proportional type, so that they are the same on every page.
 */
function columnCuts(columns: readonly number[], whole: readonly TypedLine[], box: Box, pageWidthPt: number): number[] {
  const bars = columns.slice(1).map((column) => whole.map(({ bars: own }) => own[column - 1] ?? 0));
  const isFixed = bars.every((places) => Math.max(...places) - Math.min(...places) <= wanderingPt);
  if (isFixed) return [box.x0 - 1, ...bars.map((places) => median(places)), box.x1 + 1];
  const width = Math.max(box.x1 + 1, pageWidthPt - box.x0) - box.x0 + 1;
  return [...columns, columns.length].map((_, index) => box.x0 - 1 + (index * width) / columns.length);
}

/** Single bars in a column of values, as timetables print where a train does not stop: they separate nothing. */
function barsAmongValues(rows: readonly TextRow[]): ReadonlySet<Word> {
  const bars = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isBar(text)));
  if (bars.length === 0) return new Set();
  const values = rows.flatMap(({ chunks }) => chunks.filter(({ text }) => isEntryText(text) && /\d/.test(text)));
  return new Set(
    bars
      .filter(
        ({ box, sizePt }) =>
          values.filter(
            (value) =>
              value.box.x0 < box.x0 &&
              value.box.x1 > (box.x0 + box.x1) / 2 &&
              Math.abs(value.box.y0 - box.y0) < nearEm * sizePt,
          ).length >= minAlike,
      )
      .flatMap(({ words }) => words),
  );
}

function cutAtBars(line: TextRow, values: ReadonlySet<Word>): TypedLine {
  const cells: Word[][] = [[]];
  const bars: number[] = [];
  const words = line.chunks.flatMap((chunk) => chunk.words).flatMap((word) => splitWord(word, bar));
  const sides: ReturnType<typeof sideOf>[] = [];
  words.forEach((word, index) => {
    if (isBar(word.text) && !values.has(word)) {
      bars.push((word.box.x0 + word.box.x1) / 2);
      cells.push([]);
      sides.push(sideOf(word, words[index - 1], words[index + 1]));
    } else cells.at(-1)?.push(word);
  });
  const areEnclosing =
    sides.length % 2 === 0 && sides.every((side, index) => side === (index % 2 === 0 ? 'open' : 'close'));
  return { line, cells, bars, areEnclosing };
}

/** Whether a bar opens the text after it or closes the text before it, which it touches on this side only. */
function sideOf(own: Word, before: Word | undefined, after: Word | undefined): 'open' | 'close' | null {
  const touchesBefore = before !== undefined && touches(before, own);
  const touchesAfter = after !== undefined && touches(own, after);
  const mayOpen = !touchesBefore || /[^\p{L}\p{N}]$/u.test(before.text);
  const mayClose = !touchesAfter || /^[^\p{L}\p{N}]/u.test(after.text) || isScript(after, own);
  if (touchesAfter && mayOpen) return touchesBefore && mayClose ? null : 'open';
  return touchesBefore && mayClose ? 'close' : null;
}

function touches(word: Word, next: Word): boolean {
  return next.box.x0 - word.box.x1 < touchingEm * Math.max(word.style.sizePt, next.style.sizePt);
}

function isScript({ style }: Word, base: Word): boolean {
  return style.sizePt < scriptShare * base.style.sizePt;
}
