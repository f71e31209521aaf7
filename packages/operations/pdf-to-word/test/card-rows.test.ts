import { type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';
const blue = rgb(0.8, 0.9, 1);

/** A box counted from the top-left corner of the page. */
function drawBox(page: PDFPage, x: number, top: number, width: number, height: number, color = blue): void {
  page.drawRectangle({ x, y: page.getHeight() - top - height, width, height, color });
}

/** A box with a figure and a label in it. */
function drawCard(page: PDFPage, font: PDFFont, x: number, top: number, name: string): void {
  drawBox(page, x, top, 90, 50);
  write(page, font, 18, x + 8, top + 22, `${name} %`);
  write(page, font, 9, x + 8, top + 38, `share of ${name}`);
}

/** The rows of the tables, cell by cell: the fill, and the paragraphs. */
function rowsOf(xml: string): readonly (readonly string[])[] {
  return [...xml.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([, cell = '']) => {
      const fill = /<w:tcPr>.*?w:fill="(\w+)".*?<\/w:tcPr>/s.exec(cell)?.[1] ?? '';
      const paragraphs = [...cell.matchAll(/<w:p>(.*?)<\/w:p>/gs)].map(([, one = '']) => one.replace(/<[^>]*>/g, ''));
      return `${fill}:${paragraphs.join('/')}`;
    }),
  );
}

/** Two cards: where each begins, and what it is called. */
const plans = [
  [40, 'Small'],
  [200, 'Large'],
] as const;

