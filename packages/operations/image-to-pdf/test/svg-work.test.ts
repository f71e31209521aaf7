import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { svgWork } from '../src/svg-work.ts';

const svg = (body: string) => `<svg xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`;
const tenSquares = `<g id="ten">${'<rect/>'.repeat(10)}</g>`;
const blur = '<filter id="f"><feGaussianBlur/></filter>';
const million = 1_000_000;

/** Each with ten of the one before. */
const laughs = (text: (level: number, next: string) => string) =>
  Array.from({ length: 9 }, (_, level) => text(level, `n${level + 1}`)).join('');

test('what nothing refers to is drawn where it is, and definitions are not', () => {
  expect(svgWork(svg(tenSquares))).toBe(12);
  expect(svgWork(svg(`<defs>${tenSquares}</defs>`))).toBe(1);
});

test.each([
  [
    'uses',
    laughs((level, next) => `<g id="n${level}">${`<use xlink:href="#${next}"/>`.repeat(10)}</g>`),
    '<use href="#n0"/>',
  ],
  [
    'patterns',
    laughs((level, next) => `<pattern id="n${level}">${`<rect fill="url(#${next})"/>`.repeat(10)}</pattern>`),
    '<rect fill="url(#n0)"/>',
  ],
  [
    'masks',
    laughs((level, next) => `<mask id="n${level}">${`<rect mask="url('#${next}')"/>`.repeat(10)}</mask>`),
    '<rect style="mask:url(#n0)"/>',
  ],
  [
    'clips',
    laughs((level, next) => `<clipPath id="n${level}">${`<rect clip-path="url(#${next})"/>`.repeat(10)}</clipPath>`),
    '<rect clip-path="url(#n0)"/>',
  ],
  [
    'entities',
    `<!DOCTYPE svg[<!ENTITY n9 "">${laughs((level, next) => `<!ENTITY n${level} "${`<g>&${next};</g>`.repeat(10)}">`)}]>`,
    '&n0;',
  ],
])('%s are counted as often as they are drawn', (_, definitions, content) => {
  const head = definitions.startsWith('<!') ? definitions : '';
  expect(
    svgWork(`${head}${svg(`<defs>${head === '' ? `${definitions}<g id="n9"/>` : ''}</defs>${content}`)}`),
  ).toBeGreaterThan(million);
});

test.each([
  ['an attribute', '<rect filter="url(#f)"/>'],
  ['a style', '<rect style="filter: url(#f)"/>'],
  ['a style with escapes', '<rect style="f\\69 lter: url(#f)"/>'],
  ['a style with character references', '<rect style="&#102;ilter: url(#f)"/>'],
  ['a class', '<style>.a, .b > .c{filter:url(#f)}</style><rect class="x c"/>'],
  ['a rule for all', '<style><![CDATA[*{filter:url("#f")}]]></style>'],
  ['a function', '<rect filter="blur(5px)"/>'],
])('a step of a filter by %s counts as 20 shapes', (_, content) => {
  expect(svgWork(svg(blur + content))).toBeGreaterThanOrEqual(22);
  expect(svgWork(svg(blur + content))).toBeLessThan(100);
});

test('defaults of a document type count', () => {
  const head = '<!DOCTYPE svg[<!ATTLIST rect filter CDATA "url(#f)">]>';
  expect(svgWork(head + svg(`${blur}<rect/>`))).toBe(svgWork(svg(`${blur}<rect filter="url(#f)"/>`)));
});

test('a pattern of a group is drawn by all that is in it, a marker at each point', () => {
  const pattern = `<pattern id="p">${'<rect/>'.repeat(100)}</pattern>`;
  expect(svgWork(svg(`${pattern}<g fill="url(#p)">${'<rect/>'.repeat(100)}</g>`))).toBeGreaterThan(10_000);
  const marker = `<marker id="m">${'<rect/>'.repeat(100)}</marker>`;
  expect(svgWork(svg(`${marker}<path marker="url(#m)" d="${'M 1 2 '.repeat(100)}"/>`))).toBeGreaterThan(10_000);
});

test('what refers to itself ends', () => {
  expect(svgWork(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>'))).toBeLessThan(20);
  expect(svgWork(svg(`${'<g>'.repeat(12_000)}${'</g>'.repeat(12_000)}`))).toBe(Number.POSITIVE_INFINITY);
});

/** As an address, in the ways that one may be written. */
const written: readonly (readonly [string, (text: string) => string])[] = [
  ['base64', (text) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`],
  ['escapes', (text) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`],
  ['gzip', (text) => `data:image/svg+xml;base64,${gzipSync(text).toString('base64')}`],
];

test.each(written)('pictures that are SVG themselves count as what they draw: %s', (_, address) => {
  const rows = (count: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg">${'<rect width="9" height="9"/>'.repeat(count)}</svg>`;
  const of = (inner: string, uses: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg"><defs><image id="i" href="${address(inner)}"/></defs>${'<use href="#i"/>'.repeat(uses)}</svg>`;
  expect(svgWork(of(rows(100), 20))).toBeGreaterThan(20 * 100);
  expect(svgWork(of(of(of(rows(10), 100), 100), 100))).toBeGreaterThan(10 * 100 ** 3);
});

test('what pictures in each other expand to is bounded before it is read', () => {
  const entities = `<!DOCTYPE svg[<!ENTITY a "${'<g/>'.repeat(1_000)}">]>`;
  const inner = `${entities}<svg xmlns="http://www.w3.org/2000/svg">${'&a;'.repeat(1_500)}</svg>`;
  const images = Array.from(
    { length: 20 },
    (_, at) => `<image href="data:image/svg+xml;n=${at};base64,${Buffer.from(inner).toString('base64')}"/>`,
  );
  expect(svgWork(`<svg xmlns="http://www.w3.org/2000/svg">${images.join('')}</svg>`)).toBe(Number.POSITIVE_INFINITY);
});

test('a long run of letters counts by the square of its length, words in lines of their own do not', () => {
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
  expect(svgWork(svg(`<text>${'a'.repeat(5_000)}</text>`))).toBeGreaterThan(50_000);
  expect(svgWork(svg(`<text>${'<tspan y="9">five words in a line</tspan>'.repeat(1_000)}</text>`))).toBeLessThan(3_000);
  expect(svgWork(svg(`<style>${'a{}'.repeat(9_000)}</style><rect/>`))).toBeLessThan(10);
});
