import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertBytes, convertDrawn, write } from './docx.ts';

test('a rule and a panel of the page are shapes behind its text', async () => {
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      page.drawRectangle({ x: 0, y: 420, width: 400, height: 80, color: rgb(0.2, 0.2, 0.4) });
      page.drawLine({ start: { x: 50, y: 300 }, end: { x: 350, y: 300 }, thickness: 1 });
      write(page, regular, 20, 50, 50, 'A title on a panel');
      write(page, regular, 10, 50, 150, 'Text of the page.');
    },
  ]);
  expect(xml.match(/prst="rect"/g)).toHaveLength(1);
  expect(xml).toContain('<a:srgbClr val="333366"/>');
  expect(xml.match(/prst="line"/g)).toHaveLength(1);
  expect(paragraphs.map(({ text }) => text)).toEqual(['A title on a panel', 'Text of the page.']);
});

test('round corners of panels, circles with text and bars without stay round', async () => {
  const bar = (width: number) =>
    `M2 0 L${width - 2} 0 Q${width} 0 ${width} 2 Q${width} 4 ${width - 2} 4 L2 4 Q0 4 0 2 Q0 0 2 0 Z`;
  const { xml, paragraphs } = await convertDrawn([
    (page, { regular }) => {
      page.drawCircle({ x: 80, y: 440, size: 30, color: rgb(0.6, 0.8, 0.9) });
      write(page, regular, 20, 66, 65, 'MK');
      write(page, regular, 10, 50, 150, 'Negotiation');
      page.drawSvgPath(bar(200), { x: 50, y: 340, color: rgb(0.2, 0.2, 0.4) });
      page.drawSvgPath(bar(120), { x: 50, y: 340, color: rgb(1, 0.6, 0.2) });
    },
  ]);
  const shapes = [...xml.matchAll(/prst="roundRect".*?fmla="val (\d+)".*?srgbClr val="(\w+)"/gs)];
  expect(shapes.map(([, share, color]) => [share, color])).toEqual([
    ['50000', '333366'],
    ['50000', 'FF9933'],
    ['50000', '99CCE6'],
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(['MK', 'Negotiation']);
});

test('white rules and panels are drawn on coloured ones only', async () => {
  const white = rgb(1, 1, 1);
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawRectangle({ x: 0, y: 420, width: 400, height: 80, color: rgb(0.2, 0.2, 0.4) });
      for (const y of [460, 300]) {
        page.drawLine({ start: { x: 50, y }, end: { x: 350, y }, thickness: 1, color: white });
      }
      page.drawRectangle({ x: 50, y: 200, width: 200, height: 60, color: white });
      page.drawRectangle({ x: 60, y: 210, width: 180, height: 40, color: white });
      write(page, regular, 10, 50, 150, 'Text of the page.');
    },
  ]);
  expect(xml.match(/prst="line"/g)).toHaveLength(1);
  expect(xml.match(/prst="rect"/g)).toHaveLength(1);
});

test('an underline stays with its words', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 50, 150, 'Underlined');
      const end = 50 + regular.widthOfTextAtSize('Underlined', 10);
      page.drawLine({ start: { x: 50, y: 349 }, end: { x: end, y: 349 }, thickness: 0.5 });
    },
  ]);
  expect(xml).toContain('<w:u w:val="single"/>');
  expect(xml).not.toContain('prst="line"');
});

test('a rule that all pages show is in their header, once', async () => {
  const page =
    (number: number) =>
    (sheet: Parameters<typeof write>[0], { regular }: { regular: Parameters<typeof write>[1] }) => {
      sheet.drawLine({ start: { x: 50, y: 460 }, end: { x: 350, y: 460 }, thickness: 1 });
      write(sheet, regular, 10, 50, 100 + 40 * number, `Text of page ${number} alone.`);
    };
  const { parts, xml } = await convertDrawn([page(1), page(2), page(3)]);
  const headers = [...parts].filter(([name]) => /word\/header\d+\.xml$/.test(name));
  expect(xml).not.toContain('prst="line"');
  expect(headers.map(([, content]) => content.match(/prst="line"/g)?.length)).toEqual([1]);
});

