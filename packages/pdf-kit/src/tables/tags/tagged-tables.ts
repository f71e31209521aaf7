import { containsMiddle, growBox } from '../../page-model/box.ts';
import type { Box, Line, Page, Tag, TagContent, Word } from '../../page-model/types.ts';
import {
  boxOfCell,
  boxOfWords,
  type CellDraft,
  type PlacedWord,
  placeWords,
  type TableDraft,
} from '../compose-table.ts';
import { isNumberText } from '../value-text.ts';
import { fillShortRows } from './fill-short-rows.ts';
import { layOutTagRows, type TagCell } from './tag-grid.ts';

/** Tags are trusted if this share of the neighbours they name are in fact adjacent. */
const agreeingShare = 0.95;
/** If more than this share of the words inside a tagged table are not tagged as part of it, the tags omit cells. */
const strayShare = 0.05;
const minFilled = 4;
/** Minimum number of values below headings in the cells of one row. */
const minValues = 2;
/** Maximum distance of headings above their rows, in em. */
const headingGapEm = 2.5;
/** How far text may extend over the border of its cell, in points. */
const slackPt = 2;

/**
 * The tagged tables of a page whose tags agree with what the page shows: cells of a row are side by side, rows below
 * each other, and nothing in between is omitted. Wrong tags are ignored in favour of geometry.
 */
export function findTaggedTables(page: Page): TableDraft[] {
  if (page.tags === null) return [];
  const level = page.lines.filter(({ angle }) => angle === 0);
  const placed = placeWords(level);
  const byId = Map.groupBy(placed, ({ word }) => idOf(word) ?? untagged);
  return tableTags(page.tags).flatMap((tag) => {
    const draft = readTable(tag, byId, page);
    return draft === null || !isShown(draft, level) ? [] : [draft];
  });
}

/** The key of words without a tag; content ids are not negative. */
const untagged = -1;

function idOf({ glyphs }: Word): number | null {
  return glyphs[0]?.mcid ?? null;
}

/** The outermost tables of a tree. */
function tableTags(tag: Tag): Tag[] {
  if (tag.role === 'Table') return [tag];
  return tag.children.flatMap((child) => (child.kind === 'tag' ? tableTags(child) : []));
}

function readTable(tag: Tag, byId: ReadonlyMap<number, readonly PlacedWord[]>, page: Page): TableDraft | null {
  const { cells, columnCount, headerRows: taggedHeaders } = layOutTagRows(rowTags(tag));
  const named = cells.map(({ tag: cell, ...place }): CellDraft => {
    return { ...place, words: contentIds(cell).flatMap((id) => byId.get(id) ?? []) };
  });
  const all = fillShortRows(named, columnCount);
  if (all.filter(({ words }) => words.length > 0).length < minFilled) return null;
  const { drafts, rowCount, headerRows, goesOn } = rowsWithText(all, taggedHeaders);
  if (rowCount < 2 || columnCount < 2) return null;
  const columnCuts = cutsBetween(drafts, columnCount, 'column');
  const rowCuts = cutsBetween(drafts, rowCount, 'row');
  if (columnCuts === null || rowCuts === null) return null;
  if (goesOn && repeatsHeading(columnCuts, rowCuts, page.lines)) return null;
  if (hasHeadingsInRow(drafts)) return null;
  const signs = (byId.get(untagged) ?? []).filter(({ word }) => !/[\p{L}\p{N}]/u.test(word.text));
  return {
    pageNumber: page.number,
    kind: 'tagged',
    columnCuts,
    rowCuts,
    cells: drafts.map((cell) => withSigns(cell, signs, columnCuts, rowCuts)),
    headerRows: headerRows < rowCount ? headerRows : 0,
    confidence: 0.95,
  };
}

/** A cell with the untagged signs in it: fields of a form, such as check boxes, are no marked content. */
function withSigns(
  cell: CellDraft,
  signs: readonly PlacedWord[],
  columnCuts: readonly number[],
  rowCuts: readonly number[],
): CellDraft {
  const box = boxOfCell(cell, columnCuts, rowCuts);
  return { ...cell, words: [...cell.words, ...signs.filter(({ word }) => containsMiddle(box, word.box))] };
}

/**
 * A table may continue over pages while its tags list all rows on each: those on this page. A row without text is here
 * if it is between rows with text that leave room for it, or if a cell with text spans it.
 */
function rowsWithText(cells: readonly CellDraft[], headerRows: number) {
  const filled = cells.filter(({ words }) => words.length > 0);
  const texts = textRows(filled);
  const leastHeight = Math.min(...texts.map(({ from, to }) => to - from));
  const first = texts[0]?.row ?? 0;
  const end = Math.max(first, ...filled.map(({ row, rowSpan }) => row + rowSpan));
  const isHere = (row: number) => {
    if (filled.some((cell) => cell.row <= row && row < cell.row + cell.rowSpan)) return true;
    const above = texts.findLast((text) => text.row < row);
    const below = texts.find((text) => text.row > row);
    if (above === undefined || below === undefined) return false;
    return below.from - above.to >= (below.row - above.row - 1) * leastHeight;
  };
  const here = Array.from({ length: end - first }, (_, index) => first + index).filter(isHere);
  const drafts = cells.flatMap((cell): CellDraft[] => {
    const spanned = here.filter((row) => row >= cell.row && row < cell.row + cell.rowSpan);
    return spanned[0] === undefined ? [] : [{ ...cell, row: here.indexOf(spanned[0]), rowSpan: spanned.length }];
  });
  const goesOn = first > 0 || here.length < end - first;
  return { drafts, rowCount: here.length, headerRows: here.filter((row) => row < headerRows).length, goesOn };
}

