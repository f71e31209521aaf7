import { boxHeight, uniteBoxes } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import { currencyPattern } from '../../values/number-patterns.ts';
import type { Edge } from '../rules/edges.ts';
import { chunkGapEm } from '../text-rows.ts';
import { isNumberText } from '../value-text.ts';

/** The cells that a spreadsheet printed into one of its rows, left to right. */
export interface SheetRow {
  readonly cells: readonly SheetRowCell[];
  readonly y0: number;
  readonly y1: number;
}

/** The lines of one cell. */
export interface SheetRowCell {
  readonly lines: readonly Line[];
  readonly x0: number;
  readonly x1: number;
}

/** Tolerance for baselines of lines side by side, in em. */
const levelEm = 0.35;
/** Lines closer than this, in em, cannot be in two rows. */
const closestRowsEm = 0.8;
/** Lines of one cell share a pitch; a new row begins at least this much lower. */
const pitchSlack = 1.03;
/**
 * Tolerance for lines of one cell that are left-aligned, right-aligned or centred: printing rounds to pixels. A label
 * below a section heading is indented.
 */
const alignedPt = 1.5;
/** This many rows between rules show that rules separate all rows. */
const minRuled = 4;
/** In a row, a second line has at most this share of the cells of its fullest line: those with wrapped text. */
const wrappedShare = 0.5;
/** Lines of a cell that fills a row alone are closer than rows are. */
const wrappedPitch = 0.95;

/**
 * Assigns the texts of a printed spreadsheet to rows. Programs draw cell by cell, each with all its lines, so a line
 * drawn right after the one above it, although that has neighbours, belongs to the same cell.
 */
export function readSheetRows(lines: readonly Line[], level: readonly Edge[]): SheetRow[] {
  const bands = levelBands(lines);
  const groups = ruledRows(bands, level) ?? looseRows(bands, lines, level);
  return joinRanges(groups.map((group) => toRow(group.flat())));
}

/** The lines of each row of a sheet without rules between all rows. */
function looseRows(
  bands: readonly (readonly Line[])[],
  lines: readonly Line[],
  level: readonly Edge[],
): (readonly Line[])[][] {
  const follows = followers(lines);
  const pitches = measurePitches(bands, follows);
  const groups: (readonly Line[])[][] = [];
  for (const band of bands) {
    const group = groups.at(-1);
    if (group !== undefined && isSameRow(group, band, follows, pitches, level)) group.push(band);
    else groups.push([band]);
  }
  return groups;
}

/**
 * The lines between the rules of a sheet whose rows are all separated by rules, none with most of its cells in two
 * lines; else null.
 */
function ruledRows(bands: readonly (readonly Line[])[], level: readonly Edge[]): (readonly Line[])[][] | null {
  const groups: (readonly Line[])[][] = [];
  for (const band of bands) {
    const group = groups.at(-1);
    const isNext = group === undefined || isRuledOff(group, band, level);
    if (isNext || group.at(-1)?.some((line) => isOverSeveral(line, band)) === true) groups.push([band]);
    else group.push(band);
  }
  const isOne = (group: readonly (readonly Line[])[]) => {
    const [most = 0, next = 0] = group.map(({ length }) => length).sort((a, b) => b - a);
    return next <= Math.max(1, wrappedShare * most);
  };
  // What is above the first rule, or below the last, are titles and notes, whose lines are rows.
  const isWhole = (group: readonly (readonly Line[])[], side: 'y0' | 'y1') =>
    group.length === 1 || hasRuleAt(group.flat(), side, level);
  const [first = [], last = []] = [groups[0], groups.at(-1)];
  const isRuled = groups.every(isOne) && isWhole(first, 'y0') && isWhole(last, 'y1');
  return groups.length >= minRuled && isRuled ? groups : null;
}

/** Whether a rule is right above or below some lines. */
function hasRuleAt(lines: readonly Line[], side: 'y0' | 'y1', level: readonly Edge[]): boolean {
  const box = uniteBoxes(lines.map((line) => line.box));
  const height = Math.max(...lines.map(({ style }) => style.sizePt));
  return level.some(({ at, start, end }) => start < box.x1 && end > box.x0 && Math.abs(at - box[side]) < height);
}

/** Lines side by side, from top to bottom. */
function levelBands(lines: readonly Line[]): Line[][] {
  const bands: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const [first] = bands.at(-1) ?? [];
    const near = first !== undefined && line.baseline - first.baseline <= levelEm * smaller(first, line);
    if (near) bands.at(-1)?.push(line);
    else bands.push([line]);
  }
  return bands;
}

function smaller(a: Line, b: Line): number {
  return Math.min(a.style.sizePt, b.style.sizePt);
}

