import type { FlowDocumentHead, FlowDocumentWriter, FlowTarget } from '@platen/pdf-kit/flow-document';
import type { Page } from '@platen/pdf-kit/page-model';
import { createFootnoteFinder } from './analysis/layout/footnotes.ts';
import type { PageLayout } from './analysis/layout/page-layout.ts';
import { createListFinder } from './analysis/lists/lists.ts';
import { createPlaces } from './analysis/places.ts';
import { bodyFormatOf } from './compose/body-format.ts';
import { composePage, type LeftOver } from './compose/compose-page.ts';
import type { CompositionFacts } from './compose/composition-facts.ts';
import { createExactFlow } from './compose/exact-flow.ts';
import { fontEntries } from './compose/font-entries.ts';
import { headingStylesOf } from './compose/heading-styles.ts';
import { pageContent } from './compose/page-content.ts';
import { runningText, spareBelowBreaks } from './compose/page-ends.ts';
import type { PageFlow } from './compose/page-flow.ts';
import { createSectionFlow } from './compose/section-flow.ts';
import { createSpaceTable } from './compose/space-table.ts';
import { createSplitSentences } from './compose/split-sentences.ts';
import type { DocumentJob } from './document-job.ts';
import { type DocumentStructure, readStructure } from './document-structure.ts';
import { readPictures } from './figure-pictures.ts';
import { layOutPage } from './lay-out-page.ts';
import { findDrawnMarks } from './marks/drawn-marks.ts';
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
  const layouts = [...survey.pages.values()].map((page) => layOutPage(page, survey));
  const structure = await readStructure(layouts, survey, job.document);
  const running = readRunningContent(layouts, survey, job.document.pageCount);
  const known = { survey, layouts, structure, running };
  await writePages(job, known, createWriter(documentHead(job, known)));
}

async function writePages(job: DocumentJob, known: KnownDocument, writer: FlowDocumentWriter): Promise<void> {
  const { survey, structure, running } = known;
  const keepsPlaces = job.layout === 'exact';
  try {
    const wordCheck = createWordCheck({ furniture: survey.furniture, runningOn: running.setsOn });
    const flow = createFlow(job, wordCheck.counting(writer), known);
    const facts = compositionFacts(known, keepsPlaces);
    const counters = {
      lists: createListFinder(),
      headingNumbers: structure.headingNumbers,
      spaces: createSpaceTable(),
    };
    const footnotes = createFootnoteFinder();
    const split = createSplitSentences(keepsPlaces ? [] : known.layouts);
    let left: LeftOver = { open: null, bookmarks: [] };
    const surveyed = new Map(known.layouts.map((layout) => [layout.page.number, layout]));
    for (const [index, number] of job.pages.entries()) {
      const whole = surveyed.get(number) ?? layOutPage(await readClean(job, number, survey), survey);
      surveyed.delete(number);
      wordCheck.read(whole.page);
      // In exact places notes stay at the foot of the page, where they were.
      const layout = keepsPlaces ? whole : footnotes.take(whole);
      const { decorationOf, marks } = findDrawnMarks(layout);
      const pictures = await readPictures(layout, { ...job, runStyles: survey.runStyles });
      const ownMarks = marks.filter((mark) => !running.marks.has(mark));
      const page = pageContent(layout, { decorationOf, marks: ownMarks, pictures }, facts, counters);
      left = composePage(page, flow, left, split);
      job.progress(surveyShare + (1 - surveyShare) * ((index + 1) / job.pages.length));
    }
    flow.finish();
    const lists = [...counters.lists.lists, ...structure.headingNumbers.lists];
    wordCheck.report(lists, job.warn);
    await writer.close({ lists, fonts: fontEntries(survey.runStyles.families) });
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function readClean(job: DocumentJob, number: number, { lineNumbers }: DocumentSurvey): Promise<Page> {
  const page = await job.readPage(number);
  return lineNumbers?.without(page) ?? page;
}

function documentHead({ document }: DocumentJob, { survey, structure, layouts }: KnownDocument): FlowDocumentHead {
  const { body, facts, runStyles, lineNumbers } = survey;
  const { headings, roles, title, languages } = structure;
  return {
    properties: { ...document.info, lang: languages.document },
    styles: {
      body,
      bodyFormat: bodyFormatOf(layouts, body, facts),
      headings: headingStylesOf({ layouts, sourceStyles: headings.styles, roles, runStyles, title, body }),
    },
    lineNumbering: lineNumbers?.numbering ?? null,
  };
}

function createFlow(
  { layout }: DocumentJob,
  target: FlowTarget,
  { survey, layouts, running }: KnownDocument,
): PageFlow {
  const { body, runStyles } = survey;
  if (layout === 'exact') return createExactFlow(target, running.setsOn, body);
  const ends = { runningText: runningText(layouts, runStyles), spareBelowPt: spareBelowBreaks(layouts) };
  return createSectionFlow(target, running.setsOn, body, ends);
}

function compositionFacts({ survey, structure }: KnownDocument, keepsPlaces: boolean): CompositionFacts {
  const { facts, runStyles, pages } = survey;
  return { facts, runStyles, ...structure, ...createPlaces([...pages.values()]), keepsPlaces };
}
