import { expect, test } from 'vitest';
import { blankPage, type Crop, turnPage } from '../src/page-model.ts';

test('what is cut off of a picture turns with its page', () => {
  const crop: Crop = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 };
  const box = { x0: 10, y0: 10, x1: 60, y1: 40 };
  const size = { widthPx: 100, heightPx: 60, mask: false, rotation: 0, mirrored: false };
  const page = {
    ...blankPage({ number: 1, widthPt: 200, heightPt: 300 }),
    pictures: [{ pageNumber: 1, index: 0, box, ...size, crop }],
  };
  const turned = turnPage(page, 90);
  expect(turned.pictures[0]?.crop).toEqual({ left: 0.4, top: 0.1, right: 0.2, bottom: 0.3 });
  expect(turnPage(turned, 270).pictures[0]?.crop).toEqual(crop);
});
