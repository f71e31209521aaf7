import { expect, test } from 'vitest';
import { joinMosaics } from '../src/page-model/content/join-mosaics.ts';
import { createPageContent, type DecodedImage, type PageContent } from '../src/page-model/content/page-content.ts';
import type { Picture } from '../src/page-model/types.ts';

const pageBox = { x0: 0, y0: 0, x1: 595, y1: 842 };
/** Left half black, right half white. */
const piece: DecodedImage = { width: 2, height: 1, kind: 2, data: new Uint8Array([0, 0, 0, 255, 255, 255]) };

/** Pieces of 4 by 2 points in rows of eight, some of them turned upside down. */
function content(count: number, turned = false): PageContent {
  const pictures = Array.from({ length: count }, (_, index): Picture => {
    const [x0, y0] = [100 + 4 * (index % 8), 200 + 2 * Math.floor(index / 8)];
    const look = { widthPx: 2, heightPx: 1, mask: false, rotation: turned ? 180 : 0, mirrored: false };
    return { pageNumber: 1, index, box: { x0, y0, x1: x0 + 4, y1: y0 + 2 }, ...look };
  });
  const pictureSources = pictures.map(() => ({ source: piece, color: '#000000' }));
  return { ...createPageContent(pageBox), pictures, pictureSources };
}

const imageOf = (source: unknown) => (typeof source === 'object' ? (source as DecodedImage) : null);

test('many small pictures edge to edge are one', () => {
  const { pictures, pictureSources } = joinMosaics(content(40), imageOf);
  expect(pictures).toMatchObject([{ index: 0, widthPx: 16, heightPx: 5, box: { x0: 100, y0: 200, x1: 132, y1: 210 } }]);
  const { data } = imageOf(pictureSources[0]?.source) ?? {};
  expect([...(data ?? [])].slice(0, 12)).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
});

test('pieces are joined as they look on the page', () => {
  const { pictureSources } = joinMosaics(content(40, true), imageOf);
  const { data } = imageOf(pictureSources[0]?.source) ?? {};
  expect([...(data ?? [])].slice(0, 8)).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
});

test('a few pictures stay as they are', () => {
  expect(joinMosaics(content(8), imageOf).pictures).toHaveLength(8);
});
