import {
  continuesSentence,
  fitsBehind,
  stopsInsidePhrase,
  type TextStyle,
  textOf,
  unbrokenWidth,
  type Word,
} from '@platen/pdf-kit/page-model';
import { isBoldFace } from '../fonts/font-faces.ts';
import { areEquations } from '../formulas/equation-lines.ts';
import { isLabelInProse } from '../lists/labels-in-prose.ts';
import { readLabel } from '../lists/list-labels.ts';
import { isTyped } from '../text/fragments.ts';
import { leaderRun } from '../text/leader-run.ts';
import { lineEndOf } from '../text/line-end-spaces.ts';
import { tabGapIndexes } from '../text/tab-gaps.ts';
import type { Column, Fragment } from '../types.ts';
import { breaksEastAsianSentence } from './east-asian-sentence.ts';
import type { LineBlock } from './line-blocks.ts';
import { centre, endOf, startOf } from './line-edges.ts';
import type { LineHabits } from './line-habits.ts';
import { paragraphThresholds } from './thresholds.ts';

const { join, centred } = paragraphThresholds;

/**
 * Whether the first of some lines continues with a paragraph, by the fit test, indents and labels. `lines` are those of
 * the paragraph so far; those after the first tell a hanging indent from a new beginning.
 */
export function joinsParagraph(
  lines: readonly Fragment[],
  [next, ...later]: readonly Fragment[],
  block: LineBlock,
  column: Column,
  { lineEndSpaces, bodyStyle }: LineHabits,
): boolean {
  const last = lines.at(-1);
  if (last === undefined || next === undefined || startsWithMark(next)) return false;
  const hangs = lines.length === 1 && hangsFromTab(last, next, column);
  const tabs = { last: tabGapIndexes(last, lines.length === 1), next: tabGapIndexes(next, false) };
  // Gaps in line after line are of columns.
  const mayRunOn = hangs || (tabs.next.length === 0 && isRunIn(lines, next, tabs.last, column));
  if (tabs.last.length > 0 && !mayRunOn && (tabs.next.length > 0 || !areBlanks(last, tabs.last))) return false;
  const endsEntry = isEntryEnd(next, tabs.next) && (tabs.last.length === 0 || hangs);
  if (tabs.next.length > 0 && !endsEntry && (tabs.last.length > 0 || !areBlanks(next, tabs.next))) return false;
  if (endsWithLeader(last)) return false;
  const room = { roomPt: block.end - endOf(last, column), widthPt: block.end - block.start };
  if (areProgramLines(last, next, bodyStyle) && endsProgramLine(last, next, column)) return false;
  if (areEquations(last, next, room.roomPt) || startsRunInHead(lines, next) || countsOn(last, next)) return false;
  const lineEnd = lineEndOf(last, next, room, lineEndSpaces);
  if (lineEnd === 'ends') return false;
  const runsOn = lineEnd === 'runs-on' || breaksEastAsianSentence(last, [next, ...later]);
  const isFull = runsOn || !leavesRoom(last, next, block, column) || breaksSentence(last, next, room);
  if (block.justified && stopsShort(last, next, room.roomPt)) return false;
  if (startsLikeItem(next, lines, column) && !(isFull && hasLabelInProse(next, lines, later, column))) return false;
  if (isCentred(last, next, block)) return runsOn || joinsCentred(last, next, column) || isOneTitle(block, bodyStyle);
  if (block.pushed) return isFull;
  return isFull && (hangs || indentContinues(lines, next, later[0], column));
}

/** Whether a line of a program ends a statement, or the next word would have fitted into the column. */
function endsProgramLine(last: Fragment, next: Fragment, column: Column): boolean {
  const roomPt = column.x1 - column.x0 - endOf(last, column);
  return /[;{}]$/.test(textOf(last.words)) || fitsBehind(roomPt, last.style.sizePt, next.words);
}

/** Whether two lines are of a program, in letters of one width that the text around does not have: each is a line of its own. */
function areProgramLines(last: Fragment, next: Fragment, bodyStyle: TextStyle | null): boolean {
  return bodyStyle !== null && !bodyStyle.font.monospace && isTyped(last) && isTyped(next);
}

/** Whether a line ends with a leader, and what is left of it is text: the second line of an entry of contents. */
function isEntryEnd(next: Fragment, tabs: readonly number[]): boolean {
  const leader = leaderRun(next);
  return leader !== null && tabs.every((position) => position >= leader.from) && /^\p{L}/u.test(textOf(next.words));
}

/** Whether the gaps of a line are what its sentence leaves blank for answers: `on this day of        , by the`. */
function areBlanks({ words }: Fragment, positions: readonly number[]): boolean {
  return words.length >= join.minBlankWords && positions.every((position) => /^[,;]/.test(words[position]?.text ?? ''));
}

/**
 * Whether the first line of a paragraph begins with a title and a tab, and its sentence goes on at the edge below:
 * "Section 2", a tab, "The officers shall" and all that they shall.
 */
