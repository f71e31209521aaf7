import { beforeEach, expect, test, vi } from 'vitest';
import { convertBytes, drawPages, drawTable, setProse, write } from './docx.ts';

const { breakable, broken } = await vi.hoisted(() => import('../../../pdf-kit/test/broken-stages.ts'));

vi.mock(import('../../../flow-document/src/analysis/document-facts.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/figures/figures.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/formulas/formulas.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/headings/tagged-roles.ts'), async (load) =>
  breakable(await load()),
);
vi.mock(import('../../../flow-document/src/analysis/layout/page-frame.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/layout/page-layout.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/lists/drawn-bullets.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/running/line-numbers.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/running/lone-furniture.ts'), async (load) =>
  breakable(await load()),
);
vi.mock(import('../../../flow-document/src/analysis/text/drop-caps.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/analysis/text/upright-text.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/compose-paragraph.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/compose-table.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/document-title.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/heading-levels.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/heading-styles.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/place-rule.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/compose/split-sentences.ts'), async (load) => breakable(await load()));
vi.mock(import('@platen/pdf-kit/page-model'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/marks/drawn-marks.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/marks/running-marks.ts'), async (load) => breakable(await load()));
vi.mock(import('../../../flow-document/src/page-tables.ts'), async (load) => breakable(await load()));

beforeEach(() => broken.clear());

const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on.';
const cells = ['Name', 'Sum', 'Ann', '12', 'Ben', '7'];

/** A page with a heading, prose, a table and a figure, in Word; the words of it, sorted, and the warnings. */
async function convertWith(name = '', fails: () => boolean = () => true) {
  const pdf = await drawPages([
    (page, { regular, bold }) => {
      write(page, bold, 16, 50, 60, 'Results');
      setProse(page, regular, prose, 50, 90, 300);
      drawTable(page, 50, 250);
      for (const [index, text] of cells.entries()) {
        write(page, regular, 10, 54 + 60 * (index % 2), 264 + 20 * Math.floor(index / 2), text);
      }
      page.drawLine({ start: { x: 50, y: 120 }, end: { x: 350, y: 120 } });
      page.drawSvgPath('M 0,0 Q 60,60 120,0 L 140,40 Z', { x: 50, y: 100 });
    },
  ]);
  broken.set(name, fails);
  const { paragraphs, warnings } = await convertBytes(pdf);
  const words = paragraphs.flatMap(({ text }) => text.split(/\s+/).filter((word) => word !== ''));
  return { words: words.sort(), warnings };
}

const drawn = ['Results', ...prose.split(' '), ...cells].sort();

test('without a fault every word is there, and no warning', async () => {
  expect(await convertWith()).toEqual({ words: drawn, warnings: [] });
});

test.each([
  'findPageTables',
  'findFormulas',
  'layoutPage',
  'loneFurniture',
  'findLineNumbers',
  'withDropCaps',
  'withUprightText',
  'withDrawnBullets',
  'withFormValues',
  'composeTable',
  'composeParagraph',
  'headingLevel',
  'findDrawnMarks',
  'placeRule',
  'findFigures',
])('a document keeps all its words when %s fails, with a warning', async (name) => {
  const { words, warnings } = await convertWith(name);
  expect(words).toEqual(drawn);
  expect(new Set(warnings)).toEqual(new Set(['INTERNAL_ERROR']));
});

test.each([
  'measureFrames',
  'createFactCounter',
  'headingStylesOf',
  'createSplitSentences',
  'findTitle',
  'readTaggedRoles',
  'findRunningMarks',
])('%s, which is asked again with nothing to fail on, keeps all words when it fails', async (name) => {
  let calls = 0;
  const { words, warnings } = await convertWith(name, () => ++calls === 1);
  expect(words).toEqual(drawn);
  expect(new Set(warnings)).toEqual(new Set(['INTERNAL_ERROR']));
});
