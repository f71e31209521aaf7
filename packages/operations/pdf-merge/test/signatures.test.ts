import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { arrayEntry } from '../../../pdf-kit/src/objects/typed-entries.ts';
import { onePage, pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { type Merged, merge } from './merged.ts';

const appearance =
  '<</Type/XObject/Subtype/Form/BBox[0 0 50 20]/Length 27>>\nstream\n0 0 1 rg 0 0 50 20 re f    \nendstream';
const signature = '<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 1 2 3]>>';

/** A page with these fields, which are its annotations if no others are given. */
function file(objects: Readonly<Record<number, string>>, fields: string, annotations = fields): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-signatures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'signed.pdf');
  const page = onePage[3].replace('>>', `/Annots[${annotations}]>>`);
  const catalog = `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${fields}]>>>>`;
  writeFileSync(path, pdfText({ ...onePage, 1: catalog, 3: page, 8: appearance, 9: signature, ...objects }));
  return path;
}

function annotationsOf({ document }: Merged): readonly PDFDict[] {
  const annotations = document.pages.flatMap(({ dict }) => arrayEntry(dict, 'Annots'));
  return annotations.map((annotation) => document.context.lookup(annotation, PDFDict));
}

const shown = '/Type/Annot/Subtype/Widget/Rect[10 10 60 30]/F 132/AP<</N 8 0 R>>';
const field = '/FT/Sig/T(approved)/V 9 0 R';

test.each([
  ['is field and widget in one', { 10: `<<${shown}${field}>>` }, '10 0 R', '10 0 R'],
  [
    'has its widget apart, under a field above',
    { 10: '<</T(all)/Kids[11 0 R]>>', 11: `<<${field}/Parent 10 0 R/Kids[12 0 R]>>`, 12: `<<${shown}/Parent 11 0 R>>` },
    '10 0 R',
    '12 0 R',
  ],
])('a visible signature that %s stays as a stamp of the same look', async (_what, objects, fields, annotations) => {
  const merged = await merge([file(objects, fields, annotations), file({}, '')]);
  const [stamp, ...others] = annotationsOf(merged);
  expect(others).toEqual([]);
  expect(String(stamp?.get(PDFName.of('Subtype')))).toBe('/Stamp');
  const normal = stamp?.lookup(PDFName.of('AP'), PDFDict).get(PDFName.of('N'));
  expect(normal).toBeInstanceOf(PDFRef);
  for (const key of ['FT', 'T', 'V', 'Parent']) expect(stamp?.has(PDFName.of(key))).toBe(false);
  expect(merged.document.catalog.has(PDFName.of('AcroForm'))).toBe(false);
  expect(merged.warnings).toEqual(['SIGNATURE_BROKEN']);
});

test.each([
  ['has no area', '/Rect[0 0 0 0]/F 132/AP<</N 8 0 R>>'],
  ['is hidden', '/Rect[10 10 60 30]/F 2/AP<</N 8 0 R>>'],
  ['has no appearance', '/Rect[10 10 60 30]/F 4'],
])('an invisible one, which %s, leaves nothing', async (_what, entries) => {
  const widget = `<</Type/Annot/Subtype/Widget${entries}${field}>>`;
  const merged = await merge([file({ 10: widget }, '10 0 R'), file({}, '')]);
  expect(annotationsOf(merged)).toEqual([]);
  expect(merged.document.catalog.has(PDFName.of('AcroForm'))).toBe(false);
  expect(merged.warnings).toEqual(['SIGNATURE_BROKEN']);
});

test('a field yet to be signed stays one', async () => {
  const merged = await merge([file({ 10: `<<${shown}/FT/Sig/T(approved)>>` }, '10 0 R'), file({}, '')]);
  expect(String(annotationsOf(merged)[0]?.get(PDFName.of('Subtype')))).toBe('/Widget');
  expect(merged.structure.form).not.toBeNull();
  expect(merged.warnings).toEqual([]);
});
