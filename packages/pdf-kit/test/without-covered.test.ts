import { BlendMode, PDFName, PDFNumber, PDFOperator, PDFOperatorNames, rgb, setTextRenderingMode } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { Page } from '../src/page-model.ts';
import type { Pen } from './draw-pdf.ts';
import { readFirst } from './read-first.ts';

const texts = ({ lines }: Page) => lines.map(({ text }) => text);

test('text that is painted over is not read, and what is written there is', async () => {
  const page = await readFirst((pen) => {
    pen.text('Total dues', 60, 100);
    pen.text('13,636.00', 200, 100);
    pen.fill(195, 88, 260, 104, [1, 1, 1]);
    pen.text('2,262.00', 202, 100);
  });
  expect(texts(page).join(' ')).toBe('Total dues 2,262.00');
});

test('text under a highlight is read, be it translucent or blended', async () => {
  const page = await readFirst((pen) => {
    ['First line', 'Second line'].forEach((text, index) => {
      pen.text(text, 60, 100 + 20 * index);
    });
    const marker = { x: 58, width: 80, height: 14, color: rgb(1, 1, 0) };
    pen.page.drawRectangle({ ...marker, y: 738, opacity: 0.5 });
    pen.page.drawRectangle({ ...marker, y: 718, blendMode: BlendMode.Multiply });
  });
  expect(texts(page)).toEqual(['First line', 'Second line']);
});

/** Draws a yellow rectangle in a transparency group that is multiplied with the page, though nothing within it is. */
function multiplyGroup({ page }: Pen) {
  const { context } = page.doc;
  const states = { Normal: { Type: 'ExtGState', BM: 'Normal' } };
  const form = {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 595, 842], Group: { Type: 'Group', S: 'Transparency' } },
    Resources: { ExtGState: states },
  };
  const group = context.register(context.stream('/Normal gs 1 1 0 rg 58 738 80 14 re f', form));
  const multiply = page.node.newExtGState('Multiply', context.obj({ Type: 'ExtGState', BM: 'Multiply' }));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(PDFOperatorNames.SetGraphicsStateParams, [PDFName.of(multiply.decodeText())]),
    PDFOperator.of(PDFOperatorNames.DrawObject, [PDFName.of(page.node.newXObject('Marker', group).decodeText())]),
    PDFOperator.of(PDFOperatorNames.PopGraphicsState),
  );
}

test('text under a highlight that is blended as a group is read', async () => {
  const page = await readFirst((pen) => {
    pen.text('Marked', 60, 100);
    pen.text('Not marked', 60, 120);
    multiplyGroup(pen);
  });
  expect(texts(page)).toEqual(['Marked', 'Not marked']);
});

test('rules and fills that are painted over are left out, but not the border of what is painted', async () => {
  const page = await readFirst((pen) => {
    pen.text('Left', 30, 100);
    pen.line(60, 80, 60, 160);
    pen.line(80, 120, 220, 120);
    pen.fill(90, 90, 120, 110, [1, 0, 0]);
    pen.fill(60, 80, 300, 160, [0.9, 0.9, 0.9]);
  });
  expect(page.rules.map(({ orientation }) => orientation)).toEqual(['vertical']);
  expect(page.fills.map(({ color }) => color)).toEqual(['#e6e6e6']);
});

/** Draws a grey picture of one pixel over a rectangle of the page, which is its own mask if wanted. */
function drawGrey({ page }: Pen, x: number, y: number, width: number, height: number, mask?: 'SMask') {
  const { context } = page.doc;
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 1,
    Height: 1,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceGray',
  };
  const opaque = context.register(context.stream(new Uint8Array([128]), image));
  const masked = context.stream(new Uint8Array([128]), { ...image, SMask: opaque });
  const name = page.node.newXObject('Grey', mask === undefined ? opaque : context.register(masked));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(
      PDFOperatorNames.ConcatTransformationMatrix,
      [width, 0, 0, height, x, y].map((value) => PDFNumber.of(value)),
    ),
    PDFOperator.of(PDFOperatorNames.DrawObject, [PDFName.of(name.decodeText())]),
    PDFOperator.of(PDFOperatorNames.PopGraphicsState),
  );
}

test('a picture under a rectangle that hides all of it but its edges is the shadow of that, and is left out', async () => {
  const { pictures } = await readFirst((pen) => {
    drawGrey(pen, 57, 597, 206, 106);
    drawGrey(pen, 57, 397, 206, 206);
    pen.page.drawRectangle({ x: 60, y: 600, width: 200, height: 100, color: rgb(1, 0, 0) });
    drawGrey(pen, 70, 610, 50, 50);
  });
  expect(pictures.map(({ index, box }) => [index, box.x1 - box.x0])).toEqual([
    [0, 206],
    [1, 50],
  ]);
});

const scan = { x: 0, y: 0, width: 595, height: 842 };

/** Writes a text layer, in white by default, that a reader of scans left on a page. */
function layText(pen: Pen, renderMode: number, color: [number, number, number] = [1, 1, 1]) {
  pen.page.pushOperators(setTextRenderingMode(renderMode));
  ['A line of the text layer of a scan', 'and another one below it'].forEach((text, index) => {
    pen.text(text, 60, 100 + 20 * index, { color });
  });
  pen.page.pushOperators(setTextRenderingMode(0));
}

test.each([
  ['invisible over the scan', 3, false],
  ['painted under the scan', 0, true],
])('the text layer %s is the text of the page, in ink', async (_, renderMode, isUnder) => {
  const page = await readFirst((pen) => {
    if (isUnder) layText(pen, renderMode);
    drawGrey(pen, scan.x, scan.y, scan.width, scan.height);
    if (!isUnder) layText(pen, renderMode);
  });
  expect(page.kind).toBe('scanned-with-text');
  expect(texts(page)).toEqual(['A line of the text layer of a scan', 'and another one below it']);
  expect(new Set(page.lines.map(({ style }) => style.color))).toEqual(new Set(['#000000']));
});

test('text under a picture that lets it through is visible', async () => {
  const page = await readFirst((pen) => {
    layText(pen, 0, [1, 0, 0]);
    drawGrey(pen, scan.x, scan.y, scan.width, scan.height, 'SMask');
  });
  expect(page.kind).toBe('text');
  expect(new Set(page.lines.map(({ style }) => style.color))).toEqual(new Set(['#ff0000']));
});