/** Each line that was drawn right after the one above it, and that line. */
function followers(lines: readonly Line[]): Map<Line, Line> {
  const drawn = [...lines].sort((a, b) => a.order - b.order);
  const follows = new Map<Line, Line>();
  drawn.forEach((line, index) => {
    const above = drawn[index - 1];
    if (above === undefined || line.baseline <= above.baseline + levelEm * line.style.sizePt) return;
    const overlap = Math.min(line.box.x1, above.box.x1) - Math.max(line.box.x0, above.box.x0);
    const sameLook =
      Math.abs(line.style.sizePt - above.style.sizePt) < 0.05 * line.style.sizePt &&
      line.style.font.bold === above.style.font.bold;
    if (
      overlap > 0 &&
      sameLook &&
      isAligned(line.box, above.box) &&
      line.baseline - above.baseline < 2.2 * line.style.sizePt
    )
      follows.set(line, above);
  });
  return follows;
}

/** Whether two texts share a left edge, a right edge or a centre, as lines of one cell do. */
function isAligned(a: Box, b: Box): boolean {
  const left = Math.abs(a.x0 - b.x0);
  const right = Math.abs(a.x1 - b.x1);
  return Math.min(left, right, Math.abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) <= alignedPt;
}

interface Pitches {
  /** The usual distance of rows with several cells; infinite if there are none. */
  readonly rowPt: number;
  /** The least distance of a line to the one it was drawn after, by size in tenths of a point. */
  readonly lineBySize: ReadonlyMap<number, number>;
  /** The right end of the widest line at each left edge. */
  readonly widest: ReadonlyMap<number, number>;
}

function measurePitches(bands: readonly (readonly Line[])[], follows: ReadonlyMap<Line, Line>): Pitches {
  const lineBySize = new Map<number, number>();
  for (const [line, above] of follows) {
    const size = sizeKey(line);
    const pitch = line.baseline - above.baseline;
    lineBySize.set(size, Math.min(lineBySize.get(size) ?? pitch, pitch));
  }
  const rowPitches = bands.slice(1).flatMap((band, index) => {
    const above = bands[index] ?? [];
    const plain = band.length > 1 && above.length > 1 && !band.some((line) => follows.has(line));
    return plain ? [(band[0]?.baseline ?? 0) - (above[0]?.baseline ?? 0)] : [];
  });
  const widest = new Map<number, number>();
  for (const { box } of bands.flat()) widest.set(edgeKey(box.x0), Math.max(widest.get(edgeKey(box.x0)) ?? 0, box.x1));
  return { rowPt: rowPitches.length === 0 ? Number.POSITIVE_INFINITY : median(rowPitches), lineBySize, widest };
}

function edgeKey(x0: number): number {
  return Math.round(x0);
}

/**
 * Whether the first word of the next line would not have fitted at the end of this one, given the widest line there.
 */
function isFull(above: Line, below: Line, widest: ReadonlyMap<number, number>): boolean {
  const [word] = below.words;
  const room = (widest.get(edgeKey(above.box.x0)) ?? 0) - above.box.x1;
  return word !== undefined && word.box.x1 - word.box.x0 + 0.2 * above.style.sizePt > room;
}

function sizeKey({ style }: Line): number {
  return Math.round(10 * style.sizePt);
}

function isSameRow(
  group: readonly (readonly Line[])[],
  band: readonly Line[],
  follows: ReadonlyMap<Line, Line>,
  { rowPt, lineBySize, widest }: Pitches,
  level: readonly Edge[],
): boolean {
  const previous = group.at(-1) ?? [];
  const [first] = band;
  const [above] = previous;
  if (first === undefined || above === undefined || isRuledOff(group, band, level)) return false;
  const distance = first.baseline - above.baseline;
  if (distance < closestRowsEm * smaller(first, above)) return true;
  if (previous.some((line) => isOverSeveral(line, band))) return false;
  if (!band.some((line) => follows.has(line))) return false;
  const members = new Set(group.flat());
  const wrapped = band.filter((line) => {
    const host = follows.get(line);
    const pitch = line.baseline - (host?.baseline ?? 0);
    return host !== undefined && members.has(host) && pitch <= pitchSlack * (lineBySize.get(sizeKey(line)) ?? pitch);
  });
  const [next] = wrapped;
  if (next === undefined) return false;
  if (members.size === group.length) {
    // A text that ends early, above a row, is the heading of a section.
    if (!isFull(above, next, widest)) return false;
    if (band.length === 1) return distance < wrappedPitch * rowPt && Number.isFinite(rowPt);
  }
  // Bottom-aligned cells are beside the last line of wrapped ones.
  const open = [...members].every((line) => follows.has(line) || [...follows.values()].includes(line));
  return wrapped.length === band.length || open;
}

/** Whether a text runs on over several cells of the row below: in its own row those beside it are empty. */
function isOverSeveral({ box }: Line, below: readonly Line[]): boolean {
  return below.filter((line) => line.box.x0 < box.x1 && line.box.x1 > box.x0).length > 1;
}

