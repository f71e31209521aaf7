import type { Boundaries } from '@platen/pdf-kit';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import { withFootNumberApart } from './analysis/layout/foot-number-apart.ts';
import { defaultFrame } from './analysis/layout/page-frame.ts';
import { layoutPage, type PageLayout } from './analysis/layout/page-layout.ts';
import { sidesOfColumns } from './analysis/layout/panels-across.ts';
import { plainLayout } from './analysis/layout/plain-layout.ts';
import { findPageObjects } from './page-objects.ts';
import type { DocumentSurvey } from './survey-document.ts';

/** The layout of a page of a surveyed document: its tables, formulas and figures, its columns, its paragraphs. */
export function layOutPage(page: Page, survey: DocumentSurvey, boundaries: Boundaries): PageLayout {
  const { frames, furniture, runningFigures, facts } = survey;
  const isOfBody = (line: Line) => furniture.find(page, line) === null;
  // Running lines in columns, as in a letterhead, are not a table of the body.
  const lines = page.lines.filter(isOfBody);
  const sides = sidesOfColumns(page);
  const objects = findPageObjects({ ...page, lines }, sides, boundaries);
  const frame = boundaries.within(
    { what: `The margins of page ${page.number}`, instead: 'the default margins are used' },
    () => frames.frameOf(page),
    () => defaultFrame(page),
  );
  return boundaries.within(
    { what: `The columns and paragraphs of page ${page.number}`, instead: 'each line becomes a paragraph' },
    () => withFootNumberApart(layoutPage(page, { frame, furniture, runningFigures, habits: facts, sides, ...objects })),
    () => plainLayout(page, frame, isOfBody),
  );
}
