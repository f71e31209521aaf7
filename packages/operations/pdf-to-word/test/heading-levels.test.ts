import type { Page } from '@platen/pdf-kit/page-model';
import { PDFDocument, PDFName, type PDFRef, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { ParagraphDraft } from '../../../flow-document/src/analysis/types.ts';
import { type HeadingSources, taggedTitle } from '../../../flow-document/src/compose/heading-levels.ts';
import { convertBytes } from './docx.ts';

interface TaggedLine {
  readonly role: 'H1' | 'P';
  readonly sizePt: number;
  readonly text: string;
}

const chapter: readonly TaggedLine[] = [
  { role: 'H1', sizePt: 16, text: 'What it is about' },
  { role: 'P', sizePt: 10, text: 'The author says here what there is to say about it, and then no more.' },
];

test('the only paragraph of a cover is the title where headings are tagged on later pages', async () => {
  const cover = [{ role: 'P', sizePt: 28, text: 'Annual report' }] as const;
  const { paragraphs } = await convertBytes(await taggedDocument([cover, chapter]));
  expect(paragraphs[0]?.text).toBe('Annual report');
  expect(paragraphs[0]?.xml).toContain('<w:pStyle w:val="Title"/>');
  expect(paragraphs[1]?.heading).toBe(1);
});

test('body text alone on a cover is no title', async () => {
  const cover = [{ role: 'P', sizePt: 10, text: 'Annual report' }] as const;
  const { paragraphs } = await convertBytes(await taggedDocument([cover, chapter]));
  expect(paragraphs[0]?.xml).not.toContain('w:val="Title"');
});

test('a tagged title is looked for above the first heading, not below', () => {
  const paragraph = () =>
    ({ fragments: [{ words: [{ text: 'Annual report', style: {} }] }] }) as unknown as ParagraphDraft;
  const [above, heading, below] = [paragraph(), paragraph(), paragraph()];
  const sources = {
    headings: { isMostProminent: () => true },
    roles: {
      hasHeadings: true,
      headingLevelOf: (_: Page, draft: ParagraphDraft) => (draft === heading ? 1 : 0),
      isPlain: () => true,
    },
    runStyles: { styleOf: () => ({}) },
  } as unknown as HeadingSources;
  const firstPage = { number: 1 } as Page;
  expect(taggedTitle([above, heading, below], firstPage, sources)).toBe(above);
  expect(taggedTitle([heading, below], firstPage, sources)).toBeNull();
});

test('larger lines tagged as text are headings where several pages have one above text', async () => {
  const text = chapter[1] as TaggedLine;
  const habit = (name: string): TaggedLine[] => [{ role: 'P', sizePt: 18, text: name }, text, text];
  const once = await convertBytes(await taggedDocument([chapter, habit('Categories')]));
  expect(once.paragraphs.find((paragraph) => paragraph.text === 'Categories')?.heading).toBe(0);
  const { paragraphs } = await convertBytes(await taggedDocument([chapter, habit('Categories'), habit('Benefits')]));
  expect(paragraphs.filter(({ heading }) => heading === 1).map((paragraph) => paragraph.text)).toEqual([
    'What it is about',
    'Categories',
    'Benefits',
  ]);
  const rows: TaggedLine[] = ['9:15 Opening', '9:20 Events', '11:30 End'].map((row) => ({
    role: 'P',
    sizePt: 18,
    text: row,
  }));
  const others = await convertBytes(
    await taggedDocument([chapter, chapter, habit('Categories'), habit('Benefits'), [...rows, text]]),
  );
  expect(others.paragraphs.find((paragraph) => paragraph.text === '9:20 Events')?.heading).toBe(0);
});

/** Pages with one tagged element for each line. */
async function taggedDocument(pages: readonly (readonly TaggedLine[])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const fontRef = (await document.embedFont(StandardFonts.Helvetica)).ref;
  const root = context.nextRef();
  const elements: PDFRef[] = [];
  const parentTree = pages.flatMap((lines, index) => {
    const page = document.addPage([400, 500]);
    const font = page.node.newFontDictionary('F', fontRef);
    const drawn = lines.map(
      ({ role, sizePt, text }, mcid) =>
        `/${role} <</MCID ${mcid}>> BDC BT ${font} ${sizePt} Tf 40 ${400 - 40 * mcid} Td (${text}) Tj ET EMC`,
    );
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(drawn.join('\n'))));
    page.node.set(PDFName.of('StructParents'), context.obj(index));
    const own = lines.map(({ role }, mcid) =>
      context.register(context.obj({ Type: 'StructElem', S: role, P: root, Pg: page.ref, K: [mcid] })),
    );
    elements.push(...own);
    return [index, own];
  });
  context.assign(
    root,
    context.obj({ Type: 'StructTreeRoot', K: elements, ParentTree: context.obj({ Nums: parentTree }) }),
  );
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save();
}
