import type { DocumentFacts } from '../analysis/document-facts.ts';
import { textOf } from '../analysis/text/fragments.ts';
import { isBrokenWord, needsSpace } from '../analysis/text/line-joints.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle, TextRun } from '../document/inline-types.ts';
import type { Paragraph } from '../document/types.ts';

/** Whether a paragraph at the top of a column goes on with the last one of the column before. */
export function goesOn(previous: ParagraphDraft, next: ParagraphDraft): boolean {
  const [last, first] = [previous.fragments.at(-1), next.fragments[0]];
  if (last === undefined || first === undefined || !previous.endsFull || next.label !== null) return false;
  if (previous.direction !== next.direction || previous.alignment === 'center' || next.alignment === 'center')
    return false;
  if (Math.abs(last.style.sizePt - first.style.sizePt) > 0.6 || last.style.font.bold !== first.style.font.bold)
    return false;
  const before = textOf(last.words);
  if (/[\p{L}][\u00ad\u2010-]$/u.test(before)) return true;
  const after = textOf(first.words);
  if (/[.!?:]["\u201d\u2019)\]]*$/.test(before)) return false;
  return /^[\p{Ll}\d(,"\u201c]/u.test(after) || !startsIndented(next) || /^\p{Lo}/u.test(after);
}

/** Its first line stands in from the others. */
function startsIndented({ fragments, columnX0, direction }: ParagraphDraft): boolean {
  const first = fragments[0];
  return first !== undefined && direction === 'ltr' && first.box.x0 - columnX0 > 0.7 * first.style.sizePt;
}

/**
 * What parts the last word of a paragraph from the first of its continuation: a space, or nothing where a word is
 * broken, which keeps its hyphen at the break.
 */
export function spaceAtJoint(
  previous: ParagraphDraft,
  next: ParagraphDraft,
  style: RunStyle,
  { knowsWord }: Pick<DocumentFacts, 'knowsWord'>,
): readonly TextRun[] {
  const last = previous.fragments.at(-1)?.words.at(-1)?.text ?? '';
  const first = next.fragments[0]?.words[0]?.text ?? '';
  const apart = !isBrokenWord(last, first, knowsWord) && needsSpace(last, first);
  return apart ? [{ kind: 'text', text: ' ', style }] : [];
}

/**
 * One format for both parts of a paragraph. A single line at the end of a column does not tell whether it is indented,
 * nor how the lines stand: the part after it does.
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
