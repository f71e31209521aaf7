import { uniteBoxes } from '../../page-model/box.ts';
import type { Page, Word } from '../../page-model/types.ts';
import { type CellDraft, placeWords, type TableDraft } from '../compose-table.ts';
import { rowCutsOf } from '../whitespace/text-tables.ts';
import {
  type DashRun,
  isDashed,
  isHeading,
  misfits,
  runsOf,
  type WordLine,
  wordLines,
  wordsByRun,
} from './dashed-lines.ts';

/** Lines closer than this, in em, have no empty line between them. */
const pitchEm = 1.6;
/** A table may continue after a few empty lines, in em. */
const widestEm = 5;
/** Maximum lines of a heading. */
const maxHeadingLines = 3;
/** In a longer line right below another, a word may overlap two columns: a value too long for its own. */
const maxMisfits = 1;
const minLongLine = 6;
/** Maximum lines of a note between records: more lines that do not fit the columns end the table. */
const maxStray = 2;

/** The columns of one line of a record, with its headings. */
interface Layer {
  readonly runs: readonly DashRun[];
  readonly headings: readonly WordLine[];
}

interface DashedTable {
  readonly layers: readonly Layer[];
  /** The lines of the body, with the columns that they fit; null for a line that fits none. */
  readonly body: readonly { readonly line: WordLine; readonly layer: Layer | null }[];
}

/**
 * Tables of plain-text reports, in which each column has a run of dashes below its heading. Records of two lines have
 * two lines of headings and dashes, one after the other, and become two rows.
 */
export function findDashedTables(page: Page): TableDraft[] {
  const lines = wordLines(page);
  const drafts: TableDraft[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const layers = layersAt(lines, index);
    if (layers.length === 0) continue;
    const start = index + 1 + layers.slice(1).reduce((sum, { headings }) => sum + headings.length + 1, 0);
    const body = bodyOf(lines.slice(start), layers);
    if (body.length > 0) drafts.push(compose(page.number, { layers, body }));
    index = Math.max(index, start + body.length - 1);
  }
  return drafts;
}

/** The lines of headings over dashes that begin at a line of dashes; empty where it has no headings. */
function layersAt(lines: readonly WordLine[], index: number): Layer[] {
  const first = layerAt(lines, index);
  if (first === null) return [];
  for (let below = index + 2; below <= index + 1 + maxHeadingLines; below += 1) {
    const second = layerAt(lines, below);
    if (second !== null && second.headings.length === below - index - 1) return [first, second];
  }
  return [first];
}

function layerAt(lines: readonly WordLine[], index: number): Layer | null {
  const dashes = lines[index];
  const runs = dashes === undefined ? [] : withOpenStart(runsOf(dashes), lines[index - 1]);
  if (dashes === undefined || runs.length === 0) return null;
  const headings: WordLine[] = [];
  for (let above = index - 1; above >= 0 && headings.length < maxHeadingLines; above -= 1) {
    const line = lines[above];
    const next = headings[0] ?? dashes;
    if (line === undefined || isDashed(line.words) || next.baseline - line.baseline > pitchEm * next.sizePt) break;
    if (!isHeading(line) || (headings.length > 0 && misfits(line, runs) > 0)) break;
    headings.unshift(line);
  }
  return headings.length === 0 ? null : { runs, headings };
}

/** Columns with one more before them, where headings begin to the left of the first dashes. */
function withOpenStart(runs: readonly DashRun[], heading: WordLine | undefined): readonly DashRun[] {
  const [first] = runs;
  const before = heading?.words.filter(({ box }) => first !== undefined && box.x1 < first.x0 - 1) ?? [];
  if (heading === undefined || before.length === 0) return runs;
  return [{ x0: heading.box.x0, x1: Math.max(...before.map(({ box }) => box.x1)) }, ...runs];
}

function bodyOf(lines: readonly WordLine[], layers: readonly Layer[]): DashedTable['body'] {
  const body: { readonly line: WordLine; readonly layer: Layer | null }[] = [];
  for (const line of lines) {
    const above = body.at(-1)?.line;
    const gap = above === undefined ? 0 : (line.baseline - above.baseline) / line.sizePt;
    const allowed = gap < pitchEm && line.words.length >= minLongLine ? maxMisfits : 0;
    const layer = isDashed(line.words) ? null : layerOf(line, layers, body.at(-1)?.layer ?? null, allowed);
    const stray = body.length - 1 - body.findLastIndex((own) => own.layer !== null || isDashed(own.line.words));
    const isStray = layer === null && !isDashed(line.words) && stray >= maxStray;
    if (gap > widestEm || isStray || (layer === null && gap > pitchEm && !isDashed(line.words))) break;
    body.push({ line, layer });
  }
  return body.slice(0, body.findLastIndex(({ layer }) => layer !== null) + 1);
}

/** The columns that a line fits: if both, those of the next line of a record. */
function layerOf(line: WordLine, layers: readonly Layer[], above: Layer | null, allowed: number): Layer | null {
  const counts = layers.map(({ runs }) => misfits(line, runs));
  const fewest = Math.min(...counts);
  if (fewest > allowed) return null;
  const fitting = layers.filter((_, index) => counts[index] === fewest);
  return fitting.find((layer) => layer !== above) ?? fitting[0] ?? null;
}

function compose(pageNumber: number, { layers, body }: DashedTable): TableDraft {
  const header = layers.flatMap(({ runs, headings }, row) =>
    cellsOf(
      runs.map((_, column) => headings.flatMap((line) => placed(line, runs, column))),
      row,
    ),
  );
  const filled = body.filter(({ line }) => !isDashed(line.words));
  const cells = filled.flatMap(({ line, layer }, index) => {
    const row = layers.length + index;
    if (layer === null) return cellsOf([placeWords([line])], row);
    return cellsOf(
      layer.runs.map((_, column) => placed(line, layer.runs, column)),
      row,
    );
  });
  const lines = [...layers.flatMap(({ headings }) => headings), ...filled.map(({ line }) => line)];
  const widest = layers.toSorted((a, b) => b.runs.length - a.runs.length)[0]?.runs ?? [];
  const { x0, x1 } = uniteBoxes(lines.map(({ box }) => box));
  return {
    pageNumber,
    kind: 'half-ruled',
    columnCuts: [
      Math.min(x0, widest[0]?.x0 ?? x0) - 1,
      ...widest.slice(1).map((run, index) => ((widest[index]?.x1 ?? run.x0) + run.x0) / 2),
      Math.max(x1, widest.at(-1)?.x1 ?? x1) + 1,
    ],
    rowCuts: rowCutsOf(
      layers.map(({ headings }) => uniteBoxes(headings.map(({ box }) => box))),
      filled.map(({ line }) => [{ row: { ...line, chunks: [] }, chunks: [] }]),
    ),
    cells: [...header, ...cells],
    headerRows: layers.length,
    confidence: 0.85,
  };
}

function placed(line: WordLine, runs: readonly DashRun[], column: number): CellDraft['words'] {
  const words: readonly Word[] = wordsByRun(line, runs)[column] ?? [];
  return words.length === 0 ? [] : placeWords([{ baseline: line.baseline, words }]);
}

function cellsOf(columns: readonly CellDraft['words'][], row: number): CellDraft[] {
  return columns.flatMap((words, column) =>
    words.length === 0 ? [] : [{ row, column, rowSpan: 1, columnSpan: 1, words }],
  );
}
