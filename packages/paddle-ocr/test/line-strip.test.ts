import { expect, test } from 'vitest';
import { cutStrip, stripFrame, stripInput } from '../src/line-strip.ts';

/** A white page with a grey ramp along a slanted bar: dark at its start, lighter towards its end. */
function barAt(degrees: number) {
  const [widthPx, heightPx] = [300, 300];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const data = new Uint8Array(widthPx * heightPx).fill(255);
  for (let at = 0; at < data.length; at += 1) {
    const [dx, dy] = [(at % widthPx) + 0.5 - 150, Math.floor(at / widthPx) + 0.5 - 150];
    const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
    if (Math.abs(u) <= 100 && Math.abs(v) <= 24) data[at] = 100 + u;
  }
  return { page: { data, widthPx, heightPx, dpi: 200 }, angle };
}

test.each([-20, 0, 12, 40])('a strip is the straightened region (%i degrees)', (degrees) => {
  const { page, angle } = barAt(degrees);
  const region = { centreX: 150, centreY: 150, length: 200, height: 48, angle };
  const strip = cutStrip(page, stripFrame(region, false));
  expect([strip.widthPx, strip.heightPx]).toEqual([200, 48]);
  const middle = (column: number) => strip.data[24 * 200 + column] ?? 0;
  expect(Math.abs(middle(50) - 50)).toBeLessThan(4);
  expect(Math.abs(middle(150) - 150)).toBeLessThan(4);
});

test('a strip of text that runs down begins at its top', () => {
  const { page } = barAt(90);
  const region = { centreX: 150, centreY: 150, length: 48, height: 200, angle: 0 };
  const strip = cutStrip(page, stripFrame(region, true));
  expect([strip.widthPx, strip.heightPx]).toEqual([200, 48]);
  expect(Math.abs((strip.data[24 * 200 + 50] ?? 0) - 50)).toBeLessThan(4);
});

test('what is wider than a strip is grey in its three channels', () => {
  const strip = { data: Uint8Array.from([0, 255]), widthPx: 2, heightPx: 1 };
  expect([...stripInput(strip, 3)]).toEqual([-1, 1, 0, -1, 1, 0, -1, 1, 0]);
});
