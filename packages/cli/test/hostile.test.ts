import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { ConversionError } from '@platen/core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { pdf, stream } from './hand-made-pdf.ts';

// As built: each file is worked on by a process of its own, which starts in half the time.
const built = (name: string) => import(join(inject('builtPackages'), '@platen', name, 'dist/index.js'));
const { createEngine, createProcessExecutor }: typeof import('@platen/engine') = await built('engine');
const { standardOperations }: typeof import('@platen/standard') = await built('standard');

const megabyte = 1024 * 1024;
const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>';

const spaces = deflateSync(Buffer.alloc(256 * megabyte, ' '), { level: 1 });

/** Each in a few kilobytes or a megabyte, built after real attacks; what each one aims at is its name. */
const hostileFiles: Readonly<Record<string, Buffer>> = {
  'content that inflates to 256 MB': pdf([catalog, pages, page, stream('/Filter/FlateDecode', spaces)]),
  'content deflated twice': pdf([
    catalog,
    pages,
    page,
    stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(spaces)),
  ]),
  'an image of 30000 x 30000': pdf([
    catalog,
    pages,
    page,
    stream('', Buffer.from('q 500 0 0 500 0 0 cm /X Do Q')),
    stream(
      '/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode',
      deflateSync(Buffer.alloc(megabyte)),
    ),
  ]),
  'arrays nested 100 000 deep': pdf(
    [catalog, pages, page, `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    '/Info 4 0 R',
  ),
  'a page tree that contains itself': pdf([
    catalog,
    '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>',
    page,
    stream('', Buffer.from('q Q')),
  ]),
  'a page tree of 10^9 pages': pdf([
    '<</Type/Catalog/Pages 3 0 R>>',
    '<</Type/Page/MediaBox[0 0 9 9]>>',
    ...Array.from({ length: 9 }, (_, level) => {
      const kid = level === 8 ? 2 : level + 4;
      return `<</Type/Pages/Kids[${`${kid} 0 R `.repeat(10)}]/Count ${10 ** (9 - level)}>>`;
    }),
  ]),
  'forms that draw each other 10^8 times': pdf([
    catalog,
    pages,
    page,
    stream('', Buffer.from('/X Do '.repeat(10))),
    ...Array.from({ length: 8 }, (_, level) =>
      stream(
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${level + 6} 0 R>>>>`,
        Buffer.from('/X Do '.repeat(10)),
      ),
    ),
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 1 1 re f')),
  ]),
  'an outline that goes in a circle': pdf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>',
    pages,
    page,
    stream('', Buffer.from('q Q')),
    '<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>',
    '<</Title(a)/Parent 5 0 R/Next 6 0 R/First 6 0 R/Dest[3 0 R/Fit]>>',
  ]),
  'a length that is the stream itself': pdf([catalog, pages, page, '<</Length 4 0 R>>\nstream\nq Q\nendstream']),
  'a field that is its own parent': pdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
    pages,
    page.replace('/Contents', '/Annots[5 0 R]/Contents'),
    stream('', Buffer.from('q Q')),
    '<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(a)/Kids[5 0 R]/Parent 5 0 R>>',
  ]),
};

/** The codes a hostile file may end with; anything else is a bug of ours. */
const acceptable = [
  'damaged_file',
  'timeout',
  'out_of_memory',
  'pixel_limit',
  'page_limit',
  'structure_limit',
  'page_out_of_range',
  'no_tables',
  'worker_crashed',
];

test.each(
  standardOperations
    .filter(({ accepts }) => accepts.includes('application/pdf'))
    .map((operation) => [operation.name, operation] as const),
)(
  '%s: every hostile file ends with a result or a clear code, and nothing is left',
  { timeout: 240_000 },
  async (_name, operation) => {
    const stagingFolder = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
    const engine = createEngine({
      operations: [operation],
      executor: createProcessExecutor({ processes: 2, memoryBytes: 1024 * megabyte }),
      stagingFolder,
    });
    onTestFinished(async () => {
      await engine.stop(0);
      await rm(stagingFolder, { recursive: true });
    });
    const ends = await Promise.all(
      Object.entries(hostileFiles).map(async ([name, data]) => {
        const inputs = Array.from({ length: operation.files.min }, () => ({ fileName: `${name}.pdf`, data }));
        const end = await engine.convert(operation.name, inputs, {}, { timeoutMs: 15_000 }).then(
          async (conversion) => {
            await conversion[Symbol.asyncDispose]();
            return 'a result';
          },
          (error: unknown) => endOf(error),
        );
        return [name, end] as const;
      }),
    );
    expect(ends.filter(([, end]) => end !== 'a result' && !acceptable.includes(String(end)))).toEqual([]);
    const [own = ''] = await readdir(stagingFolder);
    expect(await readdir(join(stagingFolder, own))).toEqual(['workers']);
  },
);

/** The reason, and for an error of our own making what was behind it. */
function endOf(error: unknown): string {
  if (!ConversionError.is(error)) return String(error);
  const reason = String(error.details.reason);
  return reason === 'internal' ? `internal: ${String(error.cause)}` : reason;
}
