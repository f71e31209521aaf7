import { rgb } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

type Draw = Parameters<typeof convertDrawn>[0][number];

const prose = 'A line of prose ends where the next word would not have fitted, and so the words run on.';

async function running(...extras: readonly Draw[]): Promise<string> {
  const page: Draw = (page, fonts) => {
    setProse(page, fonts.regular, prose, 50, 90, 300);
    for (const extra of extras) extra(page, fonts);
  };
  const { parts } = await convertDrawn([page]);
  return [...parts].flatMap(([name, content]) => (/^word\/(header|footer)/.test(name) ? [content] : [])).join('');
}

test('small lines at the edges of a single page are its header and footer', async () => {
  const found = await running(
    (page, { regular }) => write(page, regular, 7, 50, 30, 'Journal of prose'),
    (page, { regular }) => write(page, regular, 7, 50, 480, 'Registered in England'),
  );
  expect(found).toContain('Journal of prose');
  expect(found).toContain('Registered in England');
});

test('a note at the foot, and a line as large as the text, stay text', async () => {
  const note: Draw = (page, { regular }) => write(page, regular, 7, 50, 480, '1 See there.');
  const large: Draw = (page, { regular }) => write(page, regular, 12, 50, 30, 'A letterhead');
  expect(await running(note, large)).toBe('');
});

test('a number by itself at the foot is that of the page', async () => {
  expect(await running((page, { regular }) => write(page, regular, 8, 195, 480, '29'))).toContain('29');
});

test('an address at the foot, far below a letter, is its footer, with the bar above it', async () => {
  const address: Draw = (page, { regular }) => {
    page.drawRectangle({ x: 50, y: 44, width: 300, height: 5, color: rgb(0.9, 0.7, 0) });
    write(page, regular, 12, 50, 475, 'Street of the Society 12, Hamburg');
  };
  expect(await running(address)).toContain('Street of the Society');
});

test('a rule beside the footer of a single page goes with it, and one at the end of the text stays', async () => {
  const page: Draw = (sheet, fonts) => {
    setProse(sheet, fonts.regular, prose, 50, 90, 300);
    const rule = (y: number) => sheet.drawLine({ start: { x: 50, y }, end: { x: 350, y }, thickness: 0.5 });
    rule(34);
    rule(140);
    write(sheet, fonts.regular, 7, 50, 480, 'Registered in England');
  };
  const { xml, parts } = await convertDrawn([page]);
  const header = [...parts].flatMap(([name, content]) => (name.startsWith('word/header') ? [content] : [])).join('');
  expect(header.match(/<wp:anchor/g)).toHaveLength(1);
  expect(xml.match(/<wp:anchor|<w:top w:val|<w:bottom w:val/g)).toHaveLength(1);
});

describe('small lines below the foot of the body, on the first page only', () => {
  const body = Array.from({ length: 40 }, () => prose)
    .join(' ')
    .slice(0, 1900);
  const page: Draw = (page, fonts) => {
    setProse(page, fonts.regular, body, 50, 60, 300);
    write(page, fonts.regular, 8, 50, 30, 'Proceedings of prose');
  };

  async function firstPage(...extras: readonly Draw[]) {
    const first: Draw = (...args) => {
      for (const draw of [page, ...extras]) draw(...args);
    };
    const { xml, parts } = await convertDrawn([first, page, page]);
    const of = (zone: string) =>
      [...parts].flatMap(([name, content]) => (name.startsWith(`word/${zone}`) ? [content] : []));
    return { xml, headers: of('header').join(''), footers: of('footer').join('') };
  }

  test('are a footer of that page, which keeps the header of all', async () => {
    const { xml, headers, footers } = await firstPage(
      (page, { regular }) => write(page, regular, 7, 50, 440, 'Copyright of the authors of prose'),
      (page, { regular }) => write(page, regular, 7, 50, 449, 'at their place'),
    );
    expect(footers).toContain('Copyright of the authors');
    expect(xml).not.toContain('Copyright of the authors');
    expect(xml).toContain('<w:titlePg/>');
    expect(headers).toContain('Proceedings of prose');
    expect(xml.match(/<w:headerReference w:type="(?:default|first)"/g)).toHaveLength(2);
  });

  test('leave the bottom margin of other pages as it is', async () => {
    const bottomOf = (xml: string) => Number(/w:bottom="(\d+)" w:left/.exec(xml)?.[1]);
    const with1 = await firstPage((page, { regular }) => write(page, regular, 7, 50, 440, 'Copyright of the authors'));
    const without = await firstPage();
    expect(bottomOf(with1.xml)).toBe(bottomOf(without.xml));
  });

  test('stay text where they are a note', async () => {
    const { xml } = await firstPage(
      (page, { regular }) => write(page, regular, 7, 50, 440, '51.'),
      (page, { regular }) => write(page, regular, 7, 80, 440, 'See there.'),
    );
    expect(xml).toContain('See there.');
  });
});
