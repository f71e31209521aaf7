import { createBoundaries, noBoundaries } from '@platen/pdf-kit';
import { openPageModel } from '@platen/pdf-kit/page-model';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { drawPdf } from './draw-pdf.ts';

const { breakable, broken } = await vi.hoisted(() => import('./broken-stages.ts'));

vi.mock(import('../src/page-model/text/build-words.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/attach-marks.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/outlined-letters.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/filled-blanks.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/unreadable-text.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/part-labels.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/text/drawn-text.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/content/join-mosaics.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/content/merge-rules.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/content/without-covered.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/page-model/read-tags.ts'), async (load) => breakable(await load()));

beforeEach(() => broken.clear());

const always = () => true;

/** Reads a page with two lines of text, a rule and a panel. */
async function readWith(boundaries: 'with' | 'without' = 'with') {
  const path = await drawPdf((pen) => {
    pen.text('The first line of text', 50, 100);
    pen.text('and the second one', 50, 120);
    pen.line(50, 140, 300, 140);
    pen.fill(50, 200, 300, 260, [0.8, 0.8, 0.8]);
  });
  const warnings: string[] = [];
  const reported = createBoundaries((code, message) => warnings.push(`${code}: ${message}`));
  const document = await openPageModel(path, { boundaries: boundaries === 'with' ? reported : noBoundaries });
  onTestFinished(() => document.close());
  const page = await document.readPage(1);
  return { page, texts: page.lines.map(({ text }) => text), warnings };
}

const both = ['The first line of text', 'and the second one'];

test('a line that cannot be read is its text as drawn, and the others are as they are', async () => {
  broken.set('buildWords', (glyphs) => (glyphs as readonly unknown[]).length === both[1]?.length);
  const { texts, warnings } = await readWith();
  expect(texts).toEqual(both);
  expect(warnings).toEqual([
    'INTERNAL_ERROR: A line on page 1 cannot be processed because of a fault in the software; its text is in drawing order',
  ]);
});

test.each([
  'attachMarks',
  'showOutlinedLetters',
  'joinMosaics',
  'fillBlanks',
  'findUnreadableText',
  'readTags',
  'partLabels',
  'mergeRules',
  'withoutCovered',
])('the text of a page is kept when %s fails', async (name) => {
  broken.set(name, always);
  const { texts, warnings } = await readWith();
  expect(texts).toEqual(both);
  expect(warnings).toEqual([
    expect.stringMatching(/^INTERNAL_ERROR: .* on page 1 cannot be processed because of a fault/),
  ]);
});

test('a page that cannot be read is its plain text, where it was', async () => {
  const { page: sound } = await readWith();
  broken.set('drawnText', always);
  const { page, texts, warnings } = await readWith();
  expect(texts).toEqual(both);
  expect(warnings).toContain(
    'INTERNAL_ERROR: Page 1 cannot be processed because of a fault in the software; its plain text is kept',
  );
  for (const [index, { box, baseline }] of page.lines.entries()) {
    expect(baseline).toBeCloseTo(sound.lines[index]?.baseline ?? 0, 0);
    expect(box.x0).toBeCloseTo(sound.lines[index]?.box.x0 ?? 0, 0);
    expect(box.x1).toBeCloseTo(sound.lines[index]?.box.x1 ?? 0, 0);
  }
});

test('without boundaries a fault is an error of the page, and never damage of the file', async () => {
  broken.set('buildWords', always);
  await expect(readWith('without')).rejects.toMatchObject({ code: 'INTERNAL_ERROR', details: { page: 1 } });
});
