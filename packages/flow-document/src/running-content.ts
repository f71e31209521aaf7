import type { PageLayout } from './analysis/layout/page-layout.ts';
import { withPrintedNumbers } from './compose/printed-numbers.ts';
import { findRunningSets, withBlankVariants } from './compose/running-sets.ts';
import type { RunningLookup } from './compose/section-layout.ts';
import { findDrawnMarks } from './marks/drawn-marks.ts';
import { markInline } from './marks/mark-inline.ts';
import { findRunningMarks, marksThatMayRun, type RunningMarks } from './marks/running-marks.ts';
import { withRunningObjects } from './running-pictures.ts';
import type { DocumentSurvey } from './survey-document.ts';

/** The headers and footers of a document. */
export interface RunningContent {
  /** The headers and footers of the part that a page is in: running lines with the pictures and marks among them. */
  readonly setsOn: RunningLookup;
  /** Marks that belong to them rather than to a page. */
  readonly marks: RunningMarks;
}

/** Composes the headers and footers of a document from its surveyed pages. */
export function readRunningContent(
  layouts: readonly PageLayout[],
  { furniture, parts, runStyles, frames, runningFigures, runningIconOf, lineNumbers }: DocumentSurvey,
  pageCount: number,
): RunningContent {
  const loneLines = new Map(
    layouts.map(({ page }) => [
      page.number,
      page.lines.filter((line) => furniture.find(page, line)?.pages.length === 1),
    ]),
  );
  const marks = findRunningMarks(
    new Map(layouts.map((layout) => [layout.page.number, marksThatMayRun(layout, findDrawnMarks(layout).marks)])),
    loneLines,
  );
  const inlines = marks.marks.map(({ mark, pages: on }) => ({ pages: on, picture: markInline(mark, runStyles) }));
  const numbers = lineNumbers?.printed ?? null;
  const found = parts.all.map((part) => {
    const lines = findRunningSets({
      part,
      pageCount,
      furniture,
      runStyles,
      frameOf: frames.frameOf,
      iconOf: runningIconOf,
    });
    const withObjects = withRunningObjects(lines, runningFigures, inlines, part);
    return withPrintedNumbers(withObjects, numbers, runStyles);
  });
  const sets = withBlankVariants(found);
  const setsOf = new Map(parts.all.map((part, index) => [part, sets[index]]));
  const setsOn: RunningLookup = (page) => {
    const own = setsOf.get(parts.at(page));
    if (own === undefined) throw new TypeError('A part has running lines, or none');
    return own;
  };
  return { setsOn, marks };
}
