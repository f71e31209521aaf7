import { type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';
const grey = rgb(0.8, 0.8, 0.8);

function fill(page: PDFPage, x: number, top: number, width: number, height: number): void {
  page.drawRectangle({ x, y: page.getHeight() - top - height, width, height, color: grey });
}

function rule(page: PDFPage, x0: number, x1: number, y: number): void {
  const height = page.getHeight() - y;
  page.drawLine({ start: { x: x0, y: height }, end: { x: x1, y: height }, thickness: 1 });
}

test('a panel around paragraphs of one width is their shading, with its padding as borders of its color', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      fill(page, 44, 66, 312, 106);
      setProse(page, regular, prose, 50, 80, 300);
      setProse(page, regular, prose, 50, 136, 300);
      setProse(page, regular, prose, 50, 200, 300);
    },
  ]);
  expect(xml).not.toContain('prst="rect"');
  const shaded = paragraphs.filter(({ xml: own }) =>
    own.includes('<w:shd w:val="clear" w:color="auto" w:fill="CCCCCC"/>'),
  );
  expect(shaded).toHaveLength(2);
  const borders = shaded.map(({ xml: own }) => /<w:pBdr>.*<\/w:pBdr>/.exec(own)?.[0]);
  expect(borders[0]).toBe(borders[1]);
  expect(borders[0]).toMatch(/<w:left [^>]*w:space="6" w:color="CCCCCC"\/>/);
});

test('a rule below a heading is its bottom border, and what follows stands where it stood', async () => {
  const draw = (withRule: boolean) =>
    convertDrawn([
      (page, { regular, bold }) => {
        write(page, bold, 16, 50, 80, 'A heading');
        if (withRule) rule(page, 50, 350, 88);
        setProse(page, regular, prose, 50, 120, 300);
      },
    ]);
  const { xml, paragraphs } = await draw(true);
  expect(xml).not.toContain('prst="line"');
  expect(paragraphs[0]?.xml).toMatch(/<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="[3-6]"/);
  const before = (own = '') => Number(/w:before="(\d+)"/.exec(own)?.[1]);
  const plain = (await draw(false)).paragraphs;
  expect(before(plain[1]?.spacing) - before(paragraphs[1]?.spacing)).toBeGreaterThan(80);
});

test('a rule across the page far from text, and a panel that cuts a paragraph, stay where they were drawn', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      rule(page, 50, 350, 40);
      fill(page, 44, 66, 312, 34);
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(xml.match(/prst="rect"/g)).toHaveLength(1);
  expect(xml.match(/prst="line"/g)).toHaveLength(1);
  expect(xml).not.toContain('<w:pBdr>');
});

test('an upright rule is drawn as a narrow panel, since LibreOffice lays upright lines down', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawLine({ start: { x: 30, y: 450 }, end: { x: 30, y: 250 }, thickness: 2 });
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(xml).not.toContain('prst="line"');
  expect(xml).toMatch(/<wp:extent cx="25400" cy="2540000"\/>/);
});

test('a rule above the first line of a page comes nearer rather than push the text down', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      rule(page, 50, 350, 56);
      write(page, bold, 16, 50, 80, 'A heading');
      setProse(page, regular, prose, 50, 120, 300);
    },
  ]);
  const space = Number(/<w:top [^>]*w:space="(\d+)"/.exec(paragraphs[0]?.xml ?? '')?.[1]);
  const before = Number(/w:before="(\d+)"/.exec(paragraphs[0]?.spacing ?? '')?.[1]);
  expect(space).toBeLessThan(8);
  expect(before).toBeLessThan(20);
});

test('a short rule between two paragraphs is an empty paragraph with a border, which moves with them', async () => {
  const draw = (withRule: boolean) =>
    convertDrawn([
      (page, { regular }) => {
        setProse(page, regular, prose, 50, 80, 300);
        if (withRule) rule(page, 50, 194, 150);
        setProse(page, regular, `1 ${prose}`, 50, 170, 300);
      },
    ]);
  const { xml, paragraphs } = await draw(true);
  expect(xml).not.toContain('prst="line"');
  const [, parting, note] = paragraphs;
  expect(parting?.text).toBe('');
  expect(parting?.xml).toMatch(/<w:pBdr><w:bottom w:val="single" w:sz="8"/);
  // The column is 300 points wide, give or take half a point.
  expect(Number(/w:right="(\d+)"/.exec(parting?.xml ?? '')?.[1])).toBeGreaterThan(20 * 150);
  const spaceOf = (own = '') => Number(/w:before="(\d+)"/.exec(own)?.[1] ?? 0);
  const whole = spaceOf((await draw(false)).paragraphs[1]?.xml);
  expect(spaceOf(parting?.xml) + spaceOf(note?.xml)).toBeGreaterThan(whole - 60);
  expect(spaceOf(parting?.xml) + spaceOf(note?.xml)).toBeLessThanOrEqual(whole);
});

test('rules above the notes of pages stand at one place by chance, and belong to no header', async () => {
  const page =
    (name: string) =>
    (drawn: PDFPage, { regular }: { readonly regular: PDFFont }) => {
      setProse(drawn, regular, `${name} ${prose}`, 50, 80, 300);
      rule(drawn, 50, 150, 200);
      setProse(drawn, regular, `1 ${name} ${prose}`, 50, 220, 300);
    };
  const { xml, parts } = await convertDrawn([page('First'), page('Second'), page('Third')]);
  expect(xml.match(/<w:pBdr><w:bottom /g)).toHaveLength(3);
  expect([...parts.keys()].some((name) => name.includes('header'))).toBe(false);
});

test.each([
  ['in it', 44],
  ['beside it', 40],
])('a bar along the side of a panel, %s, is a border of the paragraph, which would hide it', async (_, x) => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      fill(page, 44, 66, 312, 50);
      page.drawRectangle({ x, y: page.getHeight() - 116, width: 4, height: 50, color: rgb(1, 0.4, 0) });
      setProse(page, regular, prose, 58, 80, 290);
      setProse(page, regular, prose, 50, 160, 300);
    },
  ]);
  expect(xml).not.toContain('prst="rect"');
  expect(paragraphs[0]?.xml).toMatch(/<w:left w:val="single" w:sz="32" [^>]*w:color="FF6600"\/>/);
  expect(paragraphs[0]?.xml).toContain('w:fill="CCCCCC"');
});