test('what is drawn at text moves with it, what runs off the page stays', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      page.drawRectangle({ x: 0, y: 420, width: 400, height: 80, color: rgb(0.2, 0.2, 0.4) });
      page.drawRectangle({ x: 45, y: 290, width: 5, height: 30, color: rgb(0.8, 0.2, 0.2) });
      write(page, regular, 20, 50, 50, 'A title on a panel');
      write(page, regular, 10, 51, 150, 'Text of the page.');
      write(page, regular, 10, 51, 200, 'Text beside a bar.');
    },
  ]);
  const [title, , beside] = paragraphs;
  const anchorOf = (xml = '') => /<wp:positionV relativeFrom="(\w+)"><wp:posOffset>(-?\d+)</.exec(xml)?.slice(1);
  expect(anchorOf(title?.xml)).toEqual(['page', '0']);
  const [edge, offset] = anchorOf(beside?.xml) ?? [];
  expect(edge).toBe('line');
  // The bar begins 11 points above the top of the letters.
  expect(Number(offset) / 12_700).toBeGreaterThan(-14);
  expect(Number(offset) / 12_700).toBeLessThan(-8);
});

test('a panel that was painted over a picture is over it', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 500]);
  const blue = sharp({ create: { width: 40, height: 50, channels: 3, background: '#335577' } });
  page.drawImage(await document.embedPng(await blue.png().toBuffer()), { x: 0, y: 0, width: 400, height: 500 });
  page.drawRectangle({ x: 0, y: 0, width: 400, height: 100, color: rgb(1, 0.8, 0.2) });
  write(page, await document.embedFont(StandardFonts.Helvetica), 20, 50, 450, 'An address on a panel of the page');
  const { xml } = await convertBytes(await document.save());
  expect(xml.indexOf('FFCC33')).toBeGreaterThan(xml.indexOf('<pic:pic'));
});

test('bars beside the headings of a résumé stay, though the lists of labels below are tables', async () => {
  const { xml } = await convertDrawn([
    (page, { regular, bold }) => {
      ['Languages', 'Skills', 'Interests'].forEach((title, part) => {
        const top = 60 + 80 * part;
        page.drawRectangle({ x: 50, y: page.getHeight() - top + 1, width: 62, height: 4.4, color: rgb(0.3, 0.7, 0.3) });
        write(page, regular, 14, 122, top, title);
        for (const row of [1, 2, 3]) {
          const label = `${title.slice(0, 5)} ${row}`;
          write(page, regular, 10, 112 - regular.widthOfTextAtSize(label, 10), top + 4 + 16 * row, label);
          write(page, bold, 10, 122, top + 4 + 16 * row, `Value ${row}`);
        }
      });
    },
  ]);
  expect(xml.match(/prst="rect"/g)).toHaveLength(3);
  expect(xml).not.toMatch(/<w:shd [^>]*w:fill="4DB34D"/);
});

test('a card around a table is drawn behind it', async () => {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawRectangle({ x: 40, y: 280, width: 320, height: 150, color: rgb(0.9, 0.9, 0.8) });
      write(page, regular, 12, 56, 90, 'Tickets');
      for (const [index, row] of ['Day,One evening,49', 'Week,Three evenings,119', 'Camp,With a pitch,159'].entries()) {
        const y = 390 - 30 * index;
        page.drawRectangle({ x: 56, y: y - 30, width: 288, height: 30, borderColor: rgb(0, 0, 0), borderWidth: 0.5 });
        for (const x of [140, 280]) {
          page.drawLine({ start: { x, y: y - 30 }, end: { x, y }, thickness: 0.5 });
        }
        for (const [column, text] of row.split(',').entries())
          write(page, regular, 10, [60, 146, 286][column] ?? 0, 520 - y, text);
      }
    },
  ]);
  expect(xml).toContain('<w:tbl>');
  expect(xml).toContain('<a:srgbClr val="E6E6CC"/>');
});