describe('boxes side by side', () => {
  test('are cells of one row with gaps between them, and move with the text', async () => {
    const { xml, paragraphs } = await convertDrawn([
      (page, { regular }) => {
        setProse(page, regular, prose, 40, 60, 300);
        drawCard(page, regular, 40, 130, '61');
        drawCard(page, regular, 145, 130, '72');
        drawCard(page, regular, 250, 130, '83');
        setProse(page, regular, prose, 40, 210, 300);
      },
    ]);
    expect(rowsOf(xml)).toEqual([
      ['CCE6FF:61 %/share of 61', ':', 'CCE6FF:72 %/share of 72', ':', 'CCE6FF:83 %/share of 83'],
    ]);
    expect(xml).not.toContain('<w:drawing>');
    expect([paragraphs[0]?.text, paragraphs.at(-1)?.text]).toEqual([prose, prose]);
  });

  test('keep the bands with light titles, and the ground of other light text', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (const [x, name] of plans) {
          drawBox(page, x, 60, 140, 110, rgb(0.95, 0.95, 0.95));
          drawBox(page, x, 60, 140, 24, rgb(0, 0.4, 0.2));
          page.drawText(name, { x: x + 8, y: 424, size: 12, font: regular, color: rgb(1, 1, 1) });
          write(page, regular, 11, x + 8, 110, 'Ten reports a month');
          write(page, regular, 11, x + 8, 124, 'and one user');
          drawBox(page, x, 150, 70, 20, rgb(0, 0, 0));
          drawBox(page, x + 70, 150, 70, 20, rgb(0.4, 0, 0));
          page.drawText('Page 1 of the plan', { x: x + 15, y: 336, size: 9, font: regular, color: rgb(1, 1, 1) });
        }
        setProse(page, regular, prose, 40, 210, 300);
      },
    ]);
    const grounds = (text: string) =>
      [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)]
        .map(([, one = '']) => [one.replace(/<[^>]*>/g, ''), /w:fill="(?:006633|000000|660000)"/.test(one)] as const)
        .filter(([own]) => own === text)
        .map(([, isShaded]) => isShaded);
    expect([grounds('Small'), grounds('Large')]).toEqual([[true], [true]]);
    expect(grounds('Page 1 of the plan')).toEqual([true, true]);
  });

  test('keep the signs before their paragraphs in the lines of these', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        setProse(page, regular, prose, 40, 60, 300);
        for (const [x, width] of [
          [40, 190],
          [250, 90],
        ] as const) {
          drawBox(page, x, 130, width, 130);
        }
        for (const [index, name] of ['Listen', 'Sketch', 'Make it'].entries()) {
          const y = 156 + 40 * index;
          page.drawSvgPath('M 10 0 L 20 20 L 0 20 Z', { x: 48, y: page.getHeight() - y + 14, color: rgb(0.9, 0.4, 0) });
          write(page, regular, 10, 76, y, `${name}, and then go on.`);
        }
        write(page, regular, 10, 258, 150, 'Where we are');
        setProse(page, regular, prose, 40, 290, 300);
      },
    ]);
    const steps = [...xml.matchAll(/<w:p>(?:(?!<w:p>).)*?and then go on(?:(?!<w:p>).)*?<\/w:p>/gs)].map(([one]) => one);
    expect(steps).toHaveLength(3);
    for (const step of steps) expect(step).toMatch(/<wp:inline.*<w:tab\/>.*and then/s);
  });

  test('are cards below a button, too, whose rules would cut through them', async () => {
    const round = 'M8 0 L92 0 Q100 0 100 8 L100 82 Q100 90 92 90 L8 90 Q0 90 0 82 L0 8 Q0 0 8 0 Z';
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        drawBox(page, 40, 60, 110, 30);
        write(page, regular, 10, 48, 79, 'Sign up today');
        for (const [index, name] of ['roofs', 'panels', 'years'].entries()) {
          const x = 40 + 120 * index;
          page.drawSvgPath(round, { x, y: page.getHeight() - 120, borderColor: rgb(0.7, 0.7, 0.8), borderWidth: 0.75 });
          write(page, regular, 18, x + 8, 144, `${index}12`);
          write(page, regular, 10, x + 8, 166, name);
          write(page, regular, 9, x + 8, 186, 'since the start');
          write(page, regular, 9, x + 8, 198, 'of the scheme');
        }
      },
    ]);
    const cells = rowsOf(xml).flat();
    expect(cells.filter((cell) => cell !== ':').map((cell) => cell.split('/').length > 1)).toEqual([true, true, true]);
  });

  test('are cards of a poster, too, where all is set larger', async () => {
    const large = async (width: number, height: number) => {
      const { xml } = await convertDrawn([
        (page, { regular }) => {
          page.setSize(width, height);
          for (const [x, name] of [
            [40, 'Small'],
            [240, 'Large'],
          ] as const) {
            drawBox(page, x, 60, 140, 110);
            write(page, regular, 20, x + 8, 100, name);
          }
        },
      ]);
      return rowsOf(xml).length;
    };
    expect(await large(1400, 1000)).toBe(1);
    expect(await large(600, 700)).toBe(0);
  });

  test('are rows of one table where their columns are the same, the last with fewer', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        drawCard(page, regular, 40, 60, '11');
        drawCard(page, regular, 145, 60, '12');
        drawCard(page, regular, 40, 120, '21');
      },
    ]);
    expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
    expect(rowsOf(xml).map((row) => row[0])).toEqual(['CCE6FF:11 %/share of 11', ':', 'CCE6FF:21 %/share of 21']);
  });

  test('keep the buttons in them', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (const [x, name] of plans) {
          drawBox(page, x, 60, 140, 80);
          write(page, regular, 12, x + 55, 80, name);
          drawBox(page, x + 10, 105, 120, 24, rgb(1, 0.8, 0));
          write(page, regular, 10, x + 58, 120, 'Order');
        }
      },
    ]);
    const buttons = [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].filter(([, one = '']) => one.includes('w:fill="FFCC00"'));
    expect(buttons.map(([, one = '']) => one.replace(/<[^>]*>/g, ''))).toEqual(['Order', 'Order']);
  });

  test('keep the icons in them, be they of one part', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (const [x, name] of plans) {
          drawBox(page, x, 60, 140, 80);
          page.drawSvgPath('M 12 0 L 24 24 L 0 24 Z', { x: x + 10, y: 430, color: rgb(0, 0.4, 0.3) });
          write(page, regular, 12, x + 10, 120, name);
        }
      },
    ]);
    expect([...xml.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => cell.includes('<wp:inline'))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('are no row where lines connect them, as in a chart, or where words run from one to the next', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        drawCard(page, regular, 40, 60, '11');
        drawCard(page, regular, 160, 60, '12');
        page.drawLine({ start: { x: 130, y: 415 }, end: { x: 160, y: 415 }, thickness: 1 });
      },
      (page, { regular }) => {
        drawBox(page, 40, 60, 90, 50);
        drawBox(page, 145, 60, 90, 50);
        write(page, regular, 12, 50, 80, 'This line runs through both of the boxes');
      },
    ]);
    expect(xml).not.toContain('<w:tbl>');
  });
});
