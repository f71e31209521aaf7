import { PDFName, PDFOperator, PDFOperatorNames, type PDFPage, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

test('text over the letters of a watermark stays text', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawSvgPath('M0 200 L60 0 L120 200 L90 200 L60 80 L30 200 Z', { x: 120, y: 460, color: rgb(0.8, 0.8, 0.8) });
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([prose]);
  expect(xml).not.toContain('<a:blip');
});

test('a heading that goes on past a pale shape under it is whole', async () => {
  const shape = 'M0 60 Q0 0 60 0 Q120 0 120 60 Q120 120 60 120 Q0 120 0 60 Z';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawSvgPath(shape, { x: 120, y: 460, color: rgb(0.9, 0.92, 0.96) });
      page.drawText('Safe back to school', { x: 60, y: 400, size: 18, font: regular });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(['Safe back to school']);
  expect(xml).not.toContain('<a:blip');
});

test('text in a frame with round corners stays text, and the frame round drawings a figure', async () => {
  const round = 'M10 0 L310 0 Q320 0 320 10 L320 60 Q320 70 310 70 L10 70 Q0 70 0 60 L0 10 Q0 0 10 0 Z';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawSvgPath(round, { x: 40, y: 450, borderColor: rgb(0, 0, 0) });
      setProse(page, regular, prose, 50, 80, 300);
      page.drawSvgPath(round, { x: 40, y: 250, borderColor: rgb(0, 0, 0) });
      for (const x of [60, 120, 180, 240, 300]) page.drawCircle({ x, y: 215, size: 12, color: rgb(0.2, 0.4, 0.8) });
    },
  ]);
  expect(paragraphs[0]?.text).toBe(prose);
  expect(xml.match(/<a:blip/g)).toHaveLength(1);
});

test('a box with round corners behind text keeps its colour and its border', async () => {
  const round = 'M5 0 L315 0 Q320 0 320 5 L320 65 Q320 70 315 70 L5 70 Q0 70 0 65 L0 5 Q0 0 5 0 Z';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      const look = { color: rgb(0.97, 0.97, 0.97), borderColor: rgb(0.8, 0.8, 0.8), borderWidth: 1 };
      page.drawSvgPath(round, { x: 40, y: 450, ...look });
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([prose]);
  expect(xml).toMatch(/<w:top w:val="single" [^>]*w:color="CCCCCC"/i);
  expect(xml).toMatch(/<w:shd [^>]*w:fill="F7F7F7"/i);
});

test('rings and outlines with round ends around labels stay round', async () => {
  const pill = 'M10 0 L80 0 Q90 0 90 10 Q90 20 80 20 L10 20 Q0 20 0 10 Q0 0 10 0 Z';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawText('Python', { x: 70, y: 442, size: 11, font: regular });
      page.drawSvgPath(pill, { x: 50, y: 456, borderColor: rgb(0.1, 0.3, 0.8) });
      page.drawText('07', { x: 64, y: 395, size: 12, font: regular });
      page.drawCircle({ x: 70, y: 400, size: 20, borderColor: rgb(0, 0.5, 0.2), borderWidth: 2 });
      setProse(page, regular, prose, 50, 170, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(['Python', '07', prose]);
  expect(xml.match(/prst="roundRect"/g)).toHaveLength(2);
  expect(xml).toContain('<a:ln w="25400">');
  expect(xml).not.toContain('<w:pBdr>');
  expect(xml).not.toContain('prst="line"');
});

test('text on a patterned ground stays text', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      // Small shapes under the words of single lines, and beside all of them.
      for (const y of [440, 400, 360]) {
        for (const x of [45, 100, 160, 220, 280, 340]) page.drawCircle({ x, y, size: 9, color: rgb(0.95, 0.9, 0.9) });
      }
      setProse(page, regular, `${prose} ${prose}`, 50, 80, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text).join(' ')).toBe(`${prose} ${prose}`);
});

test('a title in a ring stays text, and the curve of a chart with a label in it a figure', async () => {
  const ringed = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 80, 300);
      page.drawText('Important', { x: 170, y: 210, size: 14, font: regular });
      page.drawEllipse({ x: 200, y: 215, xScale: 80, yScale: 25, borderColor: rgb(0, 0, 0.6) });
    },
  ]);
  expect(ringed.paragraphs.map(({ text }) => text)).toEqual([prose, 'Important']);
  const chart = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose, 50, 80, 300);
      page.drawSvgPath('M0 150 C60 0 120 0 180 120 L300 20', { x: 50, y: 250, borderColor: rgb(0.8, 0, 0) });
      page.drawText('Peak', { x: 170, y: 160, size: 10, font: regular });
    },
  ]);
  expect(chart.xml).toContain('<a:blip');
});

