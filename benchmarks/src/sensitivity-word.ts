import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block, FlowDocumentWriter } from '@platen/flow-document';
import { noBoundaries } from '@platen/pdf-kit';
import { openPageModel, type Page, type PageModelDocument } from '@platen/pdf-kit/page-model';
import type { Benchmark } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { effectFigures, effectTables } from './sensitivity/effect-tables.ts';
import type { Threshold } from './sensitivity/list-thresholds.ts';
import { createLiveThresholds, type LiveThresholds } from './sensitivity/live-thresholds.ts';
import { plainFigure } from './sensitivity/plain-figure.ts';
import { type Effect, sweepThresholds } from './sensitivity/sweep-thresholds.ts';

const size = {
  stride: Number(process.env.PLATEN_CORPUS_STRIDE ?? 1),
  pagesOfFile: Number(process.env.PLATEN_PAGES_OF_FILE ?? 2),
};

const readingFolder = dirname(fileURLToPath(import.meta.resolve('@platen/flow-document')));
/** Facts rather than thresholds, and what decides after the document is made: the file and the check of its words. */
const unmoved =
  /^words\/|font-metrics|roman-value|stand-in-fit.ts `plainFit|`defaultBody|`recognitionDpi|\.dpi|`surveyShare/;

/** A document whose pages have been read once, so that only what is made of them is repeated. */
interface Sample {
  readonly document: PageModelDocument;
  readonly pages: readonly number[];
}

/** A document as blocks, each described by what a reader sees first, and by all that is known of it. */
interface Outcome {
  readonly structure: readonly string[];
  readonly whole: string;
}

/** What a moved threshold changes. */
interface Change {
  /** Documents in which paragraphs, headings, items of lists or tables differ, with their texts. */
  readonly structure: number;
  /** Blocks that differ, over all documents. */
  readonly blocks: number;
  /** Documents in which anything differs: spaces, indents, sizes, sections as well. */
  readonly documents: number;
}

/** The stages that a sample goes through, and what says the text of its blocks. */
interface Stages {
  createPageReader(options: unknown): unknown;
  writeDocument(job: unknown, createWriter: (head: unknown) => FlowDocumentWriter): Promise<void>;
  blockText(blocks: readonly Block[]): { readonly text: string };
}

let lastEffects: readonly Effect<Change>[] = [];

/** Runs on sources: `npm run bench -- sensitivity-word`. */
export const benchmark: Benchmark = {
  name: 'sensitivity-word',
  description: `Each threshold of \`flow-document\` moved by ±20 %, and by a quarter and four times where that has no effect: in how many documents paragraphs, headings, items of lists or tables differ, how many of them, and in how many documents anything does. The first ${size.pagesOfFile} pages of one in ${size.stride} files of the corpus (\`PLATEN_CORPUS\`), without recognition and without drawing figures.`,
  async run() {
    const samples = await readSamples();
    const live = createLiveThresholds(readingFolder, []);
    const stages = await loadStages(live);
    const { usual, effects } = await sweepThresholds({
      live,
      samples,
      nameOf,
      isMoved: (name) => !unmoved.test(name),
      outcomeOf: (sample) => outcomeOf(sample, stages),
      changesOf: (before, after) => [changeOf(before, after)],
      isEffect,
    });
    lastEffects = effects;
    await Promise.all(samples.map(({ document }) => document.close()));
    return [
      plainFigure('documents', samples.length),
      plainFigure(
        'pages',
        samples.reduce((total, { pages }) => total + pages.length, 0),
      ),
      plainFigure(
        'blocks',
        usual.reduce((total, { structure }) => total + structure.length, 0),
      ),
      ...effectFigures(effects, isEffect),
    ];
  },
  notes: () =>
    [
      'The smaller value, then the larger: blocks that differ, documents in which they do, and in brackets documents in which anything differs. What differs is not said to be worse: nobody has written down what these documents should be.',
      '',
      effectTables(lastEffects, {
        sources: ['corpus'],
        isEffect,
        weightOf: ({ structure, blocks, documents }) => structure + blocks / 100 + documents / 10_000,
        format: ({ structure, blocks, documents }) =>
          documents === 0 ? '0' : `${blocks} in ${structure} (${documents})`,
        silence: 'Figures and formulas are not drawn here: what decides how they look is not in these figures. ',
      }),
    ].join('\n'),
};

