import { PDFDocument, PDFName, type PDFRef, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertBytes } from './docx.ts';

test('a lone number is the label of a list item where the tags say so, and prose where they do not', async () => {
  const label = 'a)';
  expect(await listsOf([{ role: 'LI', label, text: 'Alone in its list' }])).toEqual([
    { text: 'Alone in its list', list: '1/0' },
  ]);
  expect(await listsOf([{ role: 'P', label, text: 'Alone in its list' }])).toEqual([
    { text: 'a)\tAlone in its list', list: null },
  ]);
});

test('a label of several letters that counts nothing stays text, which readers show whole', async () => {
  const items = await listsOf([
    { role: 'LI', label: 'Rule 1', text: 'The first rule' },
    { role: 'LI', label: 'Rule 2', text: 'The second rule' },
  ]);
  expect(items.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
    'Rule 1 The first rule',
    'Rule 2 The second rule',
  ]);
  expect(items.every(({ list }) => list === null)).toBe(true);
});

test('an item the author gave no label stays a paragraph', async () => {
  expect(await listsOf([{ role: 'LI', label: null, text: 'No mark before it' }])).toEqual([
    { text: 'No mark before it', list: null },
  ]);
});

test('a label set close to its text is no part of the first word', async () => {
  const items = await listsOf([
    { role: 'LI', label: 'a.', text: 'the first of two', textX: 58 },
    { role: 'LI', label: 'b.', text: 'the second of two', textX: 58 },
  ]);
  expect(items).toEqual([
    { text: 'the first of two', list: '1/0' },
    { text: 'the second of two', list: '1/0' },
  ]);
});

interface TaggedLine {
  readonly role: 'LI' | 'P';
  readonly label: string | null;
  readonly text: string;
  readonly textX?: number;
}

async function listsOf(lines: readonly TaggedLine[]) {
  const { paragraphs } = await convertBytes(await taggedDocument(lines));
  return paragraphs.map(({ text, list }) => ({ text, list }));
}

/** A page with one tagged element for each line: its label is marked content 2i, its text 2i + 1. */
async function taggedDocument(lines: readonly TaggedLine[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const page = document.addPage([400, 500]);
  const font = page.node.newFontDictionary('F', (await document.embedFont(StandardFonts.Helvetica)).ref);
  const drawn = lines.map(({ label, text, textX = 90 }, index) => {
    const y = 400 - 14 * index;
    const show = (mcid: number, x: number, string: string) =>
      `/Span <</MCID ${mcid}>> BDC BT ${font} 10 Tf ${x} ${y} Td (${string.replace(/[()\\]/g, '\\$&')}) Tj ET EMC`;
    return [label === null ? '' : show(2 * index, 50, label), show(2 * index + 1, textX, text)].join('\n');
  });
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(drawn.join('\n'))));
  page.node.set(PDFName.of('StructParents'), context.obj(0));
  const root = context.nextRef();
  const element = (role: string, parent: PDFRef, kids: (self: PDFRef) => readonly (PDFRef | number)[]): PDFRef => {
    const self = context.nextRef();
    context.assign(self, context.obj({ Type: 'StructElem', S: role, P: parent, Pg: page.ref, K: [...kids(self)] }));
    return self;
  };
  const parents: PDFRef[] = [];
  const content = (role: string, mcid: number, parent: PDFRef): PDFRef => {
    const leaf = element(role, parent, () => [mcid]);
    parents[mcid] = leaf;
    return leaf;
  };
  const body = element('L', root, (list) =>
    lines.map(({ role }, index) =>
      element(role, list, (item) => [
        content(role === 'LI' ? 'Lbl' : 'Span', 2 * index, item),
        content(role === 'LI' ? 'LBody' : 'Span', 2 * index + 1, item),
      ]),
    ),
  );
  context.assign(
    root,
    context.obj({ Type: 'StructTreeRoot', K: [body], ParentTree: context.obj({ Nums: [0, parents] }) }),
  );
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save();
}
