import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose = 'A line of prose ends where the next word would not have fitted, and so the words run on.';

function pagesFrom(first: number, label: (number: number) => string) {
  return [0, 1, 2].map(
    (index) =>
      (page: Parameters<typeof setProse>[0], { regular }: { regular: Parameters<typeof setProse>[1] }) => {
        setProse(page, regular, `${'abc'[index]} ${prose}`, 50, 90, 300);
        write(page, regular, 9, 190, 480, label(first + index));
      },
  );
}

test('pages that are numbered from another number begin there', async () => {
  const { xml, parts } = await convertDrawn(pagesFrom(63, (number) => `Page ${number} of 80`));
  const footers = [...parts].filter(([name]) => name.startsWith('word/footer')).map(([, content]) => content);
  expect(xml).toContain('<w:pgNumType w:start="63"/>');
  expect(footers.join('')).toContain('w:instr=" PAGE "');
});

test('pages that are numbered from 1, or show a year, need no start', async () => {
  const counted = await convertDrawn(pagesFrom(1, (number) => `Page ${number}`));
  const dated = await convertDrawn(pagesFrom(1, (number) => `May 2026 – ${number}`));
  expect(counted.xml + dated.xml).not.toContain('w:pgNumType');
});

test('a part that is numbered anew is a section that begins with 1', async () => {
  const { xml } = await convertDrawn([
    ...pagesFrom(1, (number) => `Page ${number}`),
    ...pagesFrom(1, (number) => `Page ${number}`),
  ]);
  expect(xml.match(/<w:pgNumType w:start="\d+"\/>/g)).toEqual(['<w:pgNumType w:start="1"/>']);
  expect(xml.match(/<w:sectPr/g)).toHaveLength(2);
});

test('front matter with roman numerals is a section of its own', async () => {
  const { xml, parts } = await convertDrawn([
    ...pagesFrom(0, (number) => `Report of the year ${['i', 'ii', 'iii'][number]}`),
    ...pagesFrom(1, (number) => `Report of the year ${number}`),
  ]);
  expect(xml.match(/<w:pgNumType [^>]*>/g)).toEqual([
    '<w:pgNumType w:fmt="lowerRoman"/>',
    '<w:pgNumType w:start="1"/>',
  ]);
  const footers = [...parts].filter(([name]) => name.startsWith('word/footer')).map(([, content]) => content);
  expect(footers.every((footer) => footer.includes('w:instr=" PAGE "'))).toBe(true);
  expect(xml).not.toContain('Report of the year');
});

test('a chapter that begins on a page without a number counts that page', async () => {
  const bare = pagesFrom(1, () => 'Chapter')
    .slice(0, 1)
    .map((draw) => draw);
  const { xml } = await convertDrawn([
    ...pagesFrom(1, (number) => `– ${number} –`),
    ...bare,
    ...pagesFrom(2, (number) => `– ${number} –`),
  ]);
  expect(xml.match(/<w:pgNumType w:start="\d+"\/>/g)).toEqual(['<w:pgNumType w:start="1"/>']);
});

test('below a stamp that numbers the pages otherwise, their own numbers stay what they are', async () => {
  const stamped = pagesFrom(1, (number) => String(number)).map(
    (draw, index): Parameters<typeof convertDrawn>[0][number] =>
      (page, fonts) => {
        draw(page, fonts);
        write(page, fonts.regular, 8, 100, 20, `Case 12, Filed today, Page ${index + 3} of 15`);
      },
  );
  const { xml, parts, paragraphs } = await convertDrawn(stamped);
  const headers = [...parts].flatMap(([name, content]) => (name.startsWith('word/header') ? [content] : []));
  expect(headers.join('')).toContain('w:instr=" PAGE "');
  expect(xml).toContain('<w:pgNumType w:start="3"/>');
  expect([...parts.keys()].some((name) => name.startsWith('word/footer'))).toBe(false);
  expect(paragraphs.flatMap(({ text }) => (/^\d$/.test(text) ? [text] : []))).toEqual(['1', '2', '3']);
});