function isRunIn(lines: readonly Fragment[], next: Fragment, tabs: readonly number[], column: Column): boolean {
  const [first] = lines;
  const last = tabs.at(-1);
  if (first === undefined || last === undefined || lines.length > 1 || last > join.maxTitleWords) return false;
  const isBelow = startOf(next, column) <= startOf(first, column) + join.sameStartEm * next.style.sizePt;
  const isProse = first.words.length - last >= join.minRunInWords;
  return isBelow && isProse && continuesSentence(textOf(first.words), textOf(next.words));
}

/** Whether a line begins where the text after the only tab of the line before does: "Sec. 1", a tab, and its text. */
function hangsFromTab(first: Fragment, next: Fragment, column: Column): boolean {
  const [position, ...others] = tabGapIndexes(first, false);
  const word = position === undefined ? undefined : first.words[position];
  if (word === undefined || others.length > 0) return false;
  const text = wordStart(first, word, column);
  return Math.abs(text - startOf(next, column)) <= join.sameStartEm * next.style.sizePt;
}

/** A raised number or sign begins a note: behind a word it would not have left its line. */
function startsWithMark({ words }: Fragment): boolean {
  return words[0]?.script === 'superscript' && /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])$/u.test(words[0].text);
}

/** Whether two lines begin with one number and the next, as those of a calendar or of rows without rules. */
function countsOn(last: Fragment, next: Fragment): boolean {
  const [before, after] = [last, next].map(({ words }) => /^\d{1,3}$/u.exec(words[0]?.text ?? '')?.[0]);
  return before !== undefined && after !== undefined && Number(after) === Number(before) + 1;
}

/**
 * Whether a paragraph that begins with bold words ends before a line that begins with some too: it ends a sentence, or
 * both begin with a label and a colon.
 */
function startsRunInHead(lines: readonly Fragment[], next: Fragment): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (!/[.!?]$/u.test(textOf(last.words)) && !(beginsWithBoldLabel(first) && beginsWithBoldLabel(next))) return false;
  return beginsBold(first) && beginsBold(next) && !isBoldFace((last.words.at(-1) ?? first).style.font);
}

/** Whether the bold words that a line begins with end in a colon. */
function beginsWithBoldLabel({ words }: Fragment): boolean {
  const end = words.findIndex(({ style }) => !isBoldFace(style.font));
  return /[:：]$/u.test(words[end - 1]?.text ?? '');
}

/** Whether the first words of a line are bold, and others of it are not. */
function beginsBold({ words }: Fragment): boolean {
  const [first, ...others] = words.map(({ style }) => isBoldFace(style.font));
  return first === true && others.includes(false);
}

/**
 * Whether a line stops inside a sentence, not far from the edge: text that was broken by counting its letters, or that
 * looks well. The last word may tell more than the first one of the next line.
 */
function breaksSentence(last: Fragment, next: Fragment, room: { roomPt: number; widthPt: number }): boolean {
  const text = textOf(last.words);
  const short = room.roomPt / room.widthPt;
  if (stopsInsidePhrase(text)) return short <= join.phraseShare && last.words.length >= join.minPhraseWords;
  const minWords = short <= join.nearlyFullShare ? join.minPhraseWords : join.minWords;
  return short <= join.raggedShare && last.words.length >= minWords && continuesSentence(text, textOf(next.words));
}

