import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPdf, openPdf, writePdf } from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { sectionElements, taggedPages, withOutline } from './made-files.ts';
import { fixture, type OpenedPart, type Split, split } from './split-parts.ts';

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;

describe('parts', () => {
  test('without options every page is a file, named with its padded number', async () => {
    const { parts } = await split('specimen.pdf');
    expect(parts.map(({ fileName }) => fileName)).toEqual([
      'specimen-001.pdf',
      'specimen-002.pdf',
      'specimen-003.pdf',
      'specimen-004.pdf',
    ]);
    expect(parts.every(({ document }) => document.pages.length === 1)).toBe(true);
  });

  test('each item of pages is a file, and the same item twice is two files', async () => {
    const { parts } = await split('specimen.pdf', { pages: '2-3, last, even, 2-3' });
    expect(parts.map(({ fileName, document }) => [fileName, document.pages.length])).toEqual([
      ['specimen-p002-003.pdf', 2],
      ['specimen-004.pdf', 1],
      ['specimen-even.pdf', 2],
      ['specimen-p002-003-2.pdf', 2],
    ]);
  });

  test('an end past the last page is cut with a warning, a start past it fails', async () => {
    const { parts, warnings } = await split('specimen.pdf', { pages: '3-9' });
    expect(parts[0]?.document.pages).toHaveLength(2);
    expect(warnings).toContain('PAGES_CLIPPED');
    const error = await split('specimen.pdf', { pages: '5' }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'PROCESSING_FAILED', details: { reason: 'page_out_of_range' } });
  });

  test('an item that selects nothing makes no part, with a warning; nothing at all fails', async () => {
    const onePage = await split('specimen.pdf', { pages: '1' });
    const path = onePage.parts[0]?.path ?? '';
    const { parts, warnings } = await split(path, { pages: 'even,1' });
    expect(parts).toHaveLength(1);
    expect(warnings).toContain('EMPTY_SELECTION');
    await expect(split(path, { pages: 'even' })).rejects.toMatchObject({ details: { reason: 'page_out_of_range' } });
  });

  test('every and parts cut runs of pages', async () => {
    const names = async (options: object) =>
      (await split('specimen.pdf', { ...options })).parts.map(({ fileName }) => fileName);
    expect(await names({ every: '3' })).toEqual(['specimen-p001-003.pdf', 'specimen-004.pdf']);
    expect(await names({ parts: '3' })).toEqual(['specimen-001.pdf', 'specimen-002.pdf', 'specimen-p003-004.pdf']);
  });

  test('bookmarks cut at the pages that top-level entries lead to', async () => {
    const { parts } = await split('specimen.pdf', { bookmarks: 'true' });
    expect(parts.map(({ document }) => document.pages.length)).toEqual([2, 2]);
  });

  test('parts are numbered and named after the outline entries they begin with', async () => {
    const names = async (bookmarks: unknown) =>
      (await split('specimen.pdf', { bookmarks })).parts.map(({ fileName }) => fileName);
    expect(await names(true)).toEqual(['specimen-001-Chapter one.pdf', 'specimen-002-Chapter three.pdf']);
    expect(await names('2')).toEqual([
      'specimen-001-Chapter one.pdf',
      'specimen-002-Section of page two.pdf',
      'specimen-003-Chapter three.pdf',
    ]);
  });

  test('a title cannot leave its place in a file name, and what comes before the first entry is named after its pages', async () => {
    const title = '../../etc/passwd\u202e: \n "odd"?';
    const path = await withOutline([
      [1, title],
      [2, '***'],
    ]);
    const { parts } = await split(path, { bookmarks: 1 });
    expect(parts.map(({ fileName }) => fileName)).toEqual([
      'outlined-001-001.pdf',
      'outlined-002-etc-passwd_ _odd__.pdf',
      'outlined-003-003.pdf',
    ]);
  });

  test('a name is never longer than file systems take, and keeps its number', async () => {
    const path = await withOutline(
      [
        [0, '章'.repeat(300)],
        [1, '章'.repeat(300)],
      ],
      'ü'.repeat(90),
    );
    const { parts } = await split(path, { bookmarks: 1 });
    expect(parts.map(({ fileName }) => Buffer.byteLength(fileName) <= 255)).toEqual([true, true]);
    expect(parts.map(({ fileName }) => /-00[12]-章+\.pdf$/.test(fileName))).toEqual([true, true]);
  });

  test('a document without bookmarks stays one part, with a warning', async () => {
    const { parts, warnings } = await split('signed.pdf', { bookmarks: true });
    expect(parts).toHaveLength(1);
    expect(warnings).toContain('NO_BOOKMARKS');
  });

  test('no part is larger than maxSize unless it is a single page', async () => {
    const whole = await split('specimen.pdf', { parts: 1 });
    const limitBytes = (whole.parts[0]?.sizeBytes ?? 0) - 1;
    const { parts } = await split('specimen.pdf', { maxSize: String(limitBytes) });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every(({ sizeBytes }) => sizeBytes <= limitBytes)).toBe(true);
    const tiny = await split('specimen.pdf', { maxSize: '1KB' });
    expect(tiny.parts).toHaveLength(4);
    expect(tiny.warnings).toContain('PART_TOO_LARGE');
  });

  test.skipIf(!hasQpdf)('qpdf finds nothing wrong with any part (needs qpdf)', async () => {
    const { parts } = await split('specimen.pdf', { pages: '1,2,3,4,1-2,2-4,odd,1-4' });
    for (const { path } of parts) {
      const check = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
      expect(check.stdout + check.stderr).toContain('No syntax or stream encoding errors');
      expect(check.status).toBe(0);
    }
  });
});