async function readSamples(): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const [index, path] of (await corpusFiles('.pdf')).entries()) {
    if (index % size.stride !== 0) continue;
    const document = await openPageModel(path).catch(() => null);
    // A file that cannot be read is not what is measured here.
    if (document === null) continue;
    const pages = Array.from({ length: Math.min(size.pagesOfFile, document.pageCount) }, (_, index) => index + 1);
    samples.push({ document: readOnce(document), pages });
  }
  return samples;
}

/** The same document, which keeps the pages and pictures that it has read. */
function readOnce(document: PageModelDocument): PageModelDocument {
  const pages = new Map<number, Promise<Page>>();
  const pictures = new Map<unknown, ReturnType<PageModelDocument['readPicture']>>();
  return {
    ...document,
    readPage: (number) => kept(pages, number, () => document.readPage(number)),
    readPicture: (picture) => kept(pictures, picture, () => document.readPicture(picture)),
  };
}

function kept<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

async function loadStages(live: LiveThresholds): Promise<Stages> {
  return {
    ...(await live.load<Pick<Stages, 'createPageReader'>>(join(readingFolder, 'page-reader.ts'))),
    ...(await live.load<Pick<Stages, 'writeDocument'>>(join(readingFolder, 'write-document.ts'))),
    ...(await live.load<Pick<Stages, 'blockText'>>(join(readingFolder, 'words/block-text.ts'))),
  };
}

async function outcomeOf({ document, pages }: Sample, stages: Stages): Promise<Outcome> {
  const structure: string[] = [];
  const whole: unknown[] = [];
  const openRenderer = async () => null;
  const readPage = stages.createPageReader({
    document,
    ocr: 'off',
    languages: [],
    recognizer: null,
    pageRecognition: null,
    openRenderer,
    boundaries: noBoundaries,
    warn: () => {},
  });
  const job = {
    document,
    pages,
    readPage,
    readPictureText: null,
    openRenderer,
    boundaries: noBoundaries,
    layout: 'flow',
    hasPages: true,
    progress: () => {},
    warn: () => {},
  };
  await stages.writeDocument(job, (head) => {
    whole.push(head);
    return {
      write: (block) => {
        structure.push(describe(block, stages));
        whole.push(block);
      },
      endSection: (section) => void whole.push(section),
      close: async (tail) => void whole.push(tail),
      abandon: () => {},
    };
  });
  return { structure, whole: JSON.stringify(whole, withoutBytes) };
}

/** A block by its kind, its level and its text; a table by the size of its grid as well. */
function describe(block: Block, { blockText }: Stages): string {
  const { text } = blockText([block]);
  if (block.kind === 'table') return `table ${block.rows.length} x ${block.columnWidthsPt.length}: ${text}`;
  return `${block.list === null ? 'paragraph' : `item ${block.list.level}`} ${block.headingLevel}: ${text}`;
}

/** Of a picture, its size and place say enough. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === 'bytes' ? undefined : value;
}

function changeOf(before: readonly Outcome[], after: readonly Outcome[]): Change {
  const blocks = after.map(({ structure }, index) => countAdded(before[index]?.structure ?? [], structure));
  return {
    structure: after.filter(({ structure }, index) => before[index]?.structure.join() !== structure.join()).length,
    blocks: blocks.reduce((total, count) => total + count, 0),
    documents: after.filter(({ whole }, index) => before[index]?.whole !== whole).length,
  };
}

/** Blocks of the second list that the first does not have. */
function countAdded(before: readonly string[], after: readonly string[]): number {
  const left = Map.groupBy(before, (block) => block);
  return after.filter((block) => left.get(block)?.pop() === undefined).length;
}

function isEffect({ documents }: Change): boolean {
  return documents > 0;
}

function nameOf({ path, name }: Threshold): string {
  return `${relative(readingFolder, path)} \`${name}\``;
}
