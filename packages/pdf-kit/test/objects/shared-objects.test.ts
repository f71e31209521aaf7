import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { structureLimits } from '@platen/core';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  assemblePdf,
  type OpenedPdf,
  openPdf,
  readDocumentStructure,
  refuseHazards,
  settleActiveContent,
} from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

/** Steps that a file of a few kilobytes may take: as many as it has objects, times the walks that there are. */
const fewSteps = 20_000;

/** Opens a file whose lookups are counted. */
async function openCounted(bytes: Buffer) {
  const document = await openPdf(bytes);
  const { context } = document;
  const lookup: (...request: never[]) => unknown = context.lookup.bind(context);
  const counted = { steps: 0 };
  Object.assign(context, {
    lookup(...request: never[]) {
      counted.steps += 1;
      return lookup(...request);
    },
  });
  return { document, counted };
}

/** Assembles files twice, whole and without the last page, and opens the first result. */
async function assemble(
  ...files: readonly Buffer[]
): Promise<{ readonly document: OpenedPdf; readonly steps: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-shared-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const opened = await Promise.all(files.map(openCounted));
  const sources = opened.map(({ document }) => {
    const structure = readDocumentStructure(document);
    return { document, structure, pages: document.pages.map((_, index) => index), title: 'file' };
  });
  const path = join(folder, 'out.pdf');
  assemblePdf(sources, { headings: true, attachments: true }, path);
  const pruned = sources.map((source) => ({ ...source, pages: source.pages.slice(0, -1) }));
  assemblePdf(pruned, { headings: true, attachments: true }, join(folder, 'pruned.pdf'));
  return { document: await openPdf(path), steps: opened.reduce((sum, { counted }) => sum + counted.steps, 0) };
}

/** Objects of which each refers twice to the next: as a tree, `2 ** count` objects. */
function doubling(first: number, count: number, object: (inner: string) => string, last: string) {
  const levels = Array.from({ length: count }, (_, at): [number, string] => [
    first + at,
    object(`${first + at + 1} 0 R ${first + at + 1} 0 R`),
  ]);
  return Object.fromEntries([...levels, [first + count, last]]);
}

/** Objects of which each refers to all of them, itself included. */
function tangle(first: number, count: number, object: (inner: string) => string) {
  const refs = Array.from({ length: count }, (_, at) => `${first + at} 0 R`).join(' ');
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [first + at, object(refs)]));
}

const twoPages = {
  ...onePage,
  2: '<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>',
  9: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
};
const withCatalog = (entries: string, objects: Readonly<Record<number, string>>) =>
  pdfText({ ...twoPages, 1: `<</Type/Catalog/Pages 2 0 R${entries}>>`, ...objects });

const array = (inner: string) => `[${inner}]`;
const marked = '/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>';

test('a list of layers that automatic states share is written once', async () => {
  const layers = Array.from({ length: 200 }, (_, at) => `${20 + at} 0 R`).join(' ');
  const { document } = await assemble(
    withCatalog(
      `/OCProperties<</OCGs 11 0 R/D<</AS[${'<</Event/Print/Category[/Print]/OCGs 11 0 R>>'.repeat(50)}]>>>>`,
      {
        11: `[${layers}]`,
        ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [20 + at, '<</Type/OCG/Name(L)>>'])),
      },
    ),
  );
  const config = document.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('D'), PDFDict);
  const states = config.lookup(PDFName.of('AS'), PDFArray);
  expect(states.size()).toBe(50);
  expect(new Set(states.asArray().map((state) => String((state as PDFDict).get(PDFName.of('OCGs'))))).size).toBe(1);
  expect(document.sizeBytes).toBeLessThan(30_000);
});