describe('pages in one file', () => {
  const selected = async (pages: string, file = 'specimen.pdf') => {
    const { parts, warnings } = await split(file, { pages, merge: true });
    return { part: parts[0] as OpenedPart, count: parts.length, warnings };
  };

  test('they come in the order given, with their labels', async () => {
    const { part, count } = await selected('4,1-2');
    expect([part.fileName, count]).toEqual(['specimen-pages.pdf', 1]);
    expect([...part.structure.labels].map(([page, label]) => [page, label.toString().replace(/\s+/g, ' ')])).toEqual([
      [0, '<< /S /D /P (A-) /St 6 >>'],
      [1, '<< /S /r >>'],
    ]);
  });

  test('a page asked for again is there once, at its first place, with a warning', async () => {
    const { part, warnings } = await selected('2,1-2,even');
    expect(part.document.pages).toHaveLength(3);
    expect(warnings).toContain('PAGES_REPEATED');
  });

  test('links, outline and destinations lead to the pages at their new places', async () => {
    const { structure } = (await selected('3,1-2')).part;
    expect(structure.outline.map(({ pageIndex }) => pageIndex)).toEqual([1, 0]);
    expect(structure.destinations.get('chapter-3')?.pageIndex).toBe(0);
    expect(structure.destinations.get('chapter-2')?.pageIndex).toBe(2);
  });

  test('the tags follow the order of the pages', async () => {
    const path = await taggedPages(3);
    const { part } = await selected('3,1-2', path);
    const pages = sectionElements(part).map((element) =>
      part.structure.pageIndexes.get(element.get(PDFName.of('Pg')) as PDFRef),
    );
    expect(pages).toEqual([0, 1, 2]);
  });

  test.skipIf(!hasQpdf)('qpdf finds nothing wrong with it (needs qpdf)', async () => {
    for (const pages of ['4,3,2,1', 'even,1', 'last,2']) {
      const { part } = await selected(pages);
      const check = spawnSync('qpdf', ['--check', part.path], { encoding: 'utf8' });
      expect(check.stdout + check.stderr).toContain('No syntax or stream encoding errors');
    }
  });
});

