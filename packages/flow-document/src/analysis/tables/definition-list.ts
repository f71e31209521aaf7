import { boxWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { Table } from '@platen/pdf-kit/tables';
import { joinedLine } from '../text/fragments.ts';
import { type TermRow, twoColumnTable } from './two-column-table.ts';

/** Minimum number of terms; fewer may be beside their text by chance. */
const minTerms = 4;
/** Fewer terms suffice if each has this many lines of text. */
const fewTerms = 3;
const linesOfFew = 3;
/** Lines wider than this share of the page's text are not part of a list. */
const wideShare = 0.8;
/** Tolerance for the left edge of lines, in points. */
const sameEdgePt = 2;
/** Tolerance for baselines of one row, in em. */
const sameBaselineEm = 0.15;
/** Minimum gap between terms and their text, in em. */
const narrowestGutterEm = 1;
/** Lines further apart than this multiple of the usual pitch belong to another paragraph. */
const widestPitch = 1.25;
/** A term is a name: it has no more characters, and its text is wider by this factor. */
const longestTerm = 90;
const widerText = 1.2;
/** Text has this many lines for each term at least: single lines beside labels are set with tabs. */
const minLinesPerTerm = 1.4;
/** This share of paragraphs begins beside a term; others go on with the text of the one before. */
const lockedShare = 0.7;

/**
 * The table that a list of definitions is, without rules: terms on the left, each on the baseline where its text begins
 * on the right. Two columns of a newspaper begin at one height only at their tops. Null where there is none.
 */
export function findDefinitionList(page: Page, lines: readonly Line[]): Table | null {
  const level = lines.filter(({ angle }) => angle === 0).sort((a, b) => a.baseline - b.baseline);
  for (const stretch of betweenWideLines(level)) {
    const table = definitionsIn(page, stretch);
    if (table !== null) return table;
  }
  return null;
}

/** Lines between those that take most of the width of the page, the longest stretch first. */
function betweenWideLines(lines: readonly Line[]): readonly (readonly Line[])[] {
  if (lines.length === 0) return [];
  const page = uniteBoxes(lines.map(({ box }) => box));
  const stretches: Line[][] = [[]];
  for (const line of lines) {
    if (boxWidth(line.box) > wideShare * boxWidth(page)) stretches.push([]);
    else stretches.at(-1)?.push(line);
  }
  return stretches.sort((first, second) => second.length - first.length);
}

function definitionsIn(page: Page, level: readonly Line[]): Table | null {
  const edges = twoEdges(level);
  if (edges === null) return null;
  const isTerm = (line: Line) => Math.abs(line.box.x0 - edges.term) <= sameEdgePt;
  const isText = (line: Line) => Math.abs(line.box.x0 - edges.text) <= sameEdgePt;
  const whole = stretchedLinesJoined(level, isText);
  const members = whole.filter((line) => isTerm(line) || isText(line));
  const pitchPt = closestLines(members.filter(isText));
  const terms = paragraphsOf(members.filter(isTerm), pitchPt);
  const texts = paragraphsOf(members.filter(isText), pitchPt);
  if (!areDefined(terms, texts) || crosses(whole, members)) return null;
  return twoColumnTable(page, rowsOf(terms, texts), edges.text);
}

/** Where terms and where their text begin: the two places where most lines do. */
function twoEdges(lines: readonly Line[]): { readonly term: number; readonly text: number } | null {
  const byEdge = Map.groupBy(lines, ({ box }) => Math.round(box.x0 / sameEdgePt));
  const [first, second] = [...byEdge.values()].sort((a, b) => b.length - a.length);
  if (first === undefined || second === undefined || second.length < fewTerms) return null;
  const [left = 0, right = 0] = [first, second].map((group) => median(group.map(({ box }) => box.x0))).sort(ascending);
  return { term: left, text: right };
}

/** A flush line of few words is in pieces where its spaces are as wide as a gutter. */
function stretchedLinesJoined(lines: readonly Line[], isText: (line: Line) => boolean): readonly Line[] {
  const joined: Line[] = [];
  // Places of those that are text. The lines are in the order of their baselines, so those beside one are the last.
  const texts: number[] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)) {
    const index = lastBefore(line, joined, texts);
    const start = joined[index];
    if (start !== undefined) joined[index] = joinedLine(start, line);
    else if (isText(line)) texts.push(joined.push(line) - 1);
    else joined.push(line);
  }
  return joined;
}

/** The place of the last of the texts beside a line that ends before it; -1 if there is none. */
function lastBefore(line: Line, joined: readonly Line[], texts: readonly number[]): number {
  for (let at = texts.length - 1; at >= 0; at -= 1) {
    const place = texts[at] ?? -1;
    const text = joined[place];
    if (text === undefined || !isBeside(text, line)) break;
    if (text.box.x1 < line.box.x0) return place;
  }
  return -1;
}

function ascending(first: number, second: number): number {
  return first - second;
}

/** The smallest distance between lines below each other, in points: that of lines of one paragraph. */
function closestLines(lines: readonly Line[]): number {
  const distances = lines.slice(1).map((line, index) => line.baseline - (lines[index]?.baseline ?? 0));
  return Math.min(...distances.filter((distance) => distance > 1));
}

function paragraphsOf(lines: readonly Line[], pitchPt: number): readonly (readonly Line[])[] {
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const above = paragraphs.at(-1)?.at(-1);
    const goesOn = above !== undefined && line.baseline - above.baseline <= widestPitch * pitchPt;
    if (goesOn) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

function areDefined(terms: readonly (readonly Line[])[], texts: readonly (readonly Line[])[]): boolean {
  const least = texts.flat().length >= linesOfFew * terms.length ? fewTerms : minTerms;
  if (terms.length < least) return false;
  const [termBox, textBox] = [terms, texts].map((all) => uniteBoxes(all.flat().map(({ box }) => box)));
  if (termBox === undefined || textBox === undefined) return false;
  const em = terms[0]?.[0]?.style.sizePt ?? 10;
  const locked = texts.filter(([line]) => terms.some(([term]) => isBeside(term, line))).length;
  return (
    textBox.x0 - termBox.x1 >= narrowestGutterEm * em &&
    textBox.x1 - textBox.x0 >= widerText * (termBox.x1 - termBox.x0) &&
    texts.flat().length >= minLinesPerTerm * terms.length &&
    terms.every((term) => term.map(({ text }) => text).join(' ').length <= longestTerm) &&
    terms.every(([term]) => texts.some(([line]) => isBeside(term, line))) &&
    locked >= lockedShare * texts.length
  );
}

function isBeside(term: Line | undefined, line: Line | undefined): boolean {
  if (term === undefined || line === undefined) return false;
  return Math.abs(term.baseline - line.baseline) <= sameBaselineEm * line.style.sizePt;
}

/** Whether other lines are among those of the list. */
function crosses(lines: readonly Line[], members: readonly Line[]): boolean {
  const own = new Set(members);
  const { y0, y1 } = uniteBoxes(members.map(({ box }) => box));
  return lines.some((line) => !own.has(line) && line.baseline > y0 && line.baseline < y1);
}

function rowsOf(terms: readonly (readonly Line[])[], texts: readonly (readonly Line[])[]): readonly TermRow[] {
  const rows: { terms: readonly Line[]; text: Line[] }[] = [];
  for (const text of texts) {
    const term = terms.find(([line]) => isBeside(line, text[0]));
    const last = rows.at(-1);
    if (term === undefined && last !== undefined) last.text.push(...text);
    else rows.push({ terms: term ?? [], text: [...text] });
  }
  return rows;
}
