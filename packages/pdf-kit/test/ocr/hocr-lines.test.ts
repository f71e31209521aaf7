import { expect, test } from 'vitest';
import { parseHocrLines } from '../../src/ocr/hocr-lines.ts';

const hocr = `<div class='ocr_page' id='page_1' title='image "stdin"; bbox 0 0 900 400; ppageno 0'>
 <div class='ocr_carea' title="bbox 10 10 500 90">
  <p class='ocr_par' id='par_1_1' lang='eng' title="bbox 10 10 500 90">
   <span class='ocr_header' id='line_1_1' title="bbox 10 10 300 40; baseline 0.01 -8; x_size 31; x_descenders 7; x_ascenders 8">
    <span class='ocrx_word' id='word_1_1' title='bbox 10 12 120 34; x_wconf 96'>Salt</span>
    <span class='ocrx_word' id='word_1_2' title='bbox 130 10 300 40; x_wconf 51'>&amp; <strong>pepper&#39;s</strong></span>
   </span>
  </p>
  <p class='ocr_par' id='par_1_2' lang='heb' dir='rtl' title="bbox 10 60 500 90">
   <span class='ocr_line' id='line_1_2' title="bbox 10 60 500 90; baseline 0 -6; x_size 30">
    <span class='ocrx_word' id='word_1_3' title='bbox 400 60 500 90; x_wconf 90' dir='rtl'>שלום</span>
    <span class='ocrx_word' id='word_1_4' title='bbox 10 60 20 90; x_wconf 3'> </span>
   </span>
  </p>
 </div>
</div>`;

test('lines of words are read with their boxes, baselines and direction', () => {
  expect(parseHocrLines(hocr)).toEqual([
    {
      words: [
        { text: 'Salt', box: { x0: 10, y0: 12, x1: 120, y1: 34 }, confidence: 0.96 },
        { text: "& pepper's", box: { x0: 130, y0: 10, x1: 300, y1: 40 }, confidence: 0.51 },
      ],
      baseline: { x0: 10, y0: 32, x1: 300, y1: 32 + 0.01 * 290 },
      heightPx: 31,
      direction: 'ltr',
      paragraph: 0,
    },
    {
      words: [{ text: 'שלום', box: { x0: 400, y0: 60, x1: 500, y1: 90 }, confidence: 0.9 }],
      baseline: { x0: 10, y0: 84, x1: 500, y1: 84 },
      heightPx: 30,
      direction: 'rtl',
      paragraph: 1,
    },
  ]);
});

test('a page without text has no lines', () => {
  expect(parseHocrLines("<div class='ocr_page' id='page_1' title='bbox 0 0 9 9'></div>")).toEqual([]);
});