describe('objects that share others are followed once each', () => {
  test.each([
    [
      'the order of layers',
      withCatalog('/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>', {
        10: '<</Type/OCG/Name(L)>>',
        ...doubling(11, 45, array, '[10 0 R]'),
      }),
    ],
    [
      'a tangled order of layers',
      withCatalog('/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>', {
        10: '<</Type/OCG/Name(L)>>',
        ...tangle(11, 12, (all) => `[10 0 R ${all}]`),
      }),
    ],
    [
      'classes of attributes',
      withCatalog(marked, {
        10: '<</Type/StructTreeRoot/ClassMap<</C 11 0 R>>>>',
        ...tangle(11, 30, array),
      }),
    ],
    [
      'classes of attributes in dictionaries',
      withCatalog(marked, {
        10: '<</Type/StructTreeRoot/ClassMap<</C 11 0 R>>>>',
        ...doubling(11, 60, (inner) => `<</O/Layout/A[${inner}]/B[${inner}]>>`, '<</O/List>>'),
      }),
    ],
    [
      'colour spaces',
      withCatalog('/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 10 0 R>>]', {
        10: '<</N 3/Length 0>>\nstream\n\nendstream',
        ...tangle(11, 14, (all) => `[/Separation/Spot ${all}]`),
      }),
    ],
    [
      'form fields',
      withCatalog('/AcroForm<</Fields[11 0 R]>>', {
        ...doubling(11, 60, (inner) => `<</T(f)/Kids[${inner}]>>`, '<</T(leaf)>>'),
      }),
    ],
    [
      'kids of tags',
      withCatalog(marked, {
        10: '<</Type/StructTreeRoot/K 11 0 R>>',
        11: '<</Type/StructElem/S/Document/P 10 0 R/K 12 0 R>>',
        ...tangle(12, 12, array),
      }),
    ],
    [
      'appearances',
      withCatalog('', {
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[<</AP 12 0 R>>]>>',
        ...tangle(12, 40, (all) => `<<${all.replaceAll(/(\d+) 0 R ?/g, '/A$1 $& ')}>>`),
      }),
    ],
  ])('%s', async (_, bytes) => {
    expect((await assemble(bytes)).steps).toBeLessThan(fewSteps);
    expect((await assemble(bytes, bytes)).steps).toBeLessThan(fewSteps);
  });

  test.each([
    ['of a hidden field that names itself', '<</S/Hide/T 12 0 R>>', '[12 0 R 12 0 R]'],
    ['additional ones within themselves', '<</AA 12 0 R>>', '<</AA 12 0 R/E<</S/JavaScript/JS(x)>>>>'],
    ['additional ones within each other', '<</AA 12 0 R>>', '<</AA<</AA 12 0 R>>>>'],
  ])('actions: %s', async (_, action, target) => {
    const bytes = withCatalog('/AcroForm<</Fields[13 0 R]>>', {
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[11 0 R 13 0 R]>>',
      11: `<</Subtype/Link/Rect[0 0 1 1]/A ${action}>>`,
      12: target,
      13: '<</Subtype/Widget/FT/Tx/T(f)/Rect[0 0 1 1]>>',
    });
    const document = await openPdf(bytes);
    expect(() => settleActiveContent(document, 'remove', () => {})).not.toThrow();
    await expect(assemble(bytes, bytes)).resolves.toMatchObject({ document: { pages: { length: 4 } } });
  });

  test('a shading whose functions are arrays of themselves', async () => {
    const bytes = pdfText({
      ...onePage,
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Shading<</S 5 0 R>>>>>>',
      4: '<</Length 5>>\nstream\n/S sh\nendstream',
      5: '<</ShadingType 2/Function 6 0 R>>',
      ...tangle(6, 3, array),
    });
    await expect(refuseHazards(bytes)).resolves.not.toBeNull();
  });
});

test('a shared part of the order of layers is shared in the output too, and nothing of it is lost', async () => {
  const bytes = withCatalog('/OCProperties<</OCGs[10 0 R 11 0 R]/D<</Order[(Both) 12 0 R 12 0 R [10 0 R]]>>>>', {
    10: '<</Type/OCG/Name(One)>>',
    11: '<</Type/OCG/Name(Two)>>',
    12: '[(Title) 10 0 R 11 0 R]',
  });
  const { document } = await assemble(bytes);
  const order = document.catalog
    .lookup(PDFName.of('OCProperties'), PDFDict)
    .lookup(PDFName.of('D'), PDFDict)
    .lookup(PDFName.of('Order'), PDFArray);
  expect(namesOf(order, document)).toEqual(['Both', ['Title', 'One', 'Two'], ['Title', 'One', 'Two'], ['One']]);
});

function namesOf(object: PDFObject | undefined, document: OpenedPdf): unknown {
  if (object instanceof PDFArray)
    return object.asArray().map((item) => namesOf(document.context.lookup(item), document));
  return object instanceof PDFDict ? namesOf(object.lookup(PDFName.of('Name')), document) : String(object).slice(1, -1);
}

test('equal classes of two files keep their name, others get a new one', async () => {
  const file = (placement: string, first: number) =>
    withCatalog(marked, {
      10: `<</Type/StructTreeRoot/K ${first} 0 R/ClassMap<</C ${first + 1} 0 R>>>>`,
      [first]: '<</Type/StructElem/S/P/P 10 0 R/C/C>>',
      [first + 1]: `[<</O/Layout/Placement/${placement}>> ${first + 2} 0 R]`,
      [first + 2]: '<</O/List/ListNumbering/Decimal>>',
    });
  const classesOf = async (other: Buffer) => {
    const { document } = await assemble(file('Block', 20), other);
    return document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('ClassMap'), PDFDict).keys()
      .length;
  };
  expect(await classesOf(file('Block', 30))).toBe(1);
  expect(await classesOf(file('Inline', 30))).toBe(2);
});

test('references that refer to each other by the ten thousand are left out', async () => {
  const chain = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [20 + at, `${21 + at} 0 R`]));
  const bytes = withCatalog('', {
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[20 0 R]/PieceInfo 60010 0 R>>',
    ...chain,
    60020: '<</Kept true>>',
  });
  const { document } = await assemble(bytes);
  const [page] = document.pages;
  expect(page?.dict.get(PDFName.Annots)?.toString()).toBe('[ null ]');
  expect(page?.dict.lookup(PDFName.of('PieceInfo'), PDFDict).has(PDFName.of('Kept'))).toBe(true);
});

test('whoever looks up objects more often than a file allows is refused by the name of the limit', async () => {
  const document = await openPdf(pdfText(onePage), { fileName: 'a.pdf' });
  const { maxWalkSteps } = structureLimits;
  expect(() => {
    for (let step = 0; step < 2 * maxWalkSteps; step += 1) document.catalog.lookup(PDFName.of('Pages'));
  }).toThrow(
    expect.objectContaining({
      code: 'PROCESSING_FAILED',
      details: {
        reason: 'structure_limit',
        limit: 'maxWalkSteps',
        allowed: expect.any(Number),
        actual: expect.any(Number),
        fileName: 'a.pdf',
      },
    }),
  );
});
