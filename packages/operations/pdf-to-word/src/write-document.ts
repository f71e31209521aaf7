import type { Page, PageModelDocument } from '@platen/pdf-kit/page-model';
import type { PdfRenderer } from '@platen/pdf-kit/render';
import { createFactCounter } from './analysis/document-facts.ts';
import { createRunningFigureCounter } from './analysis/figures/running-figures.ts';
import { createHeadingNumberer } from './analysis/headings/heading-numbers.ts';
import { createHeadingCounter } from './analysis/headings/headings.ts';
import { readTaggedRoles } from './analysis/headings/tagged-roles.ts';
import { createFootnoteFinder } from './analysis/layout/footnotes.ts';
import { measureFrames } from './analysis/layout/page-frame.ts';
import { blocksIn, layoutPage, type PageLayout, paragraphsIn } from './analysis/layout/page-layout.ts';
import { createListFinder } from './analysis/lists/lists.ts';
import { createPlaces } from './analysis/places.ts';
import { createFurnitureCounter } from './analysis/running/furniture.ts';
import { findLineNumbers } from './analysis/running/line-numbers.ts';
import { loneFurniture } from './analysis/running/lone-furniture.ts';
import { shownFurniture } from './analysis/running/running-variants.ts';
import { findDecorations } from './analysis/text/decorations.ts';
import { textOf } from './analysis/text/fragments.ts';
import { detectLanguages } from './analysis/text/languages.ts';
import { createRunStyles } from './analysis/text/run-styles.ts';
import { baseStyleOf } from './compose/base-style.ts';
import { bodyFormatOf } from './compose/body-format.ts';
import { composePage } from './compose/compose-page.ts';
import { findTitle } from './compose/document-title.ts';
import { createExactFlow } from './compose/exact-flow.ts';
import { fontEntries } from './compose/font-entries.ts';
import { levelByLook } from './compose/heading-levels.ts';
import { headingStylesOf } from './compose/heading-styles.ts';
import { runningText, spareBelowBreaks } from './compose/page-ends.ts';
import { withPrintedNumbers } from './compose/printed-numbers.ts';
import { findRunningSets } from './compose/running-sets.ts';
import { createSectionFlow } from './compose/section-flow.ts';
import { createSpaceTable } from './compose/space-table.ts';
import type { RunStyle } from './document/types.ts';
import { createDocxWriter } from './emit/docx-writer.ts';
import { readPictures } from './figure-pictures.ts';
import { markInline } from './marks/mark-inline.ts';
import { findPageMarks, type PageMark, panelsOf } from './marks/page-marks.ts';
import { findRunningMarks, marksThatMayRun } from './marks/running-marks.ts';
import { findPageObjects } from './page-objects.ts';
import type { PageReader } from './page-reader.ts';
import { readRunningPictures, withRunningObjects } from './running-pictures.ts';
import { samplePages } from './sample-pages.ts';
import { createWordCheck } from './words/word-check.ts';

export interface DocumentJob {
  readonly path: string;
  readonly document: PageModelDocument;
  /** The pages to convert, counted from 1, in order. */
  readonly pages: readonly number[];
  readonly layout: 'flow' | 'exact';
  openRenderer(): Promise<PdfRenderer | null>;
  readonly readPage: PageReader;
  progress(fraction: number): void;
  warn(code: string, message: string): void;
}

/** Share of the work that goes into getting to know the document. */
const surveyShare = 0.3;

/**
 * Reads the document twice: a sample of its pages to learn what they share (body text, margins, running lines,
 * headings), then each page to write it. Only the sample stays in memory.
 */
