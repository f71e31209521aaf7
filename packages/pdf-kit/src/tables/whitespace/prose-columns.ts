import { boxWidth, containsMiddle, uniteBoxes } from '../../page-model/box.ts';
import { isSentencePart } from '../../page-model/text/prose.ts';
import { fitsBehind } from '../../page-model/text/text-measure.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { isEntryText } from '../value-text.ts';

/** This many consecutive lines of running text are one or more paragraphs. */
const minLines = 6;
/** The share of them that has no space left for the first word of the next line. */
const fullShare = 0.6;
/** The share of them that are parts of sentences. */
const sentenceShare = 0.6;
/** The quantile of right edges taken as the column's right edge: a line may run into the next column. */
const rightEdgeShare = 0.85;
/**
 * If this share of them has other text beside it on the same baseline that is not running text, they are the stub of a
 * table.
 */
const lockedShare = 0.6;
/** Maximum distance of lines of running text, and of their left edges, in em. */
const widestPitchEm = 2.3;
const widestIndentEm = 2.5;
/** Maximum distance of the lines of an item, in em, and the minimum number of amounts beside the first of them. */
const itemPitchEm = 1.6;
const minItemValues = 2;
/** Maximum distance of paragraphs in one column, in em. */
const widestGapEm = 5;

/**
 * Splits the lines of a page at its columns of running text, whose text is left out: what is beside a column of prose
 * never forms rows with it.
 */
export function splitByProse(lines: readonly Line[]): readonly (readonly Line[])[] {
  const blocks = proseBlocks(lines.filter(({ angle }) => angle === 0)).filter((block) => isProseBlock(block, lines));
  if (blocks.length === 0) return [lines];
  const prose = new Set(blocks.flat());
  const columns = uniteColumns(blocks);
  const rest = lines.filter((line) => !prose.has(line));
  const columnOf = (line: Line) => columns.findIndex((column) => containsMiddle(column, line.box));
  return [...Map.groupBy(rest, columnOf).values()];
}

/** Consecutive lines at one pitch with about the same left edge. */
function proseBlocks(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const block = blocks.find((members) => goesOn(members, line));
    if (block !== undefined) block.push(line);
    else if (isSentenceLine(line)) blocks.push([line]);
  }
  return blocks.filter((block) => block.length >= minLines);
}

function goesOn(block: readonly Line[], line: Line): boolean {
  const last = block.at(-1);
  if (last === undefined) return false;
  const size = last.style.sizePt;
  const distance = line.baseline - last.baseline;
  const pitch = distanceBefore(block);
  const overlap = Math.min(line.box.x1, last.box.x1) - Math.max(line.box.x0, last.box.x0);
  return (
    distance > 0.8 * size &&
    distance <= Math.min(widestPitchEm * size, pitch === null ? Number.POSITIVE_INFINITY : 1.25 * pitch) &&
    Math.abs(line.style.sizePt - size) < 0.1 * size &&
    Math.abs(line.box.x0 - last.box.x0) <= widestIndentEm * size &&
    overlap > 0.5 * Math.min(boxWidth(line.box), boxWidth(last.box))
  );
}

function distanceBefore(block: readonly Line[]): number | null {
  const last = block.at(-1);
  const before = block.at(-2);
  return last === undefined || before === undefined ? null : last.baseline - before.baseline;
}

function isSentenceLine({ text, words, box, style }: Line): boolean {
  return isSentencePart({ text, words, box, sizePt: style.sizePt });
}

function isProseBlock(block: readonly Line[], lines: readonly Line[]): boolean {
  const ends = block.map(({ box }) => box.x1).sort((a, b) => a - b);
  const right = ends[Math.floor(rightEdgeShare * ends.length)] ?? 0;
  const full = block.slice(1).filter((line, index) => {
    const above = block[index];
    return above !== undefined && !fitsBehind(right - above.box.x1, line.style.sizePt, line.words);
  });
  if (full.length < fullShare * (block.length - 1)) return false;
  if (block.filter(isSentenceLine).length < sentenceShare * block.length) return false;
  if (isOfItem(block, lines)) return false;
  const locked = block.filter((line) => lines.some((other) => isBeside(line, other) && !isSentenceLine(other)));
  return locked.length < lockedShare * block.length;
}

/**
 * Whether a block describes items: its first line, or one of those above it in the same cell, has amounts beside it, as
 * has each further item.
 */
function isOfItem(block: readonly Line[], lines: readonly Line[]): boolean {
  const valuesBeside = (line: Line) =>
    lines.filter(
      (other) =>
        isBeside(line, other) && other.box.x0 > line.box.x1 && other.words.some(({ text }) => isEntryText(text)),
    );
  const isHead = (line: Line) => valuesBeside(line).length >= minItemValues;
  let head = block[0];
  while (head !== undefined && !isHead(head)) head = lineAbove(head, lines);
  return head !== undefined && block.every((line) => isHead(line) || valuesBeside(line).length === 0);
}

/** The line right above another that begins where it does. */
function lineAbove({ box, baseline, style }: Line, lines: readonly Line[]): Line | undefined {
  return lines
    .filter(
      (other) =>
        baseline > other.baseline &&
        baseline - other.baseline < itemPitchEm * style.sizePt &&
        Math.abs(other.box.x0 - box.x0) <= widestIndentEm * style.sizePt,
    )
    .reduce<Line | undefined>(
      (near, own) => (near !== undefined && near.baseline >= own.baseline ? near : own),
      undefined,
    );
}

function isBeside(line: Line, other: Line): boolean {
  return (
    other !== line &&
    other.angle === 0 &&
    Math.abs(other.baseline - line.baseline) < 0.15 * line.style.sizePt &&
    (other.box.x0 > line.box.x1 || other.box.x1 < line.box.x0)
  );
}

/** The columns of paragraphs: those with the same sides below each other, with everything between them. */
function uniteColumns(blocks: readonly (readonly Line[])[]): Box[] {
  const columns: Box[] = [];
  for (const block of [...blocks].sort((a, b) => (a[0]?.baseline ?? 0) - (b[0]?.baseline ?? 0))) {
    const em = block[0]?.style.sizePt ?? 10;
    const text = uniteBoxes(block.map((line) => line.box));
    // The line before or after may be a short one of the same column.
    const box = { ...text, y0: text.y0 - 1.5 * em, y1: text.y1 + 1.5 * em };
    const index = columns.findIndex(
      (column) =>
        Math.abs(column.x0 - box.x0) < 2 * em &&
        Math.abs(column.x1 - box.x1) < 2 * em &&
        box.y0 - column.y1 < widestGapEm * em,
    );
    const column = columns[index];
    if (column === undefined) columns.push(box);
    else columns[index] = uniteBoxes([column, box]);
  }
  return columns;
}
