import { containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import { createPlaceIndex, type PlaceIndex } from '../../page-model/place-index.ts';
import type { Box, Page } from '../../page-model/types.ts';
import { currencyPattern, numberSpaces, thousandths } from '../../values/number-patterns.ts';
import { axisLabels } from '../accounting/axis-labels.ts';
import { findChartRegions, isMostlyChart } from '../chart-regions.ts';
import { type Chunk, partOfChunk } from '../chunk.ts';
import { type CellDraft, composeTable, placeWords } from '../compose-table.ts';
import { cutAtLabel } from '../cut-at-label.ts';
import { displayEquations } from '../display-equations.ts';
import { labelOf } from '../row-label.ts';
import { buildTextRows, cutRows, type TextRow } from '../text-rows.ts';
import { liftTypedRules } from '../typed/typed-rules.ts';
import type { Table } from '../types.ts';
import { columnOf, gapsBetween } from '../whitespace/column-cuts.ts';
import { findProse } from '../whitespace/find-prose.ts';
import { splitByProse } from '../whitespace/prose-columns.ts';
import { captionedValues } from './captioned-values.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.forms;

/**
 * Finds blocks of adjacent texts outside tables: addresses, labels with values. Each block is a table without a header.
 * Running text and single lines are not blocks.
 */
export function findFormBlocks(page: Page, taken: readonly Box[]): Table[] {
  const { lines } = liftTypedRules(page);
  const charts = findChartRegions(page);
  const axes = axisLabels(lines);
  const equations = displayEquations(lines);
  const free = lines.filter(
    (line) =>
      line.angle === 0 &&
      !equations.has(line) &&
      !axes.has(line) &&
      !taken.some((own) => containsMiddle(own, line.box)),
  );
  return splitByProse(free)
    .flatMap((lines) => blocksAmong(splitLabels(buildTextRows(lines)), taken))
    .flatMap((block) => readBlock(block.map(withLabelsCut), page) ?? [])
    .filter(({ box }) => !isMostlyChart(box, charts));
}

/** The blocks among rows without running text. */
function blocksAmong(rows: readonly TextRow[], taken: readonly Box[]): TextRow[][] {
  const prose = findProse(rows);
  return blocksOf(
    rows.filter((row) => !prose.has(row)),
    taken,
  )
    .map(trimBlock)
    .flatMap((block) =>
      isForm(block) || isLabelList(block) ? [block] : [...captionedValues(block), ...sumsOf(block)],
    );
}

/** Sums to be paid among other text: labels with their amounts, from the first to the last. */
function sumsOf(block: readonly TextRow[]): TextRow[][] {
  const sums = block.filter(isSum);
  return sums.length === 0 ? [] : [sums];
}

/** Adjacent rows without a table between them. */
function blocksOf(rows: readonly TextRow[], taken: readonly Box[]): TextRow[][] {
  const blocks: TextRow[][] = [];
  let above: TextRow | null = null;
  for (const row of rows) {
    const last: TextRow | null = above;
    const isFar = last === null || row.box.y0 - last.box.y1 > limits.reachEm * row.sizePt;
    const isSeparated =
      last !== null && taken.some((box) => box.y0 >= last.box.y0 && box.y1 <= row.box.y1 && box.y0 < row.box.y0);
    if (isFar || isSeparated) blocks.push([]);
    blocks.at(-1)?.push(row);
    above = row;
  }
  return blocks;
}

/** From the first line with adjacent texts to the last. */
function trimBlock(block: readonly TextRow[]): TextRow[] {
  const isWide = (row: TextRow) => piecesOf(row).length > 1;
  return block.slice(Math.max(0, block.findIndex(isWide)), block.findLastIndex(isWide) + 1);
}

/** Whether texts of at least two lines share an edge beside other texts, or a label has an amount beside it. */
function isForm(block: readonly TextRow[]): boolean {
  const wide = block.filter((row) => piecesOf(row).length > 1);
  const beside = wide.flatMap((row) =>
    piecesOf(row)
      .slice(1)
      .map((piece) => ({ row, piece })),
  );
  const edges = (['x0', 'x1'] as const).map((edge) => ({
    edge,
    isAt: createOthersAt(beside.map(({ row, piece }) => ({ item: row, at: piece[edge] }))),
  }));
  const sums = new Set(wide.filter(isSum));
  const lined = wide.filter(
    (row) =>
      sums.has(row) ||
      piecesOf(row)
        .slice(1)
        .some((piece) => edges.some(({ edge, isAt }) => isAt(piece[edge], limits.alignedPt, row))),
  );
  return (lined.length >= limits.minRows || sums.size > 0) && lined.length >= limits.linedShare * block.length;
}

/** Whether another thing has an edge within reach of a place. */
function createOthersAt<Item>(
  edges: readonly { readonly item: Item; readonly at: number }[],
): (place: number, reachPt: number, own: Item) => boolean {
  const sorted = edges.toSorted((a, b) => a.at - b.at);
  return (place, reachPt, own) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.at ?? 0) < place - reachPt) low = middle + 1;
      else high = middle;
    }
    for (let edge = sorted[low]; edge !== undefined && edge.at <= place + reachPt; edge = sorted[low]) {
      if (edge.item !== own) return true;
      low += 1;
    }
    return false;
  };
}

