import type { PageLayout } from './analysis/layout/page-layout.ts';
import { withPrintedNumbers } from './compose/printed-numbers.ts';
import { findRunningSets } from './compose/running-sets.ts';
import type { RunningSets } from './compose/section-layout.ts';
import { findDrawnMarks } from './marks/drawn-marks.ts';
import { markInline } from './marks/mark-inline.ts';
import { findRunningMarks, marksThatMayRun, type RunningMarks } from './marks/running-marks.ts';
import { withRunningObjects } from './running-pictures.ts';
import type { DocumentSurvey } from './survey-document.ts';

/** What pages repeat at their edges. */
export interface RunningContent {
  /** Headers and footers: running lines with the pictures and marks among them. */
  readonly sets: RunningSets;
  /** Marks that are part of them, and of no page. */
  readonly marks: RunningMarks;
}

/** Composes the headers and footers of a document from its surveyed pages. */
export function readRunningContent(
  layouts: readonly PageLayout[],
  { pages, furniture, runStyles, frames, runningFigures, lineNumbers }: DocumentSurvey,
  pageCount: number,
): RunningContent {
  const lines = findRunningSets({
    pages: [...pages.values()],
    pageCount,
    furniture,
    runStyles,
    frameOf: frames.frameOf,
  });
  const marks = findRunningMarks(
    new Map(layouts.map((layout) => [layout.page.number, marksThatMayRun(layout, findDrawnMarks(layout).marks)])),
  );
  const inlines = marks.marks.map(({ mark, pages: on }) => ({ pages: on, picture: markInline(mark, runStyles) }));
  const withObjects = withRunningObjects(lines, runningFigures, inlines, [...pages.keys()]);
  return { sets: withPrintedNumbers(withObjects, lineNumbers?.printed ?? null, runStyles), marks };
}
