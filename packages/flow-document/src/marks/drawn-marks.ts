import { blocksIn, type PageLayout } from '../analysis/layout/page-layout.ts';
import { type DecorationOf, findDecorations } from '../analysis/text/decorations.ts';
import { findPageMarks, type PageMark, panelsOf } from './page-marks.ts';

/** What is drawn on a page besides figures. */
export interface DrawnMarks {
  /** Underlines, strokes and highlights of words. */
  readonly decorationOf: DecorationOf;
  /** Rules, frames and panels. */
  readonly marks: readonly PageMark[];
}

/** Tells what is drawn around words from what is drawn besides. */
export function findDrawnMarks(layout: PageLayout): DrawnMarks {
  const { page } = layout;
  const tables = blocksIn(layout).flatMap((block) => (block.kind === 'table' ? [block.box] : []));
  const panels = new Set(panelsOf(page));
  const decorationOf = findDecorations({ ...page, fills: page.fills.filter((fill) => !panels.has(fill)) }, tables);
  return { decorationOf, marks: findPageMarks(layout, decorationOf) };
}
