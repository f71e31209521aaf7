import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import { findParagraphs } from '../analysis/layout/paragraphs.ts';
import type { FormulaItem, ParagraphDraft } from '../analysis/types.ts';
import type { Inline, PictureInline } from '../model/blocks.ts';
import type { ParagraphFormat, TabStop } from '../model/formats.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import { withDrawings } from './anchor-drawings.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { PageContent } from './page-content.ts';
import { paragraphParts } from './paragraph-parts.ts';

/** A formula is centred when its middle is this close to that of its column, by the width of the column. */
const centredShare = 0.04;
/** A number needs a gap this wide between it and the formula to be on its line, in points. */
const numberGapPt = 3;

/** Sets a formula as a picture in a line of its own, with its number as text at the edge of the column. */
export function composeFormula(
  formula: FormulaItem,
  column: AsideLayout,
  page: PageContent,
  into: ColumnBuilder,
): void {
  const { box } = formula;
  const [number] = numberOf(formula, column, page);
  const onLine = number !== undefined && !standsBelow(number, formula) ? number : null;
  const paragraph = plainParagraph(inlinesOf(formula, onLine, page), {
    ...lineFormat(formula, onLine, column),
    lineAlignment: 'center',
    spaceBeforePt: Math.max(0, box.y0 - into.cursorY),
  });
  into.place(withDrawings(paragraph, into), Math.max(into.cursorY, box.y0) + box.y1 - box.y0, box);
  if (number === undefined || onLine !== null) return;
  const below = plainParagraph(paragraphParts(number, page, null).inlines, { alignment: 'right' });
  into.place(below, Math.max(into.cursorY, number.box.y1));
}

/** Leaves a formula to be anchored where it was; its number is a paragraph of its own then. */
export function anchorFormula(
  formula: FormulaItem,
  column: AsideLayout,
  page: PageContent,
  into: ColumnBuilder,
): readonly ParagraphDraft[] {
  const { box } = formula;
  const picture = page.pictures.get(formula);
  if (picture !== undefined) {
    into.anchor({ ...picture, placement: { kind: 'anchored', xPt: box.x0, yPt: box.y0, wrap: 'behind' } });
  }
  return numberOf(formula, column, page);
}

/** The number as a paragraph: none or one. */
function numberOf({ number }: FormulaItem, { x0, x1 }: AsideLayout, page: PageContent): readonly ParagraphDraft[] {
  const items = number === null ? [] : [number];
  return findParagraphs({ x0, x1, reachX1: x1, items }, page.document.facts).filter(
    (block) => block.kind === 'paragraph',
  );
}

/** Where a formula found no room for its number beside it. */
function standsBelow(number: ParagraphDraft, { box }: FormulaItem): boolean {
  return number.box.x0 < box.x1 + numberGapPt && number.box.x1 > box.x0 - numberGapPt;
}

function inlinesOf(formula: FormulaItem, number: ParagraphDraft | null, page: PageContent): readonly Inline[] {
  const picture = pictureOf(formula, page);
  if (number === null) return [picture];
  const { baseStyle, inlines } = paragraphParts(number, page, null);
  const tab: Inline = { kind: 'tab', style: baseStyle };
  return standsBefore(number, formula) ? [...inlines, tab, picture] : [tab, picture, tab, ...inlines];
}

/** The picture in the line; where it could not be drawn, the formula as a line of text. */
function pictureOf(formula: FormulaItem, page: PageContent): Inline {
  const picture: PictureInline | undefined = page.pictures.get(formula);
  if (picture !== undefined) return { ...picture, placement: { kind: 'inline' } };
  const [word] = formula.words;
  if (word === undefined) throw new TypeError('A formula needs a word');
  return { kind: 'text', text: formula.alternativeText, style: page.document.runStyles.styleOf(word.style) };
}

function standsBefore(number: ParagraphDraft, { box }: FormulaItem): boolean {
  return number.box.x1 <= box.x0;
}

/** Centred formulas stay centred when they are edited: by the alignment, or by a tab where a number is beside. */
function lineFormat(
  { box }: FormulaItem,
  number: ParagraphDraft | null,
  { x0, x1 }: AsideLayout,
): Partial<ParagraphFormat> {
  const middlePt = (box.x0 + box.x1) / 2 - x0;
  const isCentred = Math.abs(middlePt - (x1 - x0) / 2) < centredShare * (x1 - x0);
  const indentLeftPt = Math.max(0, box.x0 - x0);
  if (number === null) return isCentred ? { alignment: 'center' } : { indentLeftPt };
  const formulaStop: TabStop = isCentred
    ? { positionPt: middlePt, alignment: 'center', leader: 'none' }
    : { positionPt: indentLeftPt, alignment: 'left', leader: 'none' };
  const numberStop: TabStop = { positionPt: x1 - x0, alignment: 'right', leader: 'none' };
  return { tabStops: number.box.x1 <= box.x0 ? [formulaStop] : [formulaStop, numberStop] };
}