export async function writeDocument(job: DocumentJob): Promise<void> {
  const survey = await surveyDocument(job);
  const { facts, furniture, runningFigures, frames, runStyles, body, lineNumbers } = survey;
  const layouts = new Map<number, PageLayout>();
  const layoutOf = async (page: Page): Promise<PageLayout> => {
    const known = layouts.get(page.number);
    if (known !== undefined) return known;
    // Running lines set in columns, as in a letterhead, are no table of the body.
    const found = findPageObjects({ ...page, lines: page.lines.filter((line) => furniture.find(page, line) === null) });
    return layoutPage(page, { frame: frames.frameOf(page), furniture, runningFigures, habits: facts, ...found });
  };
  const headingCounter = createHeadingCounter(body);
  const marks = new Map<number, readonly PageMark[]>();
  for (const page of survey.pages.values()) {
    const layout = await layoutOf(page);
    layouts.set(page.number, layout);
    marks.set(page.number, marksThatMayRun(layout, markedWords(layout).marks));
    headingCounter.count(paragraphsIn(layout), (draft) => baseStyleOf(draft, runStyles));
  }
  const outline = await job.document.readOutline();
  const headings = headingCounter.facts(outline);
  const roles = readTaggedRoles([...survey.pages.values()]);
  const surveyed = [...layouts.values()];
  const title = findTitle(surveyed, outline, { headings, roles, runStyles });
  const headingNumbers = createHeadingNumberer(
    surveyed.flatMap((layout) =>
      paragraphsIn(layout).filter((draft) => levelByLook(draft, layout.page, { headings, roles, runStyles }) > 0),
    ),
  );
  const languages = await detectLanguages(
    surveyed.flatMap((layout) => textsOf(layout)),
    job.document.lang,
  );
  const writer = createDocxWriter({
    path: job.path,
    properties: { ...job.document.info, lang: languages.document },
    styles: {
      body,
      bodyFormat: bodyFormatOf(surveyed, body, facts),
      headings: headingStylesOf({ layouts: surveyed, looks: headings.looks, roles, runStyles, title, body }),
    },
    lineNumbering: lineNumbers?.numbering ?? null,
  });
  try {
    const running = findRunningSets({
      pages: [...survey.pages.values()],
      pageCount: job.document.pageCount,
      furniture,
      runStyles,
      frameOf: frames.frameOf,
    });
    const runningMarks = findRunningMarks(marks);
    const runningInlines = runningMarks.marks.map(({ mark, pages }) => ({
      pages,
      picture: markInline(mark, runStyles),
    }));
    const withObjects = withRunningObjects(running, runningFigures, runningInlines, [...survey.pages.keys()]);
    const decorated = withPrintedNumbers(withObjects, lineNumbers?.printed ?? null, runStyles);
    const wordCheck = createWordCheck({ furniture, running: decorated });
    const target = wordCheck.counting(writer);
    const flow =
      job.layout === 'exact'
        ? createExactFlow(target, decorated, body)
        : createSectionFlow(target, decorated, body, {
            text: runningText(surveyed, runStyles),
            spareBelowPt: spareBelowBreaks(surveyed),
          });
    const lists = createListFinder();
    const spaces = createSpaceTable();
    const open = { last: null };
    const footnotes = createFootnoteFinder();
    const places = createPlaces([...survey.pages.values()]);
    for (const [index, number] of job.pages.entries()) {
      const page = survey.pages.get(number) ?? survey.cleaned(await job.readPage(number));
      wordCheck.read(page);
      const whole = await layoutOf(page);
      // In exact places notes stay at the foot of the page, where they stood.
      const layout = flow.keepsPlaces ? whole : footnotes.take(whole);
      const { decorationOf, marks: ofPage } = markedWords(layout);
      composePage(
        layout,
        { facts, runStyles, languages, headings, title, headingNumbers, roles, lists, flow, spaces, open, ...places },
        {
          decorationOf,
          marks: ofPage.filter((mark) => !runningMarks.has(mark)),
          pictures: await readPictures(layout, job),
        },
      );
      layouts.delete(number);
      survey.pages.delete(number);
      job.progress(surveyShare + (1 - surveyShare) * ((index + 1) / job.pages.length));
    }
    flow.finish();
    wordCheck.report(job.warn);
    await writer.close({ lists: [...lists.lists, ...headingNumbers.lists], fonts: fontEntries(runStyles.families) });
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function surveyDocument(job: DocumentJob) {
  const factCounter = createFactCounter();
  const furnitureCounter = createFurnitureCounter();
  const figureCounter = createRunningFigureCounter();
  const sample = samplePages(job.pages);
  const read: Page[] = [];
  for (const [index, number] of sample.entries()) {
    read.push(await job.readPage(number));
    job.progress((surveyShare * (index + 1)) / sample.length);
  }
  const lineNumbers = findLineNumbers(read);
  const cleaned = (page: Page) => lineNumbers?.without(page) ?? page;
  const pages = new Map(read.map((page) => [page.number, cleaned(page)]));
  for (const page of pages.values()) {
    factCounter.count(page);
    furnitureCounter.count(page);
    figureCounter.count(page);
  }
  const facts = factCounter.facts();
  const [first, ...others] = pages.values();
  const isAlone = first !== undefined && others.length === 0 && job.document.pageCount === 1;
  const furniture = isAlone
    ? loneFurniture(first)
    : shownFurniture([...pages.values()], furnitureCounter.facts(sample.length));
  const runningFigures = await readRunningPictures(figureCounter.facts(sample.length), pages, job);
  const frames = measureFrames([...pages.values()], furniture, runningFigures);
  const runStyles = createRunStyles(facts.standInFitOf);
  const body = facts.bodyStyle === null ? defaultBody : runStyles.styleOf(facts.bodyStyle);
  return { facts, furniture, runningFigures, frames, runStyles, body, pages, lineNumbers, cleaned };
}

/** What is drawn around words, and what is drawn besides. */
function markedWords(layout: PageLayout) {
  const { page } = layout;
  const tables = blocksIn(layout).flatMap((block) => (block.kind === 'table' ? [block.box] : []));
  const panels = new Set(panelsOf(page));
  const decorationOf = findDecorations({ ...page, fills: page.fills.filter((fill) => !panels.has(fill)) }, tables);
  return { decorationOf, marks: findPageMarks(layout, decorationOf) };
}

/** The text of a page, paragraph by paragraph, with that of its tables. */
function textsOf(layout: PageLayout): readonly string[] {
  return blocksIn(layout).flatMap((block) => {
    if (block.kind === 'paragraph') return [block.fragments.map(({ words }) => textOf(words)).join(' ')];
    return block.kind === 'table' ? block.table.cells.map(({ text }) => text) : [];
  });
}

const defaultBody: RunStyle = {
  fontName: 'Calibri',
  sizePt: 11,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  highlight: null,
  script: 'normal',
  letterSpacingPt: 0,
  widthScale: 1,
  rightToLeft: false,
};
