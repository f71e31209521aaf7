import type { Box, Line } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { PageLayout } from '../src/analysis/layout/page-layout.ts';
import { findTurnedTexts } from '../src/marks/turned-texts.ts';

/** A line that reads upwards. `onStyle` is called whenever its style is read. */
function line(text: string, box: Box, sizePt = 10, onStyle = () => {}): Line {
  const own = { text, box, angle: 270, baseline: box.x1, words: [{ text, box }] };
  const get = () => {
    onStyle();
    return { sizePt };
  };
  return Object.defineProperty(own, 'style', { get }) as unknown as Line;
}

function textsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  const layout = { page: { lines }, bands: [], footnotes: [], backgrounds: [] } as unknown as PageLayout;
  return findTurnedTexts(layout).map((text) => text.lines.map((own) => own.text));
}

const upright = (x0: number, y0: number): Box => ({ x0, y0, x1: x0 + 10, y1: y0 + 40 });

test('lines beside each other are one text, those of another size or further away others', () => {
  const lines = [
    line('first', upright(10, 10)),
    line('far', upright(200, 10)),
    line('second', upright(22, 10)),
    line('large', upright(34, 10), 14),
    line('third', upright(34, 10)),
  ];
  expect(textsOf(lines)).toEqual([['first', 'second', 'third'], ['far'], ['large']]);
});

test('a text that has grown over the page takes what is in its middle', () => {
  const row = Array.from({ length: 40 }, (_, at) => line(`${at}`, upright(10 + at * 12, 10 + at * 12)));
  const [texts = [], ...others] = textsOf([...row, line('inside', upright(400, 60))]);
  expect([texts.length, others]).toEqual([41, []]);
});

test('a line is compared with the texts near to it alone', () => {
  let reads = 0;
  const lines = Array.from({ length: 3_000 }, (_, at) =>
    line('up', upright((at % 60) * 40, Math.floor(at / 60) * 80), 10, () => {
      reads += 1;
    }),
  );
  expect(textsOf(lines)).toHaveLength(3_000);
  expect(reads).toBeLessThan(30_000);
});
