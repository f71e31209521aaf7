import type { Boundaries } from '@platen/pdf-kit';
import type { Page } from '@platen/pdf-kit/page-model';
import type { HeadingNumberer } from './analysis/headings/heading-numbers.ts';
import { createFootnoteFinder } from './analysis/layout/footnotes.ts';
import type { PageLayout } from './analysis/layout/page-layout.ts';
import { createListFinder, type ListFinder } from './analysis/lists/lists.ts';
import { createPlaces } from './analysis/places.ts';
import { noFurniture } from './analysis/running/furniture.ts';
import { findRunningParts } from './analysis/running/running-parts.ts';
import { bodyFormatOf } from './compose/body-format.ts';
import { composePage, type LeftOver } from './compose/compose-page.ts';
import type { CompositionFacts } from './compose/composition-facts.ts';
import { createExactFlow } from './compose/exact-flow.ts';
import { fontEntries } from './compose/font-entries.ts';
import { headingStylesOf } from './compose/heading-styles.ts';
import { findKeptPages } from './compose/kept-pages.ts';
import { createMixedFlow } from './compose/mixed-flow.ts';
import { pageContent } from './compose/page-content.ts';
import { findMarginBelowBreaks, runningText } from './compose/page-ends.ts';
import type { PageFlow } from './compose/page-flow.ts';
import { createSectionFlow } from './compose/section-flow.ts';
import { createSpaceTable } from './compose/space-table.ts';
import { createSplitSentences } from './compose/split-sentences.ts';
import { measureWrittenHeights } from './compose/written-heights.ts';
import type { DocumentJob } from './document-job.ts';
import { type DocumentStructure, readStructure } from './document-structure.ts';
import { readPictures } from './figure-pictures.ts';
import { readIcons } from './icon-pictures.ts';
import { layOutPage } from './lay-out-page.ts';
import { type DrawnMarks, findDrawnMarks } from './marks/drawn-marks.ts';
import { withTextGrounds } from './marks/text-grounds.ts';
import type { FlowDocumentHead, FlowDocumentWriter, FlowTarget } from './model/flow-document-writer.ts';
import { type RunningContent, readRunningContent } from './running-content.ts';
import { type DocumentSurvey, surveyDocument } from './survey-document.ts';
import { createWordCheck } from './words/word-check.ts';

/** Share of the work that goes into the survey. */
const surveyShare = 0.3;

/** What is known about a document before its pages are written. */
interface KnownDocument {
  readonly survey: DocumentSurvey;
  readonly structure: DocumentStructure;
  readonly running: RunningContent;
  /** The layouts of the surveyed pages. */
  readonly layouts: readonly PageLayout[];
}

/** Creates the writer of the format that is asked for. */
export type CreateWriter = (head: FlowDocumentHead) => FlowDocumentWriter;

/**
 * Writes a PDF as a flow document, in the format of the writer: the list of its stages. The document is read twice: a
 * sample of its pages to learn what they share, then each page to write it. Only the sample stays in memory.
 */
export async function writeDocument(job: DocumentJob, createWriter: CreateWriter): Promise<void> {
  const survey = await surveyDocument(job, (fraction) => job.progress(surveyShare * fraction));
  const { boundaries, document } = job;
  const layouts = [...survey.pages.values()].map((page) => layOutPage(page, survey, boundaries));
  const structure = await boundaries.withinAsync(
    { what: 'The headings of the document', instead: 'they become body text' },
    () => readStructure(layouts, survey, document),
    () => readStructure([], { ...survey, pages: new Map() }, { lang: document.lang, readOutline: async () => [] }),
  );
  const running = boundaries.within(
    { what: 'The headers and footers', instead: 'they are left out' },
    () => readRunningContent(layouts, survey, document.pageCount),
    () => readRunningContent([], withoutRunning(survey), document.pageCount),
  );
  const known = { survey, layouts, structure, running };
  await writePages(job, known, createWriter(documentHead(job, known)));
}

/** A survey that saw nothing but text of the body. */
function withoutRunning(survey: DocumentSurvey): DocumentSurvey {
  return {
    ...survey,
    furniture: noFurniture,
    parts: findRunningParts([], noFurniture),
    runningFigures: [],
    lineNumbers: null,
  };
}