describe('what a part keeps', () => {
  test('the outline entries that lead to its pages, and those above them', async () => {
    const { parts } = await split('specimen.pdf');
    const [first, second, third, fourth] = parts.map(({ structure }) => structure.outline);
    expect(first?.map(({ dict }) => text(dict, 'Title'))).toEqual(['Chapter one']);
    expect(first?.[0]?.children).toEqual([]);
    expect(second?.map(({ dict, pageIndex }) => [text(dict, 'Title'), pageIndex])).toEqual([['Chapter one', null]]);
    expect(second?.[0]?.children.map(({ dict, pageIndex }) => [text(dict, 'Title'), pageIndex])).toEqual([
      ['Section of page two', 0],
    ]);
    expect(third?.map(({ dict, pageIndex }) => [text(dict, 'Title'), pageIndex])).toEqual([['Chapter three', 0]]);
    expect(fourth).toEqual([]);
  });

  test('links within the part, and external ones; links out of it are taken away', async () => {
    const { parts } = await split('specimen.pdf', { pages: '1-2,1,4' });
    expect(parts.map((part) => annotations(part).filter((dict) => name(dict, 'Subtype') === 'Link').length)).toEqual([
      2, 1, 0,
    ]);
    const [, within] = [annotations(parts[0]), annotations(parts[0])[0]];
    expect(parts[0]?.structure.destinationPage(within?.lookup(PDFName.of('A'), PDFDict).get(PDFName.of('D')))).toBe(1);
  });

  test.each([
    ['a border', '/Border[0 0 1]/C[1 0 0]', ['N']],
    ['the border of a link that does not say', '', ['N']],
    ['a border by style', '/BS<</W 2>>/Border[0 0 0]', ['N']],
    ['no width', '/Border[0 0 0]', []],
    ['no width by style', '/BS<</W 0>>', []],
    ['no colour', '/Border[0 0 1]/C[]', []],
  ])('of a link out of it, what shows stays: %s', async (_which, entries, highlights) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-links-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'links.pdf');
    const link = `<</Type/Annot/Subtype/Link/Rect[1 1 5 5]/Dest[4 0 R/Fit]${entries}>>`;
    const objects = {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[5 0 R ${link}]>>`,
      4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      5: link,
    };
    writeFileSync(path, pdfText(objects, '/Root 1 0 R'));
    const { parts } = await split(path, { pages: '1' });
    const links = annotations(parts[0]);
    expect(links.map((dict) => name(dict, 'H'))).toEqual([...highlights, ...highlights]);
    expect(links.some((dict) => dict.has(PDFName.of('Dest')))).toBe(false);
  });

  test('the named destinations of its pages', async () => {
    const { parts } = await split('specimen.pdf', { pages: '1-2,3,4' });
    expect(parts.map(({ structure }) => [...structure.destinations.keys()])).toEqual([
      ['chapter-2'],
      ['chapter-3'],
      [],
    ]);
  });

  test('destinations that give a page by its number lead to that page, named and on opening', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-numbered-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const document = await openPdf(fixture('specimen.pdf'));
    const { catalog, context } = document;
    catalog.set(PDFName.of('OpenAction'), context.obj([3, 'Fit']));
    catalog.set(PDFName.of('Dests'), context.obj({ numbered: [3, 'Fit'] }));
    const path = join(folder, 'numbered.pdf');
    writePdf(document, path);
    const { parts } = await split(path, { pages: '3-4' });
    const opened = parts[0]?.document.catalog.get(PDFName.of('OpenAction'));
    expect(parts[0]?.structure.destinationPage(opened)).toBe(1);
    expect(parts[0]?.structure.destinations.get('numbered')?.pageIndex).toBe(1);
  });

  test('the form fields with a widget on its pages, with their values', async () => {
    const { parts } = await split('specimen.pdf');
    const fields = parts.map(({ document }) =>
      formFields(document.catalog).map((field) => [text(field, 'T'), field.lookup(PDFName.of('V'))?.toString()]),
    );
    expect(fields).toEqual([
      [['name', '(Ada)']],
      [
        ['agree', '/Yes'],
        ['colour', '/red'],
      ],
      [['size', '(large)']],
      [],
    ]);
    const order = parts.map(({ document }) =>
      document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.has(PDFName.of('CO')),
    );
    expect(order).toEqual([true, false, false, undefined]);
  });

  test('page labels with their style and true start', async () => {
    const { parts } = await split('specimen.pdf', { pages: '2-3,4' });
    const labels = parts.map(({ structure }) =>
      [...structure.labels].map(([page, label]) => [page, label.toString().replace(/\s+/g, ' ')]),
    );
    expect(labels).toEqual([
      [
        [0, '<< /S /r /St 2 >>'],
        [1, '<< /S /D /P (A-) /St 5 >>'],
      ],
      [[0, '<< /S /D /P (A-) /St 6 >>']],
    ]);
  });

  test('small attachments of the document', async () => {
    const { parts } = await split('specimen.pdf');
    expect(parts.map(({ structure }) => structure.names.get('EmbeddedFiles')?.size)).toEqual([1, 1, 1, 1]);
  });

  test('the layers its pages use, a hidden one hidden', async () => {
    const { parts } = await split('specimen.pdf', { pages: '2' });
    const [part] = parts;
    const off = part?.structure.layers?.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray);
    expect(off?.size()).toBe(1);
    const renderer = await openRenderer(part?.path ?? '');
    const rendered = await renderer.renderPage(1, { dpi: 72 });
    const pixel = (x: number, y: number) => [
      ...rendered.data.subarray((y * rendered.width + x) * 3, (y * rendered.width + x) * 3 + 3),
    ];
    expect([pixel(40, 175), pixel(200, 150)]).toEqual([
      [0, 0, 255],
      [255, 255, 255],
    ]);
    rendered.release();
    renderer.close();
  });

  test('the tags of its pages, found from them, and empty cells beside them', async () => {
    const { parts } = await split('specimen.pdf');
    expect(parts.map(({ document }) => elementTypes(document.catalog))).toEqual([
      ['Document', 'Form', 'P'],
      ['Chapter', 'Document'],
      ['Document', 'TD', 'TD', 'TR', 'Table'],
      ['Document'],
    ]);
    const page = parts[2]?.document.pages[0];
    const key = Number(page?.dict.lookup(PDFName.of('StructParents'))?.toString());
    const parents = parts[2]?.document.context.lookup(parts[2].structure.tags?.parents.get(key), PDFArray);
    expect(parents?.lookup(0, PDFDict).lookup(PDFName.of('K'), PDFDict).get(PDFName.of('Pg'))).toBe(page?.ref);
  });

  test('empty elements between those of its pages, and none of those around the others', async () => {
    const { parts } = await split(await documentWithEmptyElements());
    expect(parts.map(({ document }) => elementTypes(document.catalog))).toEqual([
      ['H1', 'P', 'Sect', 'Span'],
      ['H2', 'Sect'],
    ]);
  });

  test('elements without content that name its pages, and those whose only content is an annotation of them', async () => {
    const { parts } = await split(await documentWithUnmarkedElements());
    expect(parts.map(({ document }) => elementTypes(document.catalog))).toEqual([
      ['Document', 'Figure', 'P', 'Sect', 'Span'],
      ['Annot', 'Document', 'Figure', 'Sect', 'TD', 'TR', 'TR', 'Table'],
      ['Document'],
    ]);
    const alternatives = parts.map(({ document }) => elementAlternatives(document.catalog));
    expect(alternatives).toEqual([['A map'], ['A chart'], []]);
  });

  test('the structure tree, with the element of the whole document, though nothing on its pages is tagged', async () => {
    const { parts } = await split(await documentWithUntaggedPage(['Document']));
    expect(parts.map(({ document }) => elementTypes(document.catalog))).toEqual([['Document', 'P'], ['Document']]);
  });

  test('a structure tree without any element', async () => {
    const { parts } = await split(await documentWithUntaggedPage([]));
    const roots = parts.map(({ structure }) => structure.tags?.root);
    expect(roots.map((root) => root?.has(PDFName.of('K')))).toEqual([false, false]);
    const marked = parts.map(({ document }) => document.catalog.lookup(PDFName.of('MarkInfo'))?.toString());
    expect(marked.map((info) => info?.includes('/Marked true'))).toEqual([true, true]);
  });

  test('article threads closed over its pages', async () => {
    const { parts } = await split('specimen.pdf');
    const threads = parts.map(
      ({ document }) => document.catalog.lookupMaybe(PDFName.of('Threads'), PDFArray)?.size() ?? 0,
    );
    expect(threads).toEqual([1, 0, 1, 0]);
    const bead = parts[2]?.document.pages[0]?.dict.lookup(PDFName.of('B'), PDFArray).lookup(0, PDFDict);
    expect(bead?.lookup(PDFName.of('N'))).toBe(bead);
  });

  test('language, metadata and title', async () => {
    const { parts } = await split('specimen.pdf');
    for (const { document } of parts) {
      expect(text(document.catalog, 'Lang')).toBe('en-GB');
      expect(text(document.context.lookup(document.context.trailerInfo.Info, PDFDict), 'Title')).toBe('A specimen');
    }
  });
});

describe('what a part does not keep', () => {
  test('scripts go when asked, and stay with a warning otherwise', async () => {
    const scripts = ({ parts }: Split) =>
      parts
        .flatMap(({ document: { context } }) => context.enumerateIndirectObjects())
        .join('\n')
        .match(/JavaScript/g);
    const kept = await split('specimen.pdf');
    expect(kept.warnings).toContain('ACTIVE_CONTENT');
    expect(scripts(kept)).not.toBeNull();
    const removed = await split('specimen.pdf', { activeContent: 'remove' });
    expect(removed.warnings).toContain('ACTIVE_CONTENT_REMOVED');
    expect(scripts(removed)).toBeNull();
  });

  test('a part carries no other page and nothing that only another page uses', async () => {
    const path = await documentWithLargePage();
    const { parts } = await split(path);
    expect(parts[0]?.sizeBytes).toBeGreaterThan(200_000);
    for (const part of parts.slice(1)) {
      expect(part.sizeBytes).toBeLessThan(6_000);
      const pages = part.document.context
        .enumerateIndirectObjects()
        .filter(([, object]) => object instanceof PDFDict && object.get(PDFName.Type) === PDFName.Page);
      expect(pages).toHaveLength(1);
    }
  });

  test('a signature goes, with a warning', async () => {
    const { parts, warnings } = await split('signed.pdf');
    expect(warnings).toContain('SIGNATURE_BROKEN');
    expect(parts[0] === undefined ? null : inspectPdf(parts[0].document).signed).toBe(false);
  });
});

/** The specimen with 300 KB that cannot be compressed on its first page, and a link from the last to the first. */
async function documentWithLargePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-split-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await openPdf(fixture('specimen.pdf'));
  const noise = createHash('shake256', { outputLength: 300_000 }).update('noise').digest();
  const image = document.context.stream(noise, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 300,
    Height: 1000,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceGray',
  });
  const resources = document.context.obj({ XObject: { Large: document.context.register(image) } });
  document.pages[0]?.dict.set(PDFName.Resources, resources);
  document.pages[0]?.dict.set(PDFName.Contents, document.context.register(document.context.stream('/Large Do')));
  const path = join(folder, 'large.pdf');
  writePdf(document, path);
  return path;
}

/** Two pages whose section has empty elements between its first two headings, and before and behind the last. */
async function documentWithEmptyElements(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-split-tags-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await PDFDocument.create();
  const { context } = document;
  const pages = [document.addPage(), document.addPage()];
  for (const [key, page] of pages.entries()) page.node.set(PDFName.of('StructParents'), context.obj(key));
  const [root, section] = [context.nextRef(), context.nextRef()];
  const element = (type: string, content: Readonly<Record<string, PDFRef | number | null>> = {}) =>
    context.register(context.obj({ Type: 'StructElem', S: type, P: section, ...content }));
  const headings = [
    element('H1', { Pg: pages[0]?.ref ?? null, K: 0 }),
    element('Span', { Pg: pages[0]?.ref ?? null, K: 1 }),
    element('H2', { Pg: pages[1]?.ref ?? null, K: 0 }),
  ] as const;
  const kids = [headings[0], element('P'), headings[1], element('P'), headings[2], element('P'), element('P')];
  context.assign(section, context.obj({ Type: 'StructElem', S: 'Sect', P: root, K: kids }));
  const parents = { Nums: [0, [headings[0], headings[1]], 1, [headings[2]]] };
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [section], ParentTree: parents }));
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  const path = join(folder, 'tagged.pdf');
  writeFileSync(path, await document.save());
  return path;
}

/**
 * Three pages. On the first, the parent tree lists a paragraph; figures on the first and on the second are not marked, like the
 * rows of a table on the second, and the parent tree does not know an annotation of the second.
 */
async function documentWithUnmarkedElements(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-split-unmarked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await PDFDocument.create();
  const { context } = document;
  const [first, second] = [document.addPage(), document.addPage(), document.addPage()];
  first.node.set(PDFName.of('StructParents'), context.obj(0));
  const note = context.register(context.obj({ Type: 'Annot', Subtype: 'Square', Rect: [10, 10, 20, 20] }));
  second.node.set(PDFName.Annots, context.obj([note]));
  const root = context.nextRef();
  const element = (type: string, entries: Readonly<Record<string, unknown>>, kids: readonly PDFRef[] = []): PDFRef => {
    const ref = context.register(
      context.obj({ Type: 'StructElem', S: type, ...entries, ...(kids.length === 0 ? {} : { K: [...kids] }) } as never),
    );
    for (const kid of kids) context.lookup(kid, PDFDict).set(PDFName.of('P'), ref);
    return ref;
  };
  const figure = (page: PDFRef, alternative: string) => element('Figure', { Pg: page, Alt: PDFString.of(alternative) });
  const paragraph = element('P', { Pg: first.ref, K: 0 });
  const cells = [element('TR', {}, [element('TD', {})]), element('TR', { Pg: second.ref })];
  const top = element('Document', { P: root }, [
    element('Sect', {}, [figure(first.ref, 'A map'), element('Span', { Pg: first.ref }), paragraph]),
    element('Sect', { Pg: first.ref }, [
      figure(second.ref, 'A chart'),
      element('Table', {}, cells),
      element('Annot', { Pg: second.ref, K: [{ Type: 'OBJR', Obj: note }] }),
    ]),
  ]);
  const parents = { Nums: [0, [paragraph]] };
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [top], ParentTree: parents }));
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  const path = join(folder, 'unmarked.pdf');
  writeFileSync(path, await document.save());
  return path;
}

/** Two pages, a paragraph on the first one tagged below each of the top-level elements, if there are any. */
async function documentWithUntaggedPage(types: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-split-untagged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await PDFDocument.create();
  const { context } = document;
  const [page] = [document.addPage(), document.addPage()];
  page.node.set(PDFName.of('StructParents'), context.obj(0));
  const root = context.nextRef();
  const paragraphs: PDFRef[] = [];
  const top = types.map((type) => {
    const [element, paragraph] = [context.nextRef(), context.nextRef()];
    context.assign(element, context.obj({ Type: 'StructElem', S: type, P: root, K: [paragraph] }));
    context.assign(paragraph, context.obj({ Type: 'StructElem', S: 'P', P: element, Pg: page.ref, K: 0 }));
    paragraphs.push(paragraph);
    return element;
  });
  const tree = {
    Type: 'StructTreeRoot',
    ...(top.length === 0 ? {} : { K: top, ParentTree: { Nums: [0, paragraphs] } }),
  };
  context.assign(root, context.obj(tree));
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  document.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  const path = join(folder, 'untagged.pdf');
  writeFileSync(path, await document.save());
  return path;
}

function text(dict: PDFDict, key: string): string | null {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : null;
}

function name(dict: PDFDict, key: string): string | undefined {
  return dict.lookupMaybe(PDFName.of(key), PDFName)?.decodeText();
}

/** The annotations of the first page of a part. */
function annotations(part: OpenedPart | undefined): readonly PDFDict[] {
  const array = part?.document.pages[0]?.dict.lookupMaybe(PDFName.Annots, PDFArray);
  return array?.asArray().map((_, index) => array.lookup(index, PDFDict)) ?? [];
}

function formFields(catalog: PDFDict): readonly PDFDict[] {
  const fields = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.lookup(PDFName.of('Fields'), PDFArray);
  return fields?.asArray().map((_, index) => fields.lookup(index, PDFDict)) ?? [];
}

/** The alternative texts of all elements. */
function elementAlternatives(catalog: PDFDict): readonly string[] {
  return catalog.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? (text(object, 'Alt') ?? []) : []));
}

/** The structure types of all elements, sorted. */
function elementTypes(catalog: PDFDict): readonly string[] {
  return catalog.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && name(object, 'Type') === 'StructElem' ? [name(object, 'S') ?? ''] : [],
    )
    .sort();
}

test.each([
  [{ pages: '1,'.repeat(11).slice(0, -1) }, {}, { limit: 'maxPageRepeats', allowed: 10, actual: 11, page: 1 }],
  [{}, { maxOutputs: 3 }, { limit: 'maxOutputs', allowed: 3 }],
  [{ maxSize: '1' }, { maxOutputs: 3 }, { limit: 'maxOutputs', allowed: 3, actual: 4 }],
  [{}, { maxOutputBytes: 1_000 }, { limit: 'maxOutputBytes', allowed: 1_000 }],
])('%o of a file within %o is stopped at its limit', async (options, limits, details) => {
  await expect(split('specimen.pdf', options, limits)).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    details: { reason: 'output_limit', ...details },
  });
});
