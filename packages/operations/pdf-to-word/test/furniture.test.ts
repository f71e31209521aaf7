import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose = 'A line of prose ends where the next word would not have fitted, and so the words run on.';

type Draw = Parameters<typeof convertDrawn>[0][number];

/** Pages of prose with something written on each. */
function pages(...extras: readonly Draw[]): readonly Draw[] {
  return extras.map(
    (extra, index): Draw =>
      (page, fonts) => {
        setProse(page, fonts.regular, `${'abcde'[index]} ${prose}`, 50, 90, 300);
        extra(page, fonts);
      },
  );
}

function running(parts: ReadonlyMap<string, string>): string {
  return [...parts].flatMap(([name, content]) => (/^word\/(header|footer)/.test(name) ? [content] : [])).join('');
}

test('a date in a footer is no page number', async () => {
  const footer: Draw = (page, { regular }) => write(page, regular, 9, 190, 480, 'As of 27/06/08');
  const { parts } = await convertDrawn(pages(footer, footer, footer));
  expect(running(parts)).toContain('27/06/08');
  expect(running(parts)).not.toContain('PAGE');
});

test('numbers of items that begin pages stay in the text', async () => {
  const item =
    (label: string): Draw =>
    (page, { regular }) =>
      write(page, regular, 10, 50, 40, label);
  const { xml, parts } = await convertDrawn(pages(item('2.'), item('7.'), item('12.')));
  expect(running(parts)).toBe('');
  expect(xml).toContain('7.');
});

test('a title is no running header for having its words', async () => {
  const header: Draw = (page, { regular }) => write(page, regular, 9, 50, 30, 'On prose');
  const title: Draw = (page, { regular }) => write(page, regular, 18, 50, 30, 'On prose');
  const { xml, parts } = await convertDrawn(pages(title, header, header));
  expect(xml).toContain('On prose');
  expect(running(parts)).toContain('On prose');
});

test('a first page without the header keeps the footer', async () => {
  const footer: Draw = (page, { regular }) => write(page, regular, 9, 190, 480, 'Draft');
  const both: Draw = (page, fonts) => {
    footer(page, fonts);
    write(page, fonts.regular, 9, 50, 30, 'On prose');
  };
  const { xml } = await convertDrawn(pages(footer, both, both));
  expect(xml).toContain('<w:titlePg/>');
  expect(xml).toMatch(/<w:footerReference w:type="first"/);
});

test('a number in the right margin has room there', async () => {
  const footer =
    (number: string): Draw =>
    (page, { regular }) => {
      write(page, regular, 9, 60, 480, 'Annual report');
      write(page, regular, 9, 380, 480, number);
    };
  const { parts } = await convertDrawn(pages(footer('1'), footer('2'), footer('3')));
  expect(running(parts)).toMatch(/w:right="-\d+"/);
});

test('a footer of the first page alone stays where it stood, and no words are lost', async () => {
  const header: Draw = (page, { regular }) => write(page, regular, 9, 50, 30, 'Journal of prose');
  const odd: Draw = (page, fonts) => {
    header(page, fonts);
    write(page, fonts.regular, 9, 50, 480, 'Dated 3 May');
  };
  const other: Draw = (page, fonts) => {
    header(page, fonts);
    write(page, fonts.regular, 9, 50, 480, 'Dated 4 June');
  };
  const { xml, parts } = await convertDrawn(pages(odd, other, other));
  expect(running(parts)).toContain('Journal of prose');
  expect(xml + running(parts)).toContain('3 May');
  expect(xml + running(parts)).toContain('4 June');
});

test('the header of pages with a wide upper margin is found, the first line of their text is not', async () => {
  const deep = (opening: string): Draw => {
    return (page, { regular }) => {
      write(page, regular, 9, 50, 80, 'On prose');
      setProse(page, regular, `${opening} ${prose}`, 50, 130, 300);
    };
  };
  const { parts, xml } = await convertDrawn(['First', 'Second', 'Third'].map(deep));
  expect(running(parts)).toContain('On prose');
  expect(xml).not.toContain('On prose');
  expect(xml).toContain('A line of prose');
});

/** Chapters of three pages: the first of each has no header, the others have the title of the chapter. */
function chapters(...titles: readonly string[]): readonly Draw[] {
  return titles.flatMap((title, chapter) =>
    [0, 1, 2].map(
      (index): Draw =>
        (page, fonts) => {
          const number = 3 * chapter + index + 1;
          if (index > 0) write(page, fonts.regular, 9, 50, 30, `${title}  ${number}`);
          else write(page, fonts.bold, 16, 50, 70, title);
          setProse(page, fonts.regular, `${'ABC'[index]} ${prose}`, 50, 110, 300);
        },
    ),
  );
}

