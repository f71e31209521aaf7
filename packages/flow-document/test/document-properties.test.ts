import { noBoundaries } from '@platen/pdf-kit';
import type { Page, PageModelDocument } from '@platen/pdf-kit/page-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryPage, characterCounts, propertyRuns } from '../../pdf-kit/test/arbitrary-pages.ts';
import type { Block } from '../src/model/blocks.ts';
import type { FlowDocumentWriter } from '../src/model/flow-document-writer.ts';
import type { SectionLayout } from '../src/model/sections.ts';
import { createPageReader } from '../src/page-reader.ts';
import { blockText } from '../src/words/block-text.ts';
import { writeDocument } from '../src/write-document.ts';

const info = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
};

/** Converts pages as the page model gives them; resolves to the text of the document with its headers and labels. */
async function convert(drawn: readonly Page[], layout: 'flow' | 'exact'): Promise<readonly string[]> {
  const pages = drawn.map((page, index) => ({ ...page, number: index + 1 }));
  const document: PageModelDocument = {
    pageCount: pages.length,
    info,
    lang: null,
    tagged: false,
    pageLabels: null,
    readOutline: async () => [],
    readPage: async (number) => pages[number - 1] as Page,
    readPicture: async () => null,
    close: async () => {},
  };
  const drawer = { draw: async () => null, mayDraw: () => true, sizeOf: async () => null, close: async () => {} };
  const sources = { document, drawer, boundaries: noBoundaries, warn: () => {} };
  const readPage = createPageReader({
    ...sources,
    ocr: 'off',
    languages: [],
    recognizer: null,
    pageRecognition: null,
  });
  const texts: string[] = [];
  const add = (blocks: readonly Block[]) => texts.push(blockText(blocks).text);
  const writer: FlowDocumentWriter = {
    write: (block) => void add([block]),
    endSection: (section) => void add(runningBlocks(section)),
    close: async ({ lists }) => void texts.push(JSON.stringify(lists)),
    abandon() {},
  };
  const numbers = pages.map(({ number }) => number);
  const job = {
    ...sources,
    readPage,
    readPictureText: null,
    pages: numbers,
    layout,
    hasPages: true,
    progress: () => {},
  };
  await writeDocument(job, () => writer);
  return texts;
}

function runningBlocks({ headers, footers }: SectionLayout): readonly Block[] {
  return [headers, footers].flatMap((set) => Object.values(set).flatMap((variant) => variant?.blocks ?? []));
}

test('any pages become a document', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryPage, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('flow' as const, 'exact' as const),
      async (pages, layout) => {
        await convert(pages, layout);
      },
    ),
    propertyRuns(60),
  );
});

test('a page of level text without drawings keeps every letter', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryPage, async (page) => {
      const lines = page.lines.filter(({ angle }) => angle === 0);
      const plain = { ...page, lines, widthPt: 595, rules: [], fills: [], boxes: [], drawings: [] };
      const written = characterCounts(await convert([plain], 'flow'));
      for (const [character, count] of characterCounts(lines.map(({ text }) => text))) {
        if (/\p{L}/u.test(character)) expect(written.get(character) ?? 0, character).toBeGreaterThanOrEqual(count);
      }
    }),
    propertyRuns(60),
  );
});