/** Whether lines are left-aligned labels, each followed by a colon and a short value. */
function isLabelList(block: readonly TextRow[]): boolean {
  const [first] = block;
  return (
    first !== undefined &&
    block.length >= limits.minListed &&
    block.every((row) => {
      const [label, value, ...others] = piecesOf(row);
      return (
        label !== undefined &&
        value !== undefined &&
        others.length === 0 &&
        /\p{L}.*:$/u.test(label.chunk.text) &&
        Math.abs(row.box.x0 - first.box.x0) <= limits.alignedPt &&
        value.chunk.words.length <= limits.longestLabel
      );
    })
  );
}

/** An amount with two decimals (three for dinars), with its currency and perhaps a note on tax. */
const sum = new RegExp(
  `^(?:${currencyPattern})?[${numberSpaces}]*[\\d${numberSpaces}.,'’]*[.,](?:\\d\\d|\\d{3}(?=[${numberSpaces}]*${thousandths.source}))[${numberSpaces}]*(?:${currencyPattern})?(?: (?:TTC|HT|netto|brutto|incl\\.|excl\\.))?$`,
  'u',
);

/** A short label and one amount with decimals: the sum to be paid, alone in its box. */
function isSum(row: TextRow): boolean {
  const [label, amount, ...others] = piecesOf(row);
  if (label === undefined || amount === undefined || others.length > 0) return false;
  const isLabel = /\p{L}{2}/u.test(label.chunk.text) && label.chunk.words.length <= limits.longestLabel;
  return isLabel && sum.test(amount.chunk.text);
}

/** A block as a table; null for texts that are scattered over more columns than labels and values have. */
function readBlock(block: readonly TextRow[], page: Page): Table | null {
  const box = uniteBoxes(block.map((row) => row.box));
  const wide = block.filter((row) => piecesOf(row).length > 1);
  const gaps = gapsBetween(wide).map(({ start, end }) => (start + end) / 2);
  // Values right after labels of different lengths have different left edges.
  const isList = !isForm(block) && isLabelList(block);
  const values = wide.flatMap((row) => piecesOf(row).slice(1)).map(({ x0 }) => x0 - 1);
  const cuts = isList
    ? [box.x0 - 1, Math.min(...values), box.x1 + 1]
    : withOwnColumns([box.x0 - 1, ...gaps, box.x1 + 1], wide);
  if (cuts.length - 1 > limits.mostColumns) return null;
  const rowCuts = block.slice(1).map((row, index) => (row.box.y0 + (block[index]?.box.y1 ?? row.box.y0)) / 2);
  let above: PlacedPieces = new Map();
  const cells = block.flatMap((row, index): CellDraft[] => {
    const pieces = piecesOf(row);
    above = isList ? new Map(pieces.map((piece, column) => [piece, column])) : columnsOf(pieces, above, cuts);
    const byColumn = Map.groupBy(pieces, (piece) => above.get(piece) ?? 0);
    return [...byColumn].map(([column, pieces]) => ({
      row: index,
      column,
      rowSpan: 1,
      columnSpan: 1,
      words: placeWords(pieces.map(({ chunk }) => chunk)),
    }));
  });
  const draft = {
    pageNumber: page.number,
    kind: 'unruled' as const,
    columnCuts: cuts,
    rowCuts: [box.y0 - 1, ...rowCuts, box.y1 + 1],
    cells,
    headerRows: 0,
    confidence: 0.5,
  };
  return { ...composeTable(draft, page.fills), headerRows: 0 };
}

type PlacedPieces = ReadonlyMap<Piece, number>;

/** This many texts below others, one each, are values under their headings. */
const minHeaded = 3;

/**
 * The columns of the texts of a row: values have those of their headings in the row above, which may be centred over
 * them. Other texts are where they begin.
 */
function columnsOf(pieces: readonly Piece[], above: PlacedPieces, cuts: readonly number[]): PlacedPieces {
  const touches = (a: Piece, b: Piece) => a.x0 < b.x1 && b.x0 < a.x1;
  const places = pieces.map((piece): [Piece, number] => [piece, columnOf(piece.x0 + 1, cuts)]);
  const heads = [...above.keys()];
  if (heads.some(({ chunk }) => chunk.text.endsWith(':'))) return new Map(places);
  const headed = new Map(
    pieces.flatMap((piece) => {
      const [head, ...others] = heads.filter((own) => touches(own, piece));
      const isAlone =
        head !== undefined && others.length === 0 && pieces.filter((own) => touches(own, head)).length < 2;
      return isAlone ? [[piece, above.get(head) ?? 0] as const] : [];
    }),
  );
  const placed = places.map(([piece, column]): [Piece, number] => [piece, headed.get(piece) ?? column]);
  const isOrdered = placed.every(([, column], index) => index === 0 || column > (placed[index - 1]?.[1] ?? 0));
  return new Map(headed.size >= minHeaded && isOrdered ? placed : places);
}

