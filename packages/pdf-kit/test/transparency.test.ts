import { type PDFContext, PDFName, PDFNumber, PDFOperator, PDFOperatorNames, type PDFRef, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { readFirst } from './read-first.ts';

/** A form that fills a square, as a group by itself. */
function maskForm(context: PDFContext): PDFRef {
  const group = { Type: 'Group', S: 'Transparency', CS: 'DeviceGray', I: true };
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 595, 842], Group: group, Resources: {} };
  return context.register(context.stream('1 g 100 600 200 100 re f', form));
}

/** Fills a rectangle through a soft mask. */
function fillMasked({ page }: Pen) {
  const { context } = page.doc;
  const mask = { Type: 'Mask', S: 'Luminosity', G: maskForm(context) };
  const state = page.node.newExtGState('Soft', context.obj({ Type: 'ExtGState', SMask: mask }));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(PDFOperatorNames.SetGraphicsStateParams, [PDFName.of(state.decodeText())]),
  );
  page.drawRectangle({ x: 80, y: 580, width: 240, height: 140 });
  page.pushOperators(PDFOperator.of(PDFOperatorNames.PopGraphicsState));
}

test('what makes a soft mask is not painted, and what is painted through it is a masked drawing', async () => {
  const page = await readFirst((pen) => {
    fillMasked(pen);
    pen.fill(100, 400, 200, 500, [1, 0, 0]);
  });
  expect(page.fills.map(({ color }) => color)).toEqual(['#ff0000']);
  expect(page.drawings.map(({ kind }) => kind)).toEqual(['masked']);
  expect(page.drawings[0]?.box.x0).toBeCloseTo(80, 0);
});

test('colours are those seen on white paper through their opacity', async () => {
  const page = await readFirst(({ page }) => {
    page.drawRectangle({ x: 80, y: 600, width: 200, height: 100, opacity: 0.1 });
  });
  expect(page.fills.map(({ color }) => color)).toEqual(['#e6e6e6']);
});

test('colours of what is painted over an area are mixed with its colour, those of text too', async () => {
  const page = await readFirst(({ page, ...pen }) => {
    pen.fill(50, 150, 350, 260, [0, 0, 1]);
    page.drawRectangle({ x: 80, y: 600, width: 200, height: 50, color: rgb(1, 1, 1), opacity: 0.2 });
    page.drawText('On the pill', { x: 90, y: 620, size: 12, color: rgb(1, 1, 1), opacity: 0.8 });
    page.drawRectangle({ x: 300, y: 600, width: 200, height: 50, color: rgb(1, 0, 0), opacity: 0.5 });
  });
  expect(page.fills.map(({ color }) => color)).toEqual(['#0000ff', '#3333ff', '#ff8080']);
  expect(page.lines[0]?.style.color).toBe('#d6d6ff');
});

/** Fills a rectangle with a tile that is painted through a soft mask, as browsers print a gradient that fades out. */
function fillWithMaskedTile({ page }: Pen) {
  const { context } = page.doc;
  const mask = { Type: 'Mask', S: 'Luminosity', G: maskForm(context) };
  const resources = { ExtGState: { Soft: { Type: 'ExtGState', SMask: mask } } };
  const tile = { PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, 595, 842], XStep: 595, YStep: 842 };
  const pattern = context.stream('/Soft gs 0 0 1 rg 0 0 595 842 re f', { ...tile, Resources: resources });
  page.node.normalizedEntries().Resources.set(PDFName.of('Pattern'), context.obj({ Tile: context.register(pattern) }));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.NonStrokingColorspace, [PDFName.of('Pattern')]),
    PDFOperator.of(PDFOperatorNames.NonStrokingColorN, [PDFName.of('Tile')]),
    PDFOperator.of(
      PDFOperatorNames.AppendRectangle,
      [80, 580, 240, 140].map((value) => PDFNumber.of(value)),
    ),
    PDFOperator.of(PDFOperatorNames.FillNonZero),
  );
}

test('tiles that are painted through a soft mask are no ground, and the next colour is opaque again', async () => {
  const page = await readFirst((pen) => {
    fillWithMaskedTile(pen);
    pen.fill(100, 400, 200, 500, [1, 0, 0]);
  });
  expect(page.fills.map(({ color }) => color)).toEqual(['#ff0000']);
  expect(page.drawings.map(({ kind }) => kind)).toEqual(['masked']);
});
