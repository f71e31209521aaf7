import { rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

test('what is above the first column is a paragraph of its own: its space would lower all columns', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below. ';
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 12, 40, 140, 'Contact');
      setProse(
        page,
        regular,
        'A street and a town that is long enough to be set on two lines here. '.repeat(4),
        40,
        156,
        80,
      );
      setProse(page, regular, prose.repeat(14), 150, 50, 220);
    },
  ]);
  const [spacer, title] = paragraphs;
  expect(spacer?.text).toBe('');
  expect(spacer?.xml).toMatch(/w:line="1\d{3}" w:lineRule="exact"/);
  expect(title?.text).toBe('Contact');
  expect(title?.spacing ?? '').not.toMatch(/w:before="\d{4}"/);
});

test('authors above the columns of a paper are columns of a section of their own, read before the text', async () => {
  const left = 'The text of the first column says at length what the paper is about and why. ';
  const right = 'The text of the second column goes on with what was found and what it means. ';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 16, 90, 50, 'What a paper is about');
      const authors = [
        [45, ['First Author', 'Some Institute', 'A Town']],
        [220, ['Second Author', 'Another Institute', 'Elsewhere']],
      ] as const;
      for (const [x, lines] of authors) {
        lines.forEach((line, index) => {
          write(page, regular, 9, x + (150 - regular.widthOfTextAtSize(line, 9)) / 2, 80 + 12 * index, line);
        });
      }
      setProse(page, regular, left.repeat(10), 45, 130, 150);
      setProse(page, regular, right.repeat(10), 220, 130, 150);
    },
  ]);
  const order = ['First Author', 'Second Author', 'The text of the first', 'The text of the second'];
  const places = order.map((start) => paragraphs.findIndex(({ text }) => text.startsWith(start)));
  expect(places).toEqual([...places].sort((first, second) => first - second));
  expect(places).not.toContain(-1);
  expect(xml.match(/<w:cols w:num="2"/g)).toHaveLength(2);
});

test('columns that end at the foot of a page move up a little, so that they have room to spare', async () => {
  const text = 'What is said in the smaller letters of a column goes on for some lines and ends there. ';
  const spaceAbove = async (top: number) => {
    const { paragraphs } = await convertDrawn([
      (page, { regular, bold }) => {
        write(page, bold, 16, 90, 50, 'What the page is about');
        setProse(page, regular, text, 45, top, 150);
        setProse(page, regular, text.repeat(3), 220, top, 150);
      },
    ]);
    return Number(/w:after="(\d+)"/.exec(paragraphs[0]?.spacing ?? '')?.[1]) / 20;
  };
  expect((await spaceAbove(410)) - (await spaceAbove(240))).toBeLessThan(410 - 240 - 10);
});

test('text runs on by itself between equally wide columns, and not from a panel into the text beside it', async () => {
  const text = 'The text of a column says at length what it has to say. ';
  const columnBreaks = async (left: number, right: number) => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        setProse(page, regular, text.repeat(Math.round(left / 2.5)), 40, 50, left);
        setProse(page, regular, text.repeat(Math.round(right / 2.5)), 60 + left, 50, right);
      },
    ]);
    return xml.match(/<w:br w:type="column"\/>/g)?.length ?? 0;
  };
  expect(await columnBreaks(150, 150)).toBe(0);
  expect(await columnBreaks(100, 200)).toBe(1);
});

test('a paragraph that begins a column does not also end the section: LibreOffice takes its style away', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below. ';
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      setProse(page, regular, prose.repeat(5), 40, 50, 200);
      setProse(page, bold, 'A sentence that the page quotes in words of its own.', 270, 60, 100);
      setProse(page, regular, prose.repeat(4), 40, 240, 330);
    },
  ]);
  const broken = paragraphs.filter(({ xml }) => xml.includes('w:type="column"'));
  expect(broken).toHaveLength(1);
  expect(broken.filter(({ xml }) => xml.includes('<w:sectPr'))).toEqual([]);
});

test('the sections of a page have the margins of the widest: LibreOffice narrows columns that reach over them', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below. ';
  const { xml } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 24, 40, 50, 'A name of a person');
      for (let line = 0; line < 24; line++)
        write(page, regular, 9, 40, 90 + 12 * line, 'About what was done for years');
      setProse(page, regular, prose.repeat(2), 230, 90, 150);
    },
  ]);
  const right = [...xml.matchAll(/<w:pgMar [^>]*w:right="(\d+)"/g)].map(([, twips]) => Number(twips));
  expect(right.length).toBeGreaterThan(1);
  expect(Math.max(...right) - Math.min(...right)).toBeLessThan(20);
});

test('what is on a tall panel is a column: no row, and no table between rules, goes over its side', async () => {
  const skills = ['Welding', 'Metrology', 'Casting', 'Planning', 'Audits', 'Training'];
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular, bold }) => {
      page.drawRectangle({ x: 0, y: 0, width: 130, height: 500, color: rgb(0.15, 0.2, 0.22) });
      skills.forEach((skill, index) => {
        write(page, regular, 10, 20, 60 + 40 * index, skill);
        write(page, bold, 10, 150, 60 + 40 * index, `Position ${index + 1}`);
        write(page, regular, 10, 330, 60 + 40 * index, '2020');
        page.drawLine({ start: { x: 150, y: 426 - 40 * index }, end: { x: 370, y: 426 - 40 * index }, thickness: 1 });
      });
    },
  ]);
  expect(xml).toMatch(/<w:cols w:num="2"/);
  const texts = paragraphs.map(({ text }) => text.trim());
  expect(texts.filter((text) => skills.includes(text))).toEqual(skills);
});
