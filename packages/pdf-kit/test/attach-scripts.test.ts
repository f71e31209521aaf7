import { expect, test } from 'vitest';
import { attachScripts, type Segment } from '../src/page-model/text/attach-scripts.ts';
import { openPageModel, type Page } from '../src/page-model.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

async function linesOf(draw: (pen: Pen) => void): Promise<readonly string[]> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return (await document.readPage(1)).lines.map(written);
  } finally {
    await document.close();
  }
}

/** The words of a line, scripts behind `^` and `_`. */
function written({ words }: Page['lines'][number]): string {
  const marks = { normal: '', superscript: '^', subscript: '_' } as const;
  return words.map(({ script, text }) => marks[script] + text).join(' ');
}

test('the scripts of several letters join the letters they stand at', async () => {
  const lines = await linesOf((pen) => {
    pen.text('v', 72, 100);
    pen.text('1', 77, 102, { size: 6 });
    pen.text(', v', 81, 100);
    pen.text('2', 91.5, 102, { size: 6 });
    pen.text('and more', 98, 100);
  });
  expect(lines).toEqual(['v _1 , v _2 and more']);
});

test('a subscript stands under a superscript, each in one piece', async () => {
  const lines = await linesOf((pen) => {
    pen.text('the F', 72, 100);
    pen.text('i-1', 95, 96, { size: 6 });
    pen.text('q', 95, 103, { size: 6 });
    pen.text('of it', 106, 100);
  });
  expect(lines).toEqual(['the F ^i-1 _q of it']);
});

test('a line goes on behind a long script', async () => {
  const lines = await linesOf((pen) => {
    pen.text('from P', 72, 100);
    pen.text('drop, total', 104, 102, { size: 6 });
    pen.text('to Q', 134, 100);
  });
  expect(lines).toEqual(['from P _drop, _total to Q']);
});

test('a mark is of the line that begins an en space behind it, and no label further off is', async () => {
  const lines = await linesOf((pen) => {
    pen.text('1', 72, 96, { size: 6 });
    pen.text('Institute of Physics', 81, 100);
    pen.text('2', 72, 116, { size: 6 });
    pen.text('A cell beside a label', 83, 120);
  });
  expect(lines).toEqual(['^1 Institute of Physics', '2', 'A cell beside a label']);
});

test('lines of text beside a large sign are no scripts of it', async () => {
  const lines = await linesOf((pen) => {
    pen.text('Add the amounts in the far right column here', 72, 92, { size: 8 });
    pen.text('and enter them in the line below this line', 72, 102, { size: 8 });
    pen.text('}', 240, 104, { size: 40 });
  });
  expect(lines.filter((line) => line.includes('Add') && line.includes('enter'))).toEqual([]);
});

test('letters moved inside a word are of its line', async () => {
  // The logo of TeX: an E lower than its neighbours and close to them, twice on a line.
  const lines = await linesOf((pen) => {
    pen.text('Set in T', 72, 100);
    pen.text('E', 105.2, 102.2);
    pen.text('X, not in T', 110.8, 100);
    pen.text('E', 155.2, 102.2);
    pen.text('X itself', 160.8, 100);
  });
  expect(lines).toEqual(['Set in TEX, not in TEX itself']);
});

test('each base of a page that is full of them gets its script', () => {
  const count = 4_000;
  const segments = Array.from({ length: count }, (_, index): Segment[] => {
    const start = 14 * (index % 40);
    const baseline = 30 * Math.floor(index / 40);
    return [
      { glyphs: [], start, end: start + 5, baseline, sizePt: 10 },
      { glyphs: [], start: start + 5.6, end: start + 8, baseline: baseline - 2, sizePt: 5 },
    ];
  }).flat();
  const attached = attachScripts(segments);
  expect(attached).toHaveLength(count);
  expect(attached.every(({ start, end }) => end - start === 8)).toBe(true);
});

test('a mark in the next smaller size of CSS is a superscript where it is raised', async () => {
  const lines = await linesOf((pen) => {
    pen.text('acid', 72, 100, { size: 10.5 });
    pen.text('1', 94, 95.5, { size: 9 });
    pen.text('and more', 102, 100, { size: 10.5 });
  });
  expect(lines).toEqual(['acid ^1 and more']);
});