async function writePages(job: DocumentJob, known: KnownDocument, writer: FlowDocumentWriter): Promise<void> {
  const { survey, structure, running } = known;
  const { boundaries } = job;
  const keepsPlaces = job.layout === 'exact';
  try {
    const wordCheck = createWordCheck({ furniture: survey.furniture, runningOn: running.setsOn });
    const kept = findKeptPages(known.layouts, keepsPlaces ? 'all' : job.hasPages ? 'moving' : 'none');
    const flow = createFlow(job, wordCheck.counting(writer), known, kept.has);
    const facts = compositionFacts(known, keepsPlaces, boundaries);
    const counters = {
      lists: createListFinder(),
      headingNumbers: structure.headingNumbers,
      spaces: createSpaceTable(),
    };
    // LibreOffice counts what is numbered in frames apart, and shows bullets there as numbers.
    const withLabelsAsText = { ...counters, lists: noLists, headingNumbers: noHeadingNumbers };
    const footnotes = createFootnoteFinder();
    const split = boundaries.within(
      { what: 'A sentence that continues after a table', instead: 'it is in two paragraphs' },
      () => createSplitSentences(known.layouts.some(({ page }) => kept.has(page.number)) ? [] : known.layouts),
      () => createSplitSentences([]),
    );
    let left: LeftOver = { open: null, bookmarks: [] };
    const surveyed = new Map(known.layouts.map((layout) => [layout.page.number, layout]));
    for (const [index, number] of job.pages.entries()) {
      const whole = surveyed.get(number) ?? layOutPage(await readClean(job, number, survey), survey, boundaries);
      surveyed.delete(number);
      wordCheck.read(whole.page);
      const isKept = kept.decide(whole);
      // In exact places notes stay at the foot of the page, where they were.
      const layout = boundaries.within(
        { what: `The footnotes of page ${number}`, instead: 'they stay in the text of the page' },
        () => (isKept ? whole : footnotes.take(whole)),
        () => whole,
      );
      const { decorationOf, marks } = drawnMarks(layout, boundaries);
      const pictures = await readPictures(layout, { ...job, runStyles: survey.runStyles });
      const icons = await readIcons(layout.page, job);
      const ownMarks = marks.filter((mark) => !running.marks.has(mark));
      const page = pageContent(
        layout,
        { decorationOf, marks: ownMarks, pictures, icons },
        { ...facts, keepsPlaces: isKept },
        isKept && !keepsPlaces ? withLabelsAsText : counters,
      );
      left = composePage(page, flow, left, split);
      job.progress(surveyShare + (1 - surveyShare) * ((index + 1) / job.pages.length));
    }
    flow.finish();
    kept.report(job.warn);
    const lists = [...counters.lists.lists, ...structure.headingNumbers.lists];
    boundaries.within(
      { what: 'The words of the result', instead: 'missing words are not reported' },
      () => wordCheck.report(lists, job.warn),
      () => {},
    );
    await writer.close({ lists, fonts: fontEntries(survey.runStyles.families) });
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Leaves the labels of lists as text. */
const noLists: ListFinder = { lists: [], find: () => new Map() };

/** Leaves the numbers of headings as text; those of later pages begin a list where they are. */
const noHeadingNumbers: HeadingNumberer = { lists: [], find: () => new Map() };

/** Underlines and rules of a page; none where they cannot be read. */
function drawnMarks(layout: PageLayout, boundaries: Boundaries): DrawnMarks {
  return boundaries.within(
    { what: `The rules and underlines on page ${layout.page.number}`, instead: 'they are left out' },
    () => withTextGrounds(findDrawnMarks(layout), layout),
    () => ({ decorationOf: () => undefined, marks: [] }),
  );
}

async function readClean(job: DocumentJob, number: number, { lineNumbers }: DocumentSurvey): Promise<Page> {
  const page = await job.readPage(number);
  return lineNumbers?.without(page) ?? page;
}

function documentHead(
  { document, boundaries }: DocumentJob,
  { survey, structure, layouts }: KnownDocument,
): FlowDocumentHead {
  const { body, facts, runStyles, lineNumbers } = survey;
  const { headings, roles, title, languages } = structure;
  const stylesFrom = (some: readonly PageLayout[]) => ({
    body,
    bodyFormat: bodyFormatOf(some, body, facts, measureWrittenHeights(some, runStyles)),
    headings: headingStylesOf({ layouts: some, sourceStyles: headings.styles, roles, runStyles, title, body }),
  });
  return {
    properties: { ...document.info, lang: languages.document },
    styles: boundaries.within(
      { what: 'The styles of the document', instead: 'the default styles are used' },
      () => stylesFrom(layouts),
      () => stylesFrom([]),
    ),
    lineNumbering: lineNumbers?.numbering ?? null,
  };
}

function createFlow(
  { layout, boundaries }: DocumentJob,
  target: FlowTarget,
  { survey, layouts, running }: KnownDocument,
  isKept: (pageNumber: number) => boolean,
): PageFlow {
  const { body, runStyles } = survey;
  const part = { running: null };
  const exact = createExactFlow(target, running.setsOn, part, body);
  if (layout === 'exact') return exact;
  const endsFrom = (some: readonly PageLayout[]) => {
    const heights = measureWrittenHeights(some, runStyles);
    // Text ends above the notes, as where it is written.
    const bodies = some.map(createFootnoteFinder().take);
    return {
      ends: { runningText: runningText(bodies, heights), ...findMarginBelowBreaks(bodies, heights) },
      heights,
    };
  };
  const { ends, heights } = boundaries.within(
    { what: 'The page breaks', instead: 'each page of the file begins a new page' },
    // Pages that keep their places have ends of their own.
    () => endsFrom(layouts.filter(({ page }) => !isKept(page.number))),
    () => endsFrom([]),
  );
  return createMixedFlow(createSectionFlow(target, running.setsOn, part, body, ends, heights), exact, isKept);
}

function compositionFacts(
  { survey, structure }: KnownDocument,
  keepsPlaces: boolean,
  boundaries: Boundaries,
): CompositionFacts {
  const { facts, runStyles, pages } = survey;
  return { facts, runStyles, ...structure, ...createPlaces([...pages.values()]), keepsPlaces, boundaries };
}