/**
 * Whether a rule passes between a text of a row and one below it. The label of a merged cell, in the middle of its rows,
 * is beside the end of that rule.
 */
function isRuledOff(row: readonly (readonly Line[])[], band: readonly Line[], level: readonly Edge[]): boolean {
  const middleOf = ({ baseline, style }: Line) => baseline - 0.3 * style.sizePt;
  const isAcross = ({ start, end }: Edge, { box }: Line) => start < box.x1 - alignedPt && end > box.x0 + alignedPt;
  return level.some(
    (rule) =>
      band.some((below) => rule.at < middleOf(below) && isAcross(rule, below)) &&
      row.some((lines) => lines.some((above) => rule.at > middleOf(above) && isAcross(rule, above))),
  );
}

/** Texts that overlap horizontally are one cell. */
function toRow(lines: readonly Line[]): SheetRow {
  const cells: { lines: Line[]; x0: number; x1: number }[] = [];
  for (const line of [...lines].sort((a, b) => a.box.x0 - b.box.x0)) {
    const last = cells.at(-1);
    const slack = 0.1 * line.style.sizePt;
    const stacked = last?.lines.every(
      (other) => Math.abs(other.baseline - line.baseline) > levelEm * smaller(other, line),
    );
    if (last !== undefined && stacked === true && line.box.x0 < last.x1 - slack) {
      last.lines.push(line);
      last.x1 = Math.max(last.x1, line.box.x1);
    } else {
      cells.push({ lines: [line], x0: line.box.x0, x1: line.box.x1 });
    }
  }
  return {
    cells: joinCurrencies(cells),
    y0: Math.min(...lines.map(({ box }) => box.y0)),
    y1: Math.max(...lines.map(({ box }) => box.y0 + boxHeight(box))),
  };
}

const currencySign = new RegExp(`^${currencyPattern}$`, 'u');
/** What accounts print for zero. */
const dash = /^[-\u2010-\u2015\u2212]+$/u;

/** Joins a currency at one side of a cell with the amount, or the dash for none, at the other. */
function joinCurrencies(cells: readonly SheetRowCell[]): SheetRowCell[] {
  const joined: SheetRowCell[] = [];
  for (const cell of cells) {
    const before = joined.at(-1);
    const [left, right] = [textOf(before), textOf(cell)];
    const isOne =
      (currencySign.test(left) && (dash.test(right) || isNumberText(right))) ||
      (dash.test(left) && currencySign.test(right));
    if (before === undefined || !isOne) joined.push(cell);
    else joined[joined.length - 1] = joinCells([before, cell]);
  }
  return joined;
}

function joinCells(cells: readonly SheetRowCell[]): SheetRowCell {
  return {
    lines: cells.flatMap(({ lines }) => lines),
    x0: Math.min(...cells.map(({ x0 }) => x0)),
    x1: Math.max(...cells.map(({ x1 }) => x1)),
  };
}

/**
 * Joins two numbers with the dash between them, a word space away, that is where no row has a number: low and high of a
 * range may be cells of the sheet. A dash in a column with numbers is an empty amount.
 */
function joinRanges(rows: readonly SheetRow[]): SheetRow[] {
  const cells = rows.flatMap((row) => row.cells);
  const taken = new Set(cells.filter(isNumber).flatMap(({ x0, x1 }) => wholePoints(x0, x1)));
  const isJoint = (left: SheetRowCell | undefined, own: SheetRowCell, right: SheetRowCell | undefined) => {
    const maxGap = chunkGapEm * (own.lines[0]?.style.sizePt ?? 0);
    const isBeside = [left, right].every((cell) => cell !== undefined && isNumber(cell));
    const isNear = own.x0 - (left?.x1 ?? 0) < maxGap && (right?.x0 ?? 0) - own.x1 < maxGap;
    return dash.test(textOf(own)) && isBeside && isNear && !taken.has(Math.round((own.x0 + own.x1) / 2));
  };
  return rows.map((row) => {
    const joints = row.cells.map((own, index) => isJoint(row.cells[index - 1], own, row.cells[index + 1]));
    const joined = row.cells.flatMap((own, index) => {
      if (joints[index] === true) return [joinCells(row.cells.slice(index - 1, index + 2))];
      return joints[index - 1] === true || joints[index + 1] === true ? [] : [own];
    });
    return { ...row, cells: joined };
  });
}

function isNumber(cell: SheetRowCell): boolean {
  return isNumberText(textOf(cell));
}

function wholePoints(x0: number, x1: number): number[] {
  const first = Math.round(x0);
  return Array.from({ length: Math.round(x1) - first + 1 }, (_, step) => first + step);
}

function textOf(cell: SheetRowCell | undefined): string {
  return cell?.lines.length === 1 ? (cell.lines[0]?.text.trim() ?? '') : '';
}
