import { expect, test } from 'vitest';
import { withDrawings } from '../src/compose/anchor-drawings.ts';
import type { AnchoredInline } from '../src/compose/anchored-inline.ts';
import { createColumnBuilder } from '../src/compose/column-builder.ts';
import type { PictureInline, ShapeInline } from '../src/model/blocks.ts';
import { plainParagraph } from '../src/model/plain-paragraph.ts';

const place = { xPt: 50, yPt: 50, widthPt: 200, heightPt: 80 };
const panel: ShapeInline = { kind: 'shape', ...place, fill: '#5a46be', outline: null };
const caption: ShapeInline = { ...panel, yPt: 110, heightPt: 20, overPicture: true };
const rule: ShapeInline = {
  ...panel,
  heightPt: 0,
  fill: null,
  outline: { widthPt: 1, color: '#ffffff', style: 'single' },
};
const photograph = {
  kind: 'picture',
  widthPt: 80,
  heightPt: 80,
  placement: { kind: 'anchored', xPt: 150, yPt: 50, wrap: 'behind' },
} as PictureInline;

test('a photograph that waits for the paragraph on a panel is on the panel, and below what is painted over it', () => {
  const start = { cursorY: 40, mayContinue: false, runsOn: false };
  const into = createColumnBuilder(start, { drawings: [], bookmarks: [], open: null }, { keepsPlaces: false });
  into.anchor(photograph);
  const own: AnchoredInline[] = [panel, caption, rule];
  const { inlines } = withDrawings(plainParagraph([], {}), into, own);
  expect(inlines).toEqual([panel, photograph, caption, rule]);
});