test('running heads that change with the chapter are the headers of its section', async () => {
  const titles = ['On the sea', 'Of winds and tides', 'Home again'];
  const { xml, parts, paragraphs } = await convertDrawn(chapters(...titles));
  const headers = [...parts].filter(([name]) => name.startsWith('word/header')).map(([, content]) => content);
  for (const title of titles) {
    expect(headers.filter((header) => header.includes(title))).toHaveLength(1);
    expect(paragraphs.filter(({ text }) => text.includes(title))).toHaveLength(1);
  }
  expect(headers.filter((header) => header.includes('w:instr=" PAGE "'))).toHaveLength(3);
  expect(xml.match(/<w:sectPr/g)).toHaveLength(3);
  expect(xml.match(/<w:titlePg\/>/g)).toHaveLength(3);
});

test('a running head that changes inside a sentence begins no page', async () => {
  const half = (title: string, text: string): Draw => {
    return (page, { regular }) => {
      write(page, regular, 9, 50, 30, title);
      for (let line = 0; line < 26; line += 1)
        write(page, regular, 10, 50, 70 + 15 * line, `${text} ${prose}`.slice(0, 68));
    };
  };
  const { xml, warnings } = await convertDrawn([
    half('Winds', 'Winds blow'),
    half('Winds', 'and they blow'),
    half('Tides', 'and they rise'),
    half('Tides', 'and they fall'),
  ]);
  expect(xml.match(/<w:sectPr/g)).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test('the number of the page is a footer though the margin below it is wide', async () => {
  const number =
    (text: string): Draw =>
    (page, { regular }) =>
      write(page, regular, 10, 195, 418, text);
  const { xml, parts } = await convertDrawn(pages(number('1'), number('2'), number('3')));
  expect(running(parts)).toContain('PAGE');
  expect(xml).not.toContain('>2<');
});

test('a header that half of the left-hand pages lack is no text on the others', async () => {
  const header: Draw = (page, { regular }) => write(page, regular, 9, 50, 30, 'On prose');
  const none: Draw = () => {};
  const { xml, parts } = await convertDrawn(pages(none, none, header, header, header));
  expect(running(parts)).toContain('On prose');
  expect(xml).not.toContain('On prose');
});

test('blanks to sign in a footer are part of it', async () => {
  const footer: Draw = (page, { regular }) => {
    write(page, regular, 9, 50, 460, 'Contractor');
    write(page, regular, 9, 50, 475, '____________ / _______________ /');
    write(page, regular, 9, 250, 475, '____________ / ______________ /');
  };
  const { xml, parts } = await convertDrawn(pages(footer, footer, footer));
  expect(running(parts)).toContain('____ / ____');
  expect(xml).not.toContain('____');
});

test('the number on the second page of a letter is in its footer, a numbered heading there is none', async () => {
  const second = (text: string, y: number) =>
    pages(
      () => {},
      (page, { regular }) => write(page, regular, 10, 180, y, text),
    );
  const letter = await convertDrawn(second('Page 2', 470));
  expect(running(letter.parts)).toContain('PAGE');
  expect(letter.xml).not.toContain('>Page');
  const { xml } = await convertDrawn(second('2 Roles', 30));
  expect(xml).toContain('Roles');
});

test('the head of a ruled table that begins each page is of the table', async () => {
  const table =
    (row: string): Draw =>
    (page, { regular }) => {
      const fromTop = (y: number) => page.getHeight() - y;
      for (const [column, text] of ['Item', 'Spent', 'Left'].entries()) {
        write(page, regular, 10, 60 + 80 * column, 42, text);
        write(page, regular, 10, 60 + 80 * column, 62, `${row} ${text}`);
      }
      for (const y of [30, 50, 75])
        page.drawLine({ start: { x: 50, y: fromTop(y) }, end: { x: 290, y: fromTop(y) }, thickness: 0.5 });
      for (const x of [50, 130, 210, 290])
        page.drawLine({ start: { x, y: fromTop(30) }, end: { x, y: fromTop(75) }, thickness: 0.5 });
    };
  const { xml, parts } = await convertDrawn(pages(table('Rent of'), table('Wages and'), table('Taxes or')));
  expect(running(parts)).not.toContain('Spent');
  expect(xml).toMatch(/<w:tc>(?:(?!<\/w:tc>).)*Spent/s);
});

test('a number that counts with some pages, but is not the one they print, is text', async () => {
  const header =
    (number: number, exhibit = ''): Draw =>
    (page, { regular }) => {
      write(page, regular, 9, 50, 25, `page ${number + 50}`);
      write(page, regular, 9, 50, 40, exhibit);
    };
  const exhibits = [header(4, 'Exhibit (Cont. 4)'), header(5, 'Exhibit (Cont. 5)'), header(6)];
  const { xml, parts } = await convertDrawn(pages(...exhibits));
  expect(running(parts)).toContain('PAGE');
  expect(running(parts)).not.toContain('Exhibit');
  expect(xml).toContain('Exhibit (Cont. 4)');
});