/** Fills a rectangle through a soft mask, as browsers print the shadow of a card. */
function fillMasked(page: PDFPage) {
  const { context } = page.doc;
  const group = { Type: 'Group', S: 'Transparency', CS: 'DeviceGray' };
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 400, 500], Group: group, Resources: {} };
  const mask = { Type: 'Mask', S: 'Luminosity', G: context.register(context.stream('0.1 g 0 0 400 500 re f', form)) };
  const state = page.node.newExtGState('Soft', context.obj({ Type: 'ExtGState', SMask: mask }));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(PDFOperatorNames.SetGraphicsStateParams, [PDFName.of(state.decodeText())]),
  );
  page.drawRectangle({ x: 20, y: 200, width: 360, height: 280, color: rgb(0, 0, 0) });
  page.pushOperators(PDFOperator.of(PDFOperatorNames.PopGraphicsState));
}

test('the soft shadow below a card of text is neither a panel nor a picture', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      fillMasked(page);
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([prose]);
  expect(xml).not.toMatch(/<a:blip|000000"\/><\/a:solidFill|w:fill="000000"/);
});

test('the labels of cards on a card with a shadow stay text', async () => {
  const round = 'M8 0 L112 0 Q120 0 120 8 L120 52 Q120 60 112 60 L8 60 Q0 60 0 52 L0 8 Q0 0 8 0 Z';
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      fillMasked(page);
      [40, 220].forEach((x, index) => {
        page.drawSvgPath(round, { x, y: 440, color: rgb(0.95, 0.96, 0.98) });
        page.drawText(`Share ${index + 1}`, { x: x + 20, y: 405, size: 14, font: regular });
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text).join(' ')).toContain('Share 2');
});

test('words that a reader marked with strips of round ends stay text, highlighted', async () => {
  const strip = (width: number) => `M4 0 L${width - 4} 0 Q${width} 6 ${width - 4} 12 L4 12 Q0 6 4 0 Z`;
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      const look = { color: rgb(1, 0.75, 0.63) };
      page.drawSvgPath(strip(280), { x: 48, y: 429, ...look });
      page.drawSvgPath(strip(270), { x: 48, y: 417, ...look });
      setProse(page, regular, prose, 50, 80, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([prose]);
  expect(xml).not.toContain('<a:blip');
  expect(xml).toMatch(/<w:(?:highlight|shd) /);
});

test('labels and values on pale ornaments are text of the page', async () => {
  const leaf = 'M0 60 Q0 0 60 0 Q120 0 120 60 Q120 120 60 120 Q0 120 0 60 Z';
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      page.drawSvgPath(leaf, { x: 50, y: 460, color: rgb(0.9, 0.9, 0.9) });
      page.drawSvgPath(leaf, { x: 130, y: 440, color: rgb(0.95, 0.85, 0.9) });
      page.drawText('Telephone', { x: 90, y: 400, size: 10, font: regular });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(['Telephone']);
  // Behind the text, and without it.
  expect(xml).toMatch(/<wp:anchor [^>]*behindDoc="1"/);
  expect(xml).not.toContain('descr="Telephone"');
});

test('a gradient behind all of the page is a panel in a colour between its ends, under light text', async () => {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      const { context } = page.doc;
      const shading = context.obj({
        ShadingType: 2,
        ColorSpace: 'DeviceRGB',
        Coords: [0, 0, 400, 0],
        Extend: [true, true],
        Function: { FunctionType: 2, Domain: [0, 1], C0: [0, 0.2, 0.4], C1: [0, 0.4, 0.4], N: 1 },
      });
      page.node.Resources()?.set(PDFName.of('Shading'), context.obj({ Sh: shading }));
      page.pushOperators(PDFOperator.of(PDFOperatorNames.ShadingFill, [PDFName.of('Sh')]));
      page.drawText('Light words on a dark ground', { x: 60, y: 400, size: 18, font: regular, color: rgb(1, 1, 1) });
      for (const x of [60, 120, 180, 240]) page.drawCircle({ x, y: 115, size: 12, color: rgb(0.2, 0.4, 0.8) });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toContain('Light words on a dark ground');
  expect(xml).toMatch(/(?:fill|val)="004D66"/i);
});

test('a pill drawn in many curves, as browsers do, keeps its colour behind dark text', async () => {
  const corner = (x: number, y: number, from: number) =>
    Array.from({ length: 9 }, (_, step) => {
      const points = [1, 2, 3].map((part) => {
        const angle = ((from + (10 * (3 * step + part)) / 3) * Math.PI) / 180;
        return `${x + 15 * Math.cos(angle)} ${y + 15 * Math.sin(angle)}`;
      });
      return `C${points.join(' ')}`;
    }).join(' ');
  const pill = `M15 0 L185 0 ${corner(185, 15, -90)} ${corner(185, 15, 0)} L15 30 ${corner(15, 15, 90)} ${corner(15, 15, 180)} Z`;
  const { xml } = await convertDrawn([
    (page, { bold, regular }) => {
      page.drawSvgPath(pill, { x: 40, y: 450, color: rgb(1, 0.6, 0.24) });
      page.drawText('Friday 21 August', { font: bold, size: 11, x: 60, y: 431 });
      setProse(page, regular, prose, 40, 120, 300);
    },
  ]);
  expect(xml).toMatch(/FF993D/i);
});
