import { expect, test } from 'vitest';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const script = { S: 'JavaScript', JS: 'app.alert(1)' };

/** A document with a script, and with padding that compresses well or not at all. */
function scripted(padding: Uint8Array): Uint8Array {
  const pdf = createTestPdf();
  const padded = pdf.stream({}, padding, false);
  return pdf.finish({ content: '0 0 10 10 re f', catalog: { OpenAction: script, Padding: padded } });
}

test('active content is kept with a warning', async () => {
  const { document, warnings } = await runCompression(scripted(new Uint8Array(10_000)));
  expect(text(document)).toContain('/JavaScript');
  expect(warnings).toEqual(['ACTIVE_CONTENT']);
});

test('active content is removed when asked', async () => {
  const { document, warnings } = await runCompression(scripted(new Uint8Array(10_000)), 'medium', undefined, 'remove');
  expect(text(document)).not.toContain('/JavaScript');
  expect(warnings).toEqual(['ACTIVE_CONTENT_REMOVED']);
});

test('a file that cannot be made smaller does not come back with what was to be removed', async () => {
  const small = (await runCompression(scripted(new Uint8Array(10_000)))).bytes;
  const { document, warnings } = await runCompression(small, 'medium', undefined, 'remove');
  expect(text(document)).not.toContain('/JavaScript');
  expect(warnings).toEqual(['ACTIVE_CONTENT_REMOVED']);
});

function text({ context }: Awaited<ReturnType<typeof runCompression>>['document']): string {
  return context.enumerateIndirectObjects().join('\n');
}
