import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPdf } from '@platen/pdf-kit/objects';
import { expect, onTestFinished, test } from 'vitest';
import { onePage, pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { pdfMergeOptions } from '../src/operation.ts';
import { merge } from './merged.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-merge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of one page with a text in a font that is not embedded, and a script. */
function fileIn(folder: string, font: string): string {
  const path = join(folder, `${font}.pdf`);
  const content = 'BT /F 12 Tf (Hi) Tj ET';
  const objects = {
    ...onePage,
    1: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    5: `<</Type/Font/Subtype/Type1/BaseFont/${font}>>`,
  };
  writeFileSync(path, pdfText(objects));
  return path;
}

test('files are merged into one that conforms to PDF/A-2b', async () => {
  const folder = temporaryFolder();
  const files = [fileIn(folder, 'Helvetica'), fileIn(folder, 'Courier')];
  const { document, warnings } = await merge(files, { conformance: 'PDFA-2b' });
  expect([inspectPdf(document).pdfA, document.pages.length]).toEqual(['2b', 2]);
  expect(warnings).toEqual(['ACTIVE_CONTENT_REMOVED', 'ACTIVE_CONTENT_REMOVED']);
});

test('a merged file with a font that cannot be embedded claims nothing, and the warning names it', async () => {
  const folder = temporaryFolder();
  const files = [fileIn(folder, 'Helvetica'), fileIn(folder, 'Brush')];
  const { document, messages } = await merge(files, { conformance: 'pdfa-2b' });
  expect([inspectPdf(document).pdfA, document.pages.length]).toEqual([null, 2]);
  expect(messages.at(-1)).toMatch(/page 2, font Brush \(object \d+\): not embedded/);
});

test('another standard is refused by the name of the option', () => {
  const { error } = pdfMergeOptions.safeParse({ conformance: 'pdfa-1b' });
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([['conformance', 'must be pdfa-2b']]);
});
