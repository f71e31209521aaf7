import {
  type BitPlane,
  clearRun,
  countBits,
  createBitPlane,
  fillRun,
  invert,
  packBelow,
  packZeros,
  rowsOfZeros,
  unpackRow,
  unpackZeros,
  zerosOfRows,
} from '@platen/pdf-kit/bilevel';
import { expect, test } from 'vitest';
import { packBits } from '../src/images/pack-bits.ts';
import { despeckle, dilate, erode, halvePlane } from '../src/layers/plane-operations.ts';

const sizes = [
  [1, 1],
  [31, 5],
  [32, 4],
  [33, 7],
  [97, 40],
] as const;

/** Pixels from a fixed seed, as rows of 0 and 1. */
function noise(width: number, height: number, share: number): number[][] {
  let seed = 17;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  return Array.from({ length: height }, () => Array.from({ length: width }, () => (random() < share ? 1 : 0)));
}

function pack(rows: number[][]): BitPlane {
  const width = rows[0]?.length ?? 0;
  const data = Uint8Array.from(rows.flat(), (value) => 1 - value);
  return packBelow({ data, width, height: rows.length }, () => new Uint8Array(width).fill(1));
}

function unpack(plane: BitPlane): number[][] {
  return Array.from({ length: plane.height }, (_, row) => {
    const pixels = new Uint8Array(plane.width);
    unpackRow(plane, row, pixels, 0);
    return [...pixels];
  });
}

function mapped(rows: number[][], value: (at: (dx: number, dy: number) => number) => boolean): number[][] {
  return rows.map((row, y) => row.map((_, x) => (value((dx, dy) => rows[y + dy]?.[x + dx] ?? 0) ? 1 : 0)));
}

function countAround(at: (dx: number, dy: number) => number, reach: number): number {
  let count = 0;
  for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) count += at(dx, dy);
  return count;
}

test.each(sizes)('words of pixels hold what pixels hold: %d × %d', (width, height) => {
  const rows = noise(width, height, 0.4);
  const plane = pack(rows);
  expect(unpack(plane)).toEqual(rows);
  expect(countBits(plane)).toBe(rows.flat().filter((value) => value === 1).length);
  expect(unpack(invert(plane))).toEqual(rows.map((row) => row.map((value) => 1 - value)));
  expect(countBits(invert(plane)) + countBits(plane)).toBe(width * height);
});

test.each(sizes)('neighbours count across words and not across the ends of rows: %d × %d', (width, height) => {
  for (const share of [0.02, 0.3, 0.8]) {
    const rows = noise(width, height, share);
    const plane = pack(rows);
    for (const reach of [1, 2, 3]) {
      expect(unpack(dilate(plane, reach))).toEqual(mapped(rows, (at) => countAround(at, reach) > 0));
    }
    expect(unpack(despeckle(plane))).toEqual(mapped(rows, (at) => at(0, 0) === 1 && countAround(at, 1) > 2));
    const inner = mapped(rows, (at) => at(0, 0) + at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) === 5);
    expect(unpack(erode(plane))).toEqual(inner);
  }
});

test.each(sizes)('a pixel of a halved plane is set where any of four is: %d × %d', (width, height) => {
  const rows = noise(width, height, 0.6);
  const four = (x: number, y: number) =>
    [rows[2 * y]?.[2 * x], rows[2 * y]?.[2 * x + 1], rows[2 * y + 1]?.[2 * x], rows[2 * y + 1]?.[2 * x + 1]].filter(
      (value) => value !== undefined,
    );
  const half = Array.from({ length: Math.ceil(height / 2) }, (_, y) =>
    Array.from({ length: Math.ceil(width / 2) }, (_, x) => (four(x, y).includes(1) ? 1 : 0)),
  );
  expect(unpack(halvePlane(pack(rows)))).toEqual(half);
});

test.each([
  [0, 1],
  [31, 33],
  [5, 70],
  [64, 96],
  [0, 97],
])('a run from %d to %d is filled and cleared', (from, to) => {
  const plane = createBitPlane(97, 3);
  fillRun(plane, 1, from, to);
  const row = Array.from({ length: 97 }, (_, x) => (x >= from && x < to ? 1 : 0));
  expect(unpack(plane)).toEqual([row.map(() => 0), row, row.map(() => 0)]);
  clearRun(plane, 1, from, to);
  expect(countBits(plane)).toBe(0);
});

test.each(sizes)('rows of bits, and bytes, of %d × %d pixels are the ones they were', (width, height) => {
  const values = Uint8Array.from(noise(width, height, 0.9).flat());
  const plane = packZeros(values, width, height);
  expect(zerosOfRows(packBits(values, width, height, 1), width, height)).toEqual(plane);
  expect(rowsOfZeros(plane)).toEqual(packBits(values, width, height, 1));
  expect(unpackZeros(plane)).toEqual(values.map((value) => (value === 0 ? 0 : 255)));
});
