import { expect, test } from 'vitest';
import { readSvgSize } from '../src/svg-size.ts';

const root = (width: string, height = '1in') => `<svg width="${width}" height="${height}">`;

test.each([
  ['96', 1],
  ['96px', 1],
  [' +1in ', 1],
  ['2.54cm', 1],
  ['25.4mm', 1],
  ['101.6Q', 1],
  ['72pt', 1],
  ['6pc', 1],
  ['.5in', 0.5],
  ['1e2mm', 100 / 25.4],
  ['1.5E+1PT', 15 / 72],
  ['3em', 0.5],
  ['6ex', 0.5],
])('a width of %s is %f inches', (width, inches) => {
  expect(readSvgSize(root(width))?.widthInches).toBeCloseTo(inches, 9);
});

test.each(['50%', '0', '-5', 'auto', '', '1in2', 'calc(1in)', '1 0'])('a width of %j is none', (width) => {
  expect(readSvgSize(root(width))).toBeNull();
});

test('lengths by the font are none where the root sets a font', () => {
  for (const font of ['font-size="20"', "style='color:red;font-size: 20px'", 'style="font: 20px serif"']) {
    expect(readSvgSize(`<svg width="3em" height="1in" ${font}>`)).toBeNull();
    expect(readSvgSize(`<svg width="3in" height="1in" ${font}>`)).not.toBeNull();
  }
});

test('the root is what no comment, attribute or name that begins alike says', () => {
  const text = `<!-- ${root('9in')} --><svgx width="8in" height="8in"/><s:svg title='width="7in"' width='1in' height="2in">`;
  expect(readSvgSize(text)).toMatchObject({ widthInches: 1, heightInches: 2 });
  expect(readSvgSize(`<!-- ${root('9in')}`)).not.toBeNull();
});

const many = 200_000;
test.each([
  '<!--'.repeat(many),
  '<svg '.repeat(many),
  '<svg "'.repeat(many),
  `<svg '${'"'.repeat(many)}`,
  root(`${'1'.repeat(many)}!`),
  root(`${' '.repeat(many)}!`),
  `<svg${' width="'.repeat(many)}>`,
])('a file made to be slow is read in no time (%#)', (text) => {
  const started = performance.now();
  readSvgSize(text);
  expect(performance.now() - started).toBeLessThan(2_000);
});
