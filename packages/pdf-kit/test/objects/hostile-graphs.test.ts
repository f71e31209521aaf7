import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '@platen/core';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  assemblePdf,
  attachmentBytes,
  inspectPdf,
  type OpenedPdf,
  openPdf,
  pageWeights,
  readDocumentStructure,
  refuseHazards,
  settleActiveContent,
  writePdf,
} from '../../src/objects.ts';
import { pdfText } from './pdf-text.ts';

/** The keys that the code follows from one object to another. */
const keys = [
  ...['Kids', 'Parent', 'Pages', 'Contents', 'Resources', 'Annots', 'Fields', 'K', 'P', 'Pg', 'Obj', 'C', 'A', 'S'],
  ...[
    'Outlines',
    'First',
    'Last',
    'Next',
    'Prev',
    'Dest',
    'D',
    'Names',
    'Nums',
    'Dests',
    'EmbeddedFiles',
    'EF',
    'F',
    'AF',
  ],
  ...[
    'OCProperties',
    'OCGs',
    'Order',
    'RBGroups',
    'AS',
    'OC',
    'VE',
    'StructTreeRoot',
    'ParentTree',
    'IDTree',
    'RoleMap',
  ],
  ...[
    'ClassMap',
    'Namespaces',
    'AcroForm',
    'DR',
    'AP',
    'N',
    'R',
    'MK',
    'AA',
    'OpenAction',
    'T',
    'JS',
    'V',
    'Threads',
    'B',
  ],
  ...['XObject', 'Font', 'Pattern', 'Shading', 'ExtGState', 'ColorSpace', 'Properties', 'SMask', 'G', 'Group', 'CS'],
  ...['DescendantFonts', 'FontDescriptor', 'CharProcs', 'Encoding', 'ToUnicode', 'W', 'Function', 'Functions'],
  ...['Filter', 'DecodeParms', 'Length', 'OutputIntents', 'DestOutputProfile', 'Metadata', 'PageLabels', 'MarkInfo'],
];
/** What makes an object one of a kind that is followed further. */
const kinds = [
  ...['/Type/Page', '/Type/Pages', '/Type/StructElem/S/P', '/Type/OCG', '/Type/OCMD', '/Type/Font/Subtype/Type0'],
  ...['/Type/Font/Subtype/Type3', '/Subtype/Link', '/Subtype/Widget/FT/Tx', '/FT/Sig', '/S/GoTo', '/S/JavaScript'],
  ...['/S/Hide', '/S/ResetForm', '/FunctionType 3', '/ShadingType 2', '/PatternType 2', '/Type/ExtGState', ''],
];
const streams = [
  '/Subtype/Form/BBox[0 0 9 9]',
  '/PatternType 1/BBox[0 0 9 9]/XStep 9/YStep 9',
  '/Subtype/Image/Width 1/Height 1',
];
const names = ['/Separation', '/Indexed', '/ICCBased', '/And', '/Not', '/DeviceN', '/FlateDecode', '/XYZ'];

const objectCount = 24;
const first = 10;
/** A walk that meets each object once takes some hundreds of steps; there are some hundred walks. */
const mostSteps = 300_000;

const ref = fc.integer({ min: 0, max: objectCount - 1 }).map((at) => `${first + at} 0 R`);
const item = fc.oneof({ weight: 8, arbitrary: ref }, fc.constantFrom(...names), fc.constantFrom('0', '1', '(a)'));
const list = fc.array(item, { minLength: 1, maxLength: 8 }).map((items) => `[${items.join(' ')}]`);
const value = fc.oneof({ weight: 3, arbitrary: ref }, list);
const entries = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { minLength: 2, maxLength: 14, selector: ([key]) => key })
  .map((pairs) => pairs.map(([key, text]) => `/${key} ${text}`).join(''));
const dict = fc.tuple(fc.constantFrom(...kinds), entries).map(([kind, text]) => `<<${kind}${text}>>`);
const content = fc
  .array(fc.constantFrom(...keys), { maxLength: 4 })
  .map((used) => used.map((name) => `/${name} Do /${name} sh /${name} gs`).join(' '));
const stream = fc
  .tuple(fc.constantFrom(...streams), entries, content)
  .map(
    ([kind, text, data]) =>
      `<<${kind}${text.replace(/\/(?:Filter|Length) (?:\[.*?\]|\d+ 0 R)/g, '')}/Length ${data.length}>>\nstream\n${data}\nendstream`,
  );
const graph = fc.tuple(
  entries,
  entries,
  fc.array(fc.oneof({ weight: 3, arbitrary: dict }, { weight: 2, arbitrary: list }, stream), {
    minLength: objectCount,
    maxLength: objectCount,
  }),
);

/** A document of two pages whose catalog, pages and further objects refer to each other as they may. */
function hostile([catalog, page, objects]: readonly [string, string, readonly string[]]): Buffer {
  const without = (text: string) => text.replace(/\/(?:Pages|Parent|Kids) (?:\[.*?\]|\d+ 0 R)/g, '');
  return pdfText({
    1: `<<${without(catalog)}/Type/Catalog/Pages 2 0 R>>`,
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: `<<${without(page)}/Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>`,
    4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ...Object.fromEntries(objects.map((text, at) => [first + at, text])),
  });
}

test('however objects refer to each other, everything that is read of them ends after few steps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-graphs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = async (bytes: Buffer) => {
    const document = await openPdf(bytes);
    return { document, steps: countSteps(document) };
  };
  const property = fc.asyncProperty(graph, async (objects) => {
    const bytes = hostile(objects);
    await orRefused(async () => void (await refuseHazards(bytes)));
    const [one, other] = [await open(bytes), await open(bytes)];
    const sourceOf = (document: OpenedPdf, pages: readonly number[]) => {
      const structure = readDocumentStructure(document);
      attachmentBytes(document, structure);
      pageWeights(document, structure);
      return { document, structure, pages, title: 'file' };
    };
    const settings = { headings: true, attachments: true };
    const write = (sources: readonly ReturnType<typeof sourceOf>[]) =>
      assemblePdf(sources, settings, join(folder, 'out.pdf'));
    await orRefused(() => inspectPdf(one.document));
    await orRefused(() => write([sourceOf(one.document, [0])]));
    await orRefused(() => write([sourceOf(one.document, [0, 1]), sourceOf(other.document, [0, 1])]));
    await orRefused(() => settleActiveContent(one.document, 'remove', () => {}));
    await orRefused(() => writePdf(one.document, join(folder, 'out.pdf')));
    expect(one.steps() + other.steps()).toBeLessThan(mostSteps);
  });
  await fc.assert(property, { seed: 44, numRuns: 150 });
});

/** A refusal by the code of an error is as good as a result; anything else is a fault. */
async function orRefused(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!ConversionError.is(error) || error.code === 'INTERNAL_ERROR') throw error;
  }
}

function countSteps({ context }: OpenedPdf): () => number {
  const lookup: (...request: never[]) => unknown = context.lookup.bind(context);
  let steps = 0;
  Object.assign(context, {
    lookup(...request: never[]) {
      steps += 1;
      return lookup(...request);
    },
  });
  return () => steps;
}
