import { continuesSentence, fitsBehind, stopsInsidePhrase, textOf } from '@platen/pdf-kit/page-model';
import type { DocumentFacts } from '../analysis/document-facts.ts';
import { leaderRun } from '../analysis/text/leader-run.ts';
import { isBrokenWord, needsSpace } from '../analysis/text/line-joints.ts';
import type { Fragment, ParagraphDraft } from '../analysis/types.ts';
import type { Paragraph, TextRun } from '../model/blocks.ts';
import type { RunStyle } from '../model/formats.ts';

/**
 * Whether a paragraph at the top of a column continues with the last one of the column before. `isOverFull` where that column
 * is full.
 */
export function goesOn(previous: ParagraphDraft, next: ParagraphDraft, isOverFull: boolean): boolean {
  const [last, first] = [previous.fragments.at(-1), next.fragments[0]];
  if (last === undefined || first === undefined || next.label !== null || leaderRun(last) !== null) return false;
  const mayGoOn = previous.endsFull || breaksSentence(last, first) || (isOverFull && lacksRoom(previous, last, first));
  if (!mayGoOn) return false;
  if (previous.direction !== next.direction || previous.alignment === 'center' || next.alignment === 'center')
    return false;
  if (Math.abs(last.style.sizePt - first.style.sizePt) > 0.6 || last.style.font.bold !== first.style.font.bold)
    return false;
  const before = textOf(last.words);
  if (/[\p{L}][\u00ad\u2010-]$/u.test(before)) return true;
  const after = textOf(first.words);
  const isIndented = !continuesItem(previous, next) && startsIndented(next);
  if (/[.!?:]["\u201d\u2019)\]]*$/.test(before)) return isOverFull && !isIndented && isStretched(previous);
  if (/^[\p{Ll}\d(,"\u201c]/u.test(after) || /^\p{Lo}/u.test(after)) return true;
  if ((breaksOff(previous, before) || stopsInsidePhrase(before)) && /^[\p{L}\d]/u.test(after) && !isIndented)
    return true;
  // A page or column that is not full was ended there: only a sentence that continues crosses its end.
  return isOverFull && !isIndented && lacksRoom(previous, last, first);
}

/** A sentence that ends within this share of the width of its column was ended there, whatever follows. */
const shortLine = 0.5;

/** Lines that are full up to a word, or a comma: no author ends a paragraph there, whatever the next word begins with. */
function breaksOff({ fragments, endsFull }: ParagraphDraft, text: string): boolean {
  return fragments.length > 1 && endsFull && /[\p{L},]$/u.test(text);
}

/** Tolerance for the right edge of justified lines, in points. The last line of a paragraph hardly ever ends there. */
const edgePt = 0.5;

/** Whether the last line of a justified paragraph was stretched to the edge, as only lines that another one follows are. */
function isStretched({ alignment, fragments, roomPt }: ParagraphDraft): boolean {
  return alignment === 'justify' && fragments.length > 2 && Math.abs(roomPt) <= edgePt;
}

/** A sentence was broken where its line ends; shorter lines are labels. */
function breaksSentence(last: Fragment, first: Fragment): boolean {
  if (last.words.length <= 2) return false;
  return continuesSentence(textOf(last.words), textOf(first.words)) || stopsInsidePhrase(textOf(last.words));
}

/** The fit test over the break: the first word of the next line would not have fitted. */
function lacksRoom({ roomPt, box, columnX0, columnX1 }: ParagraphDraft, last: Fragment, first: Fragment): boolean {
  if (box.x1 - columnX0 < shortLine * (columnX1 - columnX0)) return false;
  return !fitsBehind(roomPt, last.style.sizePt, first.words);
}

/** Its first line begins where the text of the list item before it does, behind the label. */
function continuesItem({ label, fragments, direction }: ParagraphDraft, next: ParagraphDraft): boolean {
  const text = fragments[0]?.words[label?.wordCount ?? 0];
  const [own, first] = [fragments[1]?.box.x0 ?? text?.box.x0, next.fragments[0]];
  if (label === null || direction === 'rtl' || own === undefined || first === undefined) return false;
  return Math.abs(own - first.box.x0) < 0.2 * first.style.sizePt;
}

/** Its first line is in from the others. */
function startsIndented({ fragments, columnX0, direction }: ParagraphDraft): boolean {
  const first = fragments[0];
  return first !== undefined && direction === 'ltr' && first.box.x0 - columnX0 > 0.7 * first.style.sizePt;
}

/**
 * What separates the last word of a paragraph from the first of its continuation: a space, or nothing where a word is
 * broken, which keeps its hyphen at the break.
 */
export function spaceAtJoint(
  previous: ParagraphDraft,
  next: ParagraphDraft,
  style: RunStyle,
  { hyphenation }: Pick<DocumentFacts, 'hyphenation'>,
): readonly TextRun[] {
  const last = previous.fragments.at(-1)?.words.at(-1)?.text ?? '';
  const first = next.fragments[0]?.words[0]?.text ?? '';
  const apart = !isBrokenWord(last, first, hyphenation) && needsSpace(last, first);
  return apart ? [{ kind: 'text', text: ' ', style }] : [];
}

/**
 * One format for both parts of a paragraph. A single line at the end of a column does not tell whether it is indented,
 * nor how the lines are: the part after it does.
 */
export function joinedFormat(
  before: Paragraph['format'],
  after: Paragraph['format'],
  followsOneLine: boolean,
): Paragraph['format'] {
  // One edge holds for both parts: the words of neither may be pushed down.
  const indentRightPt = Math.min(before.indentRightPt, after.indentRightPt);
  if (!followsOneLine || before.rightToLeft) return { ...before, indentRightPt };
  const { alignment, indentLeftPt } = after;
  return {
    ...before,
    alignment,
    indentLeftPt,
    indentRightPt,
    firstLinePt: before.indentLeftPt + before.firstLinePt - indentLeftPt,
  };
}
