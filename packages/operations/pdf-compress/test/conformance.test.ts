import { inspectPdf } from '@platen/pdf-kit/objects';
import { expect, test } from 'vitest';
import { pdfCompressOptions } from '../src/index.ts';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const conformance = 'pdfa-2b';

/** A page with a text in a font that is not embedded, a script, and padding that compresses well. */
function document(font: string): Uint8Array {
  const pdf = createTestPdf();
  const resources = { Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: font } } };
  const catalog = { OpenAction: { S: 'JavaScript', JS: '1' }, Padding: pdf.stream({}, new Uint8Array(10_000), false) };
  return pdf.finish({ content: 'BT /F 12 Tf (Hi) Tj ET', resources, catalog });
}

test.each(['keep', 'gray'] as const)('what is compressed conforms to PDF/A-2b, with colours: %s', async (color) => {
  const input = document('Times-Roman');
  const { document: output, warnings } = await runCompression(input, 'high', undefined, 'keep', { color, conformance });
  expect(inspectPdf(output).pdfA).toBe('2b');
  expect(warnings).toEqual(['ACTIVE_CONTENT_REMOVED']);
  const fonts = output.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object.toString().includes('/FontFile3'));
  expect(fonts).toHaveLength(1);
});

test('a document that cannot conform is compressed as it would be without, and claims nothing', async () => {
  const { document: output, messages } = await runCompression(document('Brush'), 'high', undefined, 'keep', {
    conformance,
  });
  expect(inspectPdf(output).pdfA).toBe(null);
  expect(messages.join('\n')).toMatch(/CONFORMANCE_NOT_REACHED: .*page 1, font Brush.*: not embedded/);
});

test('another standard is refused by the name of the option', () => {
  const { error } = pdfCompressOptions.safeParse({ conformance: 'pdfa-1b' });
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([['conformance', 'must be pdfa-2b']]);
});