/** Whether a line ends a sentence, and white follows that no line of justified text but the last leaves. */
function stopsShort(last: Fragment, next: Fragment, roomPt: number): boolean {
  if (roomPt <= join.justifiedRoomEm * last.style.sizePt) return false;
  return /[.!?]["'”’»)]*$/u.test(textOf(last.words)) && /^["'“‘«(]*\p{Lu}/u.test(textOf(next.words));
}

/** The fit test: would the first word of the next line have fitted? */
function leavesRoom(last: Fragment, next: Fragment, block: LineBlock, column: Column): boolean {
  // Lines that are pushed to the edge where they end leave room where they begin.
  const room = block.pushed ? startOf(last, column) : block.end - endOf(last, column);
  return fitsBehind(room, last.style.sizePt, next.words);
}

/** Whether the next line begins where a line of this paragraph would. */
function indentContinues(
  lines: readonly Fragment[],
  next: Fragment,
  afterNext: Fragment | undefined,
  column: Column,
): boolean {
  const [first, second] = lines;
  if (first === undefined) return false;
  const tolerance = join.sameStartEm * next.style.sizePt;
  const start = startOf(next, column);
  if (second !== undefined) return Math.abs(start - startOf(second, column)) <= tolerance;
  const shift = start - startOf(first, column);
  if (Math.abs(shift) <= tolerance) return !beginsBelowOneLine(first, next, afterNext, column);
  if (shift < 0) return -shift <= join.maxIndentEm * next.style.sizePt;
  if (shift > join.maxHangingEm * next.style.sizePt) return false;
  const hangs = Math.abs(start - textStart(first, column)) <= tolerance;
  if (hangs && (readLabel(first) !== null || (isBold(next) && hasGapAfterNumber(first)))) return true;
  // Either a hanging indent or the first line of the next paragraph: the sentence tells, or the line after it.
  const text = textOf(first.words).replace(/(?<=\p{Ll})\.?[-\u00ad\u2010]$/u, '');
  if (continuesSentence(text, textOf(next.words))) return true;
  return afterNext !== undefined && Math.abs(startOf(afterNext, column) - start) <= tolerance;
}

/** Whether the sentence of a line goes on further out below it, and that of the line before is over: both are first lines. */
function beginsBelowOneLine(first: Fragment, next: Fragment, afterNext: Fragment | undefined, column: Column): boolean {
  if (afterNext === undefined || !/[.!?]$/u.test(textOf(first.words))) return false;
  const isFurtherOut = startOf(next, column) - startOf(afterNext, column) > join.sameStartEm * next.style.sizePt;
  return isFurtherOut && continuesSentence(textOf(next.words), textOf(afterNext.words));
}

/** Whether a line begins with the number of a heading and white wider than a space: `2.1   Savings from`. */
function hasGapAfterNumber(first: Fragment): boolean {
  const {
    words: [number, text],
    style,
  } = first;
  if (!isBold(first)) return false;
  if (number === undefined || text === undefined || !/^\d{1,3}(?:\.\d{1,3}){0,4}$/u.test(number.text)) return false;
  return text.box.x0 - number.box.x1 > join.numberGapEm * style.sizePt;
}

function isBold({ style }: Fragment): boolean {
  return isBoldFace(style.font);
}

/** Where the text of an item begins, after its label. */
function textStart(fragment: Fragment, column: Column): number {
  const word = fragment.words[1] ?? fragment.words[0];
  return word === undefined ? 0 : wordStart(fragment, word, column);
}

function wordStart({ direction }: Fragment, { box }: Word, column: Column): number {
  return startOf({ box, direction }, column);
}

/** A label inside running prose ("in section / 2. of the act") does not start an item. */
function hasLabelInProse(
  next: Fragment,
  lines: readonly Fragment[],
  later: readonly Fragment[],
  column: Column,
): boolean {
  const label = readLabel(next);
  if (label === null) return false;
  return (label.kind === 'number' && isInHangingText(next, lines, column)) || isLabelInProse(label, lines, later);
}

/** Whether a line begins where the text of an item does and not where its label does, inside a sentence. */
function isInHangingText(next: Fragment, lines: readonly Fragment[], column: Column): boolean {
  const [first, second] = lines;
  const last = lines.at(-1);
  if (first === undefined || second === undefined || last === undefined || readLabel(first) === null) return false;
  const tolerance = join.sameStartEm * next.style.sizePt;
  const [label, text, start] = [first, second, next].map((line) => startOf(line, column)) as [number, number, number];
  return text - label > tolerance && Math.abs(start - text) <= tolerance && /[\p{L},]$/u.test(textOf(last.words));
}

/**
 * Whether a line begins with a bullet, or with a number as the first line of its list does, behind a colon, or behind a
 * Chinese or Japanese sentence.
 */
function startsLikeItem(next: Fragment, lines: readonly Fragment[], column: Column): boolean {
  const label = readLabel(next);
  const first = lines[0];
  if (label === null || first === undefined) return false;
  if (label.kind === 'bullet') return true;
  const sibling = readLabel(first);
  const sameStart = Math.abs(startOf(next, column) - startOf(first, column)) < join.sameStartEm * next.style.sizePt;
  const isIntroduced = /[:：。！？]$/u.test(textOf(lines.at(-1)?.words ?? []));
  return sameStart || isIntroduced || sibling?.kind === 'number' || (sibling !== null && lines.length > 1);
}

function isCentred(last: Fragment, next: Fragment, { start, end, centred: isCentredRun }: LineBlock): boolean {
  if (isCentredRun) return true;
  const width = ({ box }: Fragment) => box.x1 - box.x0;
  const apart = Math.abs(last.box.x0 - next.box.x0) > centred.otherEdgeEm * next.style.sizePt;
  const narrow = Math.min(width(last), width(next)) < centred.narrowShare * (end - start);
  return apart && narrow && Math.abs(centre(last) - centre(next)) < centred.sameMiddleEm * next.style.sizePt;
}

/** Centred lines belong together when the first would have had to break: a title, not a list of names. */
function joinsCentred(last: Fragment, next: Fragment, column: Column): boolean {
  const width = last.box.x1 - last.box.x0;
  const limit = centred.brokenShare * (column.reachX1 - column.x0);
  return width + unbrokenWidth(next.words) > limit;
}

/** Whether centred lines are a title that its author broke: few, much larger than the text, each open to the next. */
function isOneTitle({ fragments }: LineBlock, body: TextStyle | null): boolean {
  if (body === null || fragments.length > centred.titleLines) return false;
  const isLarge = fragments.every(({ style }) => style.sizePt >= centred.titleGrowth * body.sizePt);
  return isLarge && fragments.slice(0, -1).every(({ words }) => !/[.!?:;]$/u.test(textOf(words)));
}

function endsWithLeader(fragment: Fragment): boolean {
  if (leaderRun(fragment) !== null) return true;
  return /[.…]{4,}\s*[\divxlc]*$/i.test(textOf(fragment.words)) || /_{4,}$/.test(textOf(fragment.words));
}
