import { expect, test } from 'vitest';
import { createGlyphCheck } from '../../src/ocr/checked-glyphs.ts';
import { blankPage, type Page, withRecognizedText } from '../../src/page-model.ts';

/** A page of lines with one word each; `variants` has the outline of characters that are drawn by several. */
function pageOf(texts: readonly string[], variants: (text: string, index: number) => number | undefined): Page {
  const page = withRecognizedText(
    blankPage({ number: 1, widthPt: 400, heightPt: 500 }),
    texts.map((text, index) => ({
      words: [{ text, box: boxAt(index, text), confidence: 1 }],
      baseline: 30 * index + 40,
    })),
  );
  const lines = page.lines.map((line, index) => ({
    ...line,
    words: line.words.map((word) => ({
      ...word,
      glyphs: word.glyphs.flatMap((whole) =>
        [...word.text].map((text) => {
          const variant = variants(text, index);
          return variant === undefined ? { ...whole, text } : { ...whole, text, variant };
        }),
      ),
    })),
  }));
  return { ...page, lines, drawnText: texts.join('\n') };
}

function boxAt(index: number, text: string) {
  return { x0: 50, y0: 30 * index + 30, x1: 50 + 6 * text.length, y1: 30 * index + 42 };
}

/** Checks a page whose words look like `seen`. */
async function check(page: Page, seen: readonly string[]) {
  const warnings: string[] = [];
  const raster = { data: new Uint8Array(400 * 500), widthPx: 400, heightPx: 500, dpi: 72 };
  const checkGlyphs = createGlyphCheck({
    draw: async () => raster,
    recognize: async () =>
      seen.map((text, index) => ({ words: [{ text, box: boxAt(index, text), confidence: 0.9 }], baseline: 40 })),
    otherwise: 'was left out',
    warn: (code, message) => void warnings.push(`${code}: ${message}`),
  });
  const { lines, drawnText } = await checkGlyphs(page);
  return { texts: lines.map(({ text }) => text), drawnText, warnings };
}

test('characters that the map of a font takes for others are read from their pictures', async () => {
  const page = pageOf(['1023', '1003', '1230'], (text, index) => (text === '0' ? (index === 1 ? 7 : 8) : undefined));
  const { texts, drawnText, warnings } = await check(page, ['1923', '1003', '1239']);
  expect(texts).toEqual(['1923', '1003', '1239']);
  expect(drawnText).toBe('1923\n1003\n1239');
  expect(warnings).toEqual([expect.stringMatching(/^TEXT_DOUBTFUL: .*read from the shapes of the glyphs/)]);
});

test('two kinds of figures and small capitals are as mapped', async () => {
  const page = pageOf(['1003', 'codé', 'Codé'], (text, index) => (/[0oé]/.test(text) ? index : undefined));
  const { texts, warnings } = await check(page, ['1003', 'CODE', 'Codé']);
  expect(texts).toEqual(['1003', 'codé', 'Codé']);
  expect(warnings).toEqual([]);
});

test('an outline that cannot be read is in doubt where the map is wrong for another', async () => {
  const page = pageOf(['1023', '1203', '40'], (text, index) => (text === '0' ? (index === 2 ? 7 : 8) : undefined));
  const { texts, warnings } = await check(page, ['1923', '1293', '4ll']);
  expect(texts).toEqual(['1923', '1293', '40']);
  expect(warnings).toEqual([expect.stringMatching(/^TEXT_DOUBTFUL: .*may be wrong/)]);
});

test('what was read once is in doubt, and left as it is', async () => {
  const page = pageOf(['1023', '1003'], (text, index) => (text === '0' ? index : undefined));
  const { texts, warnings } = await check(page, ['1923', '1003']);
  expect(texts).toEqual(['1023', '1003']);
  expect(warnings).toEqual([expect.stringMatching(/^TEXT_DOUBTFUL: .*may be wrong/)]);
});
