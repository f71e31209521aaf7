import type { Boundaries } from '@platen/pdf-kit';
import type { Glyph, Page } from '@platen/pdf-kit/page-model';
import { createFactCounter, type DocumentFacts } from './analysis/document-facts.ts';
import { createRunningFigureCounter, loneRunningFigures } from './analysis/figures/running-figures.ts';
import { measureFrames, type PageFrames } from './analysis/layout/page-frame.ts';
import { createFurnitureCounter, type FurnitureFacts, noFurniture } from './analysis/running/furniture.ts';
import { findLineNumbers, type LineNumbers } from './analysis/running/line-numbers.ts';
import { loneFurniture, withFirstFooter } from './analysis/running/lone-furniture.ts';
import { findRunningParts, type RunningParts } from './analysis/running/running-parts.ts';
import { shownFurniture } from './analysis/running/running-variants.ts';
import { defaultRunStyle } from './analysis/text/default-run-style.ts';
import { createRunStyles, type RunStyles } from './analysis/text/run-styles.ts';
import type { DocumentJob } from './document-job.ts';
import { readRunningIcons } from './icon-pictures.ts';
import type { PictureInline } from './model/blocks.ts';
import type { RunStyle } from './model/formats.ts';
import { type RunningPicture, readRunningPictures } from './running-pictures.ts';
import { samplePages } from './sample-pages.ts';

/** What the pages of a document have in common, learned from a sample of them. */
export interface DocumentSurvey {
  /** The sample, by page number, without the numbers of its lines. */
  readonly pages: ReadonlyMap<number, Page>;
  readonly facts: DocumentFacts;
  /** Running lines: headers and footers. */
  readonly furniture: FurnitureFacts;
  /** Where running lines or the numbers of pages change. */
  readonly parts: RunningParts;
  readonly runningFigures: readonly RunningPicture[];
  /** The picture of an icon in a running line; null where it could not be drawn. */
  readonly runningIconOf: (icon: Glyph) => PictureInline | null;
  /** Where the text of pages is. */
  readonly frames: PageFrames;
  readonly runStyles: RunStyles;
  /** The style of body text. */
  readonly body: RunStyle;
  /** The line numbers in the margin; null if there are none. */
  readonly lineNumbers: LineNumbers | null;
}

/** Reads a sample of the pages, or all of a short document. `onProgress` gets the share that is read. */
export async function surveyDocument(
  job: DocumentJob,
  onProgress: (fraction: number) => void,
): Promise<DocumentSurvey> {
  const sample = samplePages(job.pages);
  const read: Page[] = [];
  for (const [index, number] of sample.entries()) {
    read.push(await job.readPage(number));
    onProgress((index + 1) / sample.length);
  }
  const { boundaries } = job;
  const lineNumbers = boundaries.within(
    { what: 'The line numbers', instead: 'they stay in the text' },
    () => findLineNumbers(read),
    () => null,
  );
  const pages = read.map((page) => lineNumbers?.without(page) ?? page);
  const facts = factsOf(pages, boundaries);
  const { furniture, parts } = boundaries.within(
    { what: 'The headers and footers that pages share', instead: 'they stay in the text of their pages' },
    () => furnitureOf(pages, job.document.pageCount),
    () => ({ furniture: noFurniture, parts: findRunningParts([], noFurniture) }),
  );
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  const runningFigures = await boundaries.withinAsync(
    { what: 'A picture of the headers and footers', instead: 'it becomes a picture on each page' },
    () => readRunningPictures(runningFiguresOf(pages, furniture), byNumber, job),
    () => [],
  );
  const runningIconOf = await readRunningIcons(pages, furniture, job);
  const frames = boundaries.within(
    { what: 'The margins of the pages', instead: 'the default margins are used' },
    () => measureFrames(pages, furniture, runningFigures),
    () => measureFrames([], noFurniture, []),
  );
  const runStyles = createRunStyles(facts.standInFitOf);
  const body = facts.bodyStyle === null ? defaultRunStyle : runStyles.styleOf(facts.bodyStyle);
  return {
    pages: byNumber,
    facts,
    furniture,
    parts,
    runningFigures,
    runningIconOf,
    frames,
    runStyles,
    body,
    lineNumbers,
  };
}

function factsOf(pages: readonly Page[], boundaries: Boundaries): DocumentFacts {
  return boundaries.within(
    { what: 'The text style that pages share', instead: 'each page is analysed separately' },
    () => {
      const counter = createFactCounter();
      for (const page of pages) counter.count(page);
      return counter.facts();
    },
    () => createFactCounter().facts(),
  );
}

function furnitureOf(pages: readonly Page[], pageCount: number): Pick<DocumentSurvey, 'furniture' | 'parts'> {
  const [first] = pages;
  if (first !== undefined && pages.length === 1 && pageCount === 1) {
    const lone = loneFurniture(first);
    return { furniture: lone, parts: findRunningParts(pages, lone) };
  }
  const counter = createFurnitureCounter();
  for (const page of pages) counter.count(page);
  const furniture = withFirstFooter(counter.facts(pages.length), pages);
  const parts = findRunningParts(pages, furniture);
  return { furniture: shownFurniture(parts, furniture), parts };
}

function runningFiguresOf(pages: readonly Page[], furniture: FurnitureFacts) {
  const [first] = pages;
  if (first !== undefined && pages.length === 1) return loneRunningFigures(first, furniture);
  const counter = createRunningFigureCounter();
  for (const page of pages) counter.count(page);
  return counter.facts(pages.length);
}
