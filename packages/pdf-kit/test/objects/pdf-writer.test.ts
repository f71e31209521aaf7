import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFName, PDFRawStream } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { createBytesOutput } from '../../src/objects/bytes-output.ts';
import { openPdf } from '../../src/objects/open-pdf.ts';
import { packPlaces } from '../../src/objects/pack-places.ts';
import { createPdfWriter, type PdfWriterSettings, type StreamContents } from '../../src/objects/pdf-writer.ts';

/** A document of one page whose content is written from any source. */
function write(settings: PdfWriterSettings, contents: StreamContents): Buffer {
  const output = createBytesOutput();
  const writer = createPdfWriter(output, settings);
  const [root, pages, page, content] = [writer.reserve(), writer.reserve(), writer.reserve(), writer.reserve()];
  writer.writeObject(root, `<</Type/Catalog/Pages ${pages} 0 R>>`);
  writer.writeObject(pages, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`);
  writer.writeObject(page, `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 9 9]/Contents ${content} 0 R>>`);
  writer.writeStream(content, '<<>>', contents);
  writer.finish({ root, info: null, permanentId: null });
  return output.bytes();
}

test.each([true, false])('data comes at once, in pieces or from a file (object streams: %s)', async (objectStreams) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-writer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = Buffer.alloc(700_000, 'q Q ');
  const path = join(folder, 'content');
  writeFileSync(path, data);
  const sources: StreamContents[] = [data, [data.subarray(0, 9), data.subarray(9)], { path, byteLength: data.length }];
  const [whole, pieces, stored] = sources.map((source) => write({ version: '1.4', objectStreams }, source));
  expect(pieces?.equals(whole ?? Buffer.of())).toBe(true);
  expect(stored?.equals(whole ?? Buffer.of())).toBe(true);
  const { pages, context } = await openPdf(stored ?? Buffer.of());
  const content = context.lookup(pages[0]?.dict.get(PDFName.of('Contents')));
  expect(content instanceof PDFRawStream && Buffer.from(content.contents).equals(data)).toBe(true);
});

test('a file that became shorter is no content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-writer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'content');
  writeFileSync(path, 'abc');
  expect(() => write({ version: '1.7' }, { path, byteLength: 4 })).toThrow('became shorter');
});

test('offsets beyond 4 GB fit into the cross-reference', () => {
  const far = 5 * 2 ** 30;
  const inner = createBytesOutput();
  const output = {
    ...inner,
    get offset() {
      return far + inner.offset;
    },
  };
  const writer = createPdfWriter(output, { version: '1.7', deflate: (bytes) => bytes });
  const root = writer.reserve();
  writer.writeStream(root, '<<>>', Buffer.from('x'));
  writer.finish({ root, info: null, permanentId: null });
  expect(inner.bytes().toString('latin1')).toContain('/W[1 5 1]');
});

test('objects go into streams of as many as wanted, and the identifier may depend on contents', () => {
  const bytes = write({ version: '1.7', objectsPerStream: 2 }, Buffer.from('a'));
  expect(bytes.toString('latin1').match(/\/Type\/ObjStm\/N (\d)/g)).toEqual(['/Type/ObjStm/N 2', '/Type/ObjStm/N 1']);
  const idOf = (settings: PdfWriterSettings, content: string) =>
    /\/ID\[<(\w+)>/.exec(write(settings, Buffer.from(content)).toString('latin1'))?.[1];
  expect(idOf({ version: '1.7' }, 'a')).toBe(idOf({ version: '1.7' }, 'b'));
  expect(idOf({ version: '1.7', identifiesContents: true }, 'a')).not.toBe(
    idOf({ version: '1.7', identifiesContents: true }, 'b'),
  );
});

test('a cross-reference has the narrowest fields for any number of objects', () => {
  const { rows, widths } = packPlaces(Array.from({ length: 300_000 }, (_, index) => [1, index, 0] as const));
  expect(widths).toEqual([1, 3, 1]);
  expect([...rows.subarray(-5)]).toEqual([1, 0x04, 0x93, 0xdf, 0]);
});