/** From where to where the text of each row reaches; that of cells over several rows counts only where there is no other. */
function textRows(filled: readonly CellDraft[]) {
  const rows = [...Map.groupBy(filled, ({ row }) => row)].toSorted(([a], [b]) => a - b);
  return rows.map(([row, inRow]) => {
    const level = inRow.filter(({ rowSpan }) => rowSpan === 1);
    const words = (level.length > 0 ? level : inRow).flatMap((cell) => cell.words);
    const { y0: from, y1: to } = boxOfWords(words);
    return { row, from, to };
  });
}

/** Repeated headings may be above rows that continue from another page: tags omit them, geometry does not. */
function repeatsHeading(columnCuts: readonly number[], rowCuts: readonly number[], lines: readonly Line[]): boolean {
  const [x0 = 0, x1 = 0] = [columnCuts[0], columnCuts.at(-1)];
  const [top = 0] = rowCuts;
  const headings = lines.filter(({ words, box, style }) => {
    const gap = top - box.y1;
    return words.every((word) => idOf(word) === null) && gap > -slackPt && gap < headingGapEm * style.sizePt;
  });
  return headings.filter(({ box }) => box.x0 > x0 - slackPt && box.x1 < x1 + slackPt).length >= 2;
}

function rowTags({ children }: Tag): (readonly TagCell['tag'][])[] {
  return children.flatMap((child) => {
    if (child.kind !== 'tag') return [];
    if (child.role === 'TR') return [child.children.filter(isCell)];
    return /^T(?:Head|Body|Foot)$/i.test(child.role) ? rowTags(child) : [];
  });
}

function isCell(child: Tag | TagContent): child is Tag {
  return child.kind === 'tag' && (child.role === 'TD' || child.role === 'TH');
}

function contentIds({ children }: Tag): number[] {
  return children.flatMap((child) => (child.kind === 'tag' ? contentIds(child) : [child.mcid]));
}

/** The cuts between the texts of adjacent columns or rows; null if texts overlap them. */
function cutsBetween(cells: readonly CellDraft[], count: number, axis: 'column' | 'row'): number[] | null {
  const starts = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  const ends = new Array<number>(count).fill(Number.NEGATIVE_INFINITY);
  for (const cell of cells) {
    const [index, span] = axis === 'column' ? [cell.column, cell.columnSpan] : [cell.row, cell.rowSpan];
    const box = boxOf(cell);
    if (box === null || span !== 1) continue;
    const [from, to] = axis === 'column' ? [box.x0, box.x1] : [box.y0, box.y1];
    starts[index] = Math.min(starts[index] ?? from, from);
    ends[index] = Math.max(ends[index] ?? to, to);
  }
  // A column or row without text has no extent.
  for (let index = 0; index < count; index += 1) {
    if (Number.isFinite(starts[index])) continue;
    const before = ends[index - 1] ?? starts.find(Number.isFinite) ?? 0;
    starts[index] = before;
    ends[index] = before;
  }
  const cuts = [(starts[0] ?? 0) - 1];
  for (let index = 1; index < count; index += 1) {
    const end = ends[index - 1] ?? 0;
    const start = starts[index] ?? 0;
    if (start < end - slackPt) return null;
    cuts.push((start + end) / 2);
  }
  return [...cuts, (ends.at(-1) ?? 0) + 1];
}

/**
 * Whether several cells of a row have a heading above their value: the tags give a header that is printed again on the
 * page to its first record.
 */
function hasHeadingsInRow(cells: readonly CellDraft[]): boolean {
  const rows = Map.groupBy(
    cells.filter(({ words }) => words.length > 0),
    ({ row }) => row,
  );
  return [...rows.values()].some((row) => {
    const tops = row.map(({ words }) => Math.min(...words.map(({ baseline }) => baseline)));
    const top = Math.min(...tops);
    const isLevel = tops.every((own) => own - top < slackPt);
    const headings = row.map(({ words }) => textOf(words.filter(({ baseline }) => baseline - top < slackPt)));
    const below = row.map(({ words }) => textOf(words.filter(({ baseline }) => baseline - top >= slackPt)));
    const isHeader = isLevel && headings.length >= minFilled && headings.every((text) => !/\p{Nd}/u.test(text));
    return isHeader && below.filter(isNumberText).length >= minValues;
  });
}

function textOf(words: readonly PlacedWord[]): string {
  return words.map(({ word }) => word.text).join(' ');
}

function boxOf({ words }: CellDraft): Box | null {
  return words.length === 0 ? null : boxOfWords(words);
}

/** Whether each text is between the borders of its cell, and no other text among them. */
function isShown({ cells, columnCuts, rowCuts }: TableDraft, lines: readonly Line[]): boolean {
  const own = new Set(cells.flatMap(({ words }) => words.map(({ word }) => word)));
  const inPlace = cells.filter((cell) => {
    const box = growBox(boxOfCell(cell, columnCuts, rowCuts), slackPt);
    return cell.words.every(({ word }) => containsMiddle(box, word.box));
  });
  const table = { x0: columnCuts[0] ?? 0, y0: rowCuts[0] ?? 0, x1: columnCuts.at(-1) ?? 0, y1: rowCuts.at(-1) ?? 0 };
  const inside = lines.flatMap(({ words }) => words).filter((word) => containsMiddle(table, word.box));
  const strays = inside.filter((word) => !own.has(word));
  return inPlace.length >= agreeingShare * cells.length && strays.length <= strayShare * inside.length;
}