/**
 * Cuts before every text that would share a cell with the one to its left: a line above may hide the whitespace between
 * them. Ends once there are too many.
 */
function withOwnColumns(cuts: readonly number[], rows: readonly TextRow[]): number[] {
  const separated = [...cuts];
  for (const pieces of rows.map(piecesOf)) {
    if (separated.length - 1 > limits.mostColumns) break;
    pieces.slice(1).forEach((piece, index) => {
      const left = pieces[index];
      if (left === undefined || columnOf(left.x0 + 1, separated) !== columnOf(piece.x0 + 1, separated)) return;
      separated.push(piece.x0 - 1);
      separated.sort((a, b) => a - b);
    });
  }
  return separated;
}

/** Makes labels that end in a colon, or precede values with a common left edge, cells of their own. */
function splitLabels(rows: readonly TextRow[]): readonly TextRow[] {
  const prose = findProse(rows);
  const pairs = rows.filter((row) => !prose.has(row)).flatMap(pairsOf);
  const labelled = rows.flatMap(({ chunks }) => chunks.filter((chunk) => labelEnd(chunk) > 0));
  const edges = (['x0', 'x1'] as const).map((edge) => ({
    edge,
    isAt: createOthersAt(labelled.map((item) => ({ item, at: item.box[edge] }))),
  }));
  const valuesOf = createPlaceIndex(
    pairs.map((pair) => [pair, { x0: pair.label.box.x0, x1: pair.label.box.x0, y0: pair.valueX0, y1: pair.valueX0 }]),
  );
  return cutRows(rows, (chunk) => {
    const own = labelEnd(chunk);
    const isLabel = own > 0 && (edges.some(({ edge, isAt }) => isAt(chunk.box[edge], 1, chunk)) || isLabelOfSum(chunk));
    const end = isLabel ? own : alignedEnd(chunk, valuesOf);
    return end > 0 ? [end] : [];
  });
}

/** Cuts labels from their values; the text of a list item is whole. Its bullet may be a letter `o`. */
function withLabelsCut(row: TextRow): TextRow {
  const isItem = labelOf(row.chunks) !== null || /^\p{L}$/u.test(row.chunks[0]?.text ?? '');
  return isItem ? row : { ...row, chunks: row.chunks.flatMap(cutAtLabel) };
}

/** Where a label and its value begin. */
interface LabelPair {
  readonly label: Chunk;
  readonly valueX0: number;
}

/**
 * The labels of a row: texts before another text, and the part of a text before a wide gap, unless the gap follows a
 * colon.
 */
function pairsOf({ chunks }: TextRow): LabelPair[] {
  return chunks.flatMap((label, index) => {
    const beside = chunks[index + 1];
    const inside = label.words.find(
      ({ box, style }, at) =>
        at > 0 &&
        label.words[at - 1]?.text.endsWith(':') === false &&
        box.x0 - (label.words[at - 1]?.box.x1 ?? 0) >
          (style.font.monospace ? limits.fixedLabelGapEm : limits.labelGapEm) * label.sizePt,
    );
    return [beside, inside].flatMap((value) =>
      value === undefined || value.text.startsWith(':') ? [] : [{ label, valueX0: value.box.x0 }],
    );
  });
}

/**
 * The number of words before a short value that is left-aligned with the value of another label; 0 if there is none.
 */
function alignedEnd(chunk: Chunk, pairs: PlaceIndex<LabelPair>): number {
  // A text that ends in a colon is a label as a whole.
  if (/:$/.test(chunk.text)) return 0;
  const end = chunk.words.findIndex(
    ({ box }, at) =>
      at > 0 &&
      pairs
        .touching({ x0: chunk.box.x0 - 1, x1: chunk.box.x0 + 1, y0: box.x0 - 1, y1: box.x0 + 1 })
        .some(
          ({ label, valueX0 }) =>
            label !== chunk && Math.abs(label.box.x0 - chunk.box.x0) < 1 && Math.abs(valueX0 - box.x0) < 1,
        ),
  );
  const isShort = end <= limits.longestLabel && chunk.words.length - end <= limits.longestLabel;
  return end > 0 && isShort ? end : 0;
}

/** The number of words of a label with a colon at the beginning of a longer text; 0 if there is none. */
function labelEnd({ words }: Chunk): number {
  // A lone colon is part of a column of colons before values.
  if (words[0]?.text === ':') return 0;
  const end = words.findIndex(({ text }) => /:$/.test(text)) + 1;
  return end <= limits.longestLabel && end < words.length ? end : 0;
}

/** Whether a label with a colon is followed only by an amount with decimals. */
function isLabelOfSum(chunk: Chunk): boolean {
  return sum.test(partOfChunk(chunk, labelEnd(chunk), chunk.words.length).text);
}
