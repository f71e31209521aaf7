import { blankPage, type Page, type RecognizedWord, withRecognizedText } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { withoutReadPictures } from '../src/without-read-pictures.ts';

const picture = { pageNumber: 1, widthPx: 400, heightPx: 400, mask: false, rotation: 0, mirrored: false };

test('the picture that text was read from goes, as large as the page or smaller', () => {
  const rows = Array.from({ length: 8 }, (_, row) => word('receipt', 110, 110 + 20 * row));
  const cover = { ...picture, index: 0, box: { x0: 0, y0: 0, x1: 390, y1: 480 } };
  const receipt = { ...picture, index: 1, box: { x0: 100, y0: 100, x1: 260, y1: 270 } };
  const read = pageOf(rows, [cover, receipt]);
  const page = withoutReadPictures(read, read);
  expect(page.pictures).toEqual([]);
  expect(page.lines).toHaveLength(8);
});

test('a photograph with a word in it stays, and the word is not there twice', () => {
  const photograph = { ...picture, index: 0, box: { x0: 100, y0: 100, x1: 300, y1: 300 } };
  const read = pageOf([word('STOP', 150, 150), word('below', 120, 400)], [photograph]);
  const page = withoutReadPictures(read, read);
  expect(page.pictures).toEqual([photograph]);
  expect(page.lines.map(({ text }) => text)).toEqual(['below']);
});

test('rules that were found in a picture that stays go, and rules that the file draws over it stay', () => {
  const photograph = { ...picture, index: 0, box: { x0: 100, y0: 100, x1: 300, y1: 300 } };
  const drawn = { ...pageOf([word('below', 120, 400)], [photograph]), rules: [ruleAt(150)] };
  const read = { ...drawn, rules: [...drawn.rules, ruleAt(200), ruleAt(400)] };
  expect(withoutReadPictures(read, drawn).rules.map(({ y0 }) => y0)).toEqual([150, 400]);
});

function ruleAt(y: number): Page['rules'][number] {
  return { orientation: 'horizontal', x0: 120, y0: y, x1: 280, y1: y, widthPt: 1, color: '#000000', dashed: false };
}

function word(text: string, x0: number, y0: number): RecognizedWord {
  return { text, box: { x0, y0, x1: x0 + 60, y1: y0 + 9 }, confidence: 1 };
}

function pageOf(words: readonly RecognizedWord[], pictures: Page['pictures']): Page {
  const blank = blankPage({ number: 1, widthPt: 400, heightPt: 500 });
  return withRecognizedText(
    { ...blank, pictures },
    words.map((one) => ({ words: [one], baseline: one.box.y1 })),
  );
}
