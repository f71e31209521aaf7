import type { Page } from '@platen/pdf-kit/page-model';
import { withFootNumberApart } from './analysis/layout/foot-number-apart.ts';
import { layoutPage, type PageLayout } from './analysis/layout/page-layout.ts';
import { findPageObjects } from './page-objects.ts';
import type { DocumentSurvey } from './survey-document.ts';

/** The layout of a page of a surveyed document: its tables, formulas and figures, its columns, its paragraphs. */
export function layOutPage(page: Page, survey: DocumentSurvey): PageLayout {
  const { frames, furniture, runningFigures, facts } = survey;
  // Running lines in columns, as in a letterhead, are not a table of the body.
  const lines = page.lines.filter((line) => furniture.find(page, line) === null);
  const objects = findPageObjects({ ...page, lines });
  const sources = { furniture, runningFigures, habits: facts, ...objects };
  return withFootNumberApart(layoutPage(page, { frame: frames.frameOf(page), ...sources }));
}
