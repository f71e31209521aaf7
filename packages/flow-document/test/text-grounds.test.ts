import type { Glyph } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { PageLayout } from '../src/analysis/layout/page-layout.ts';
import type { PageMark } from '../src/marks/page-marks.ts';
import { withTextGrounds } from '../src/marks/text-grounds.ts';

const [white, navy, pale] = ['#ffffff', '#0f4c81', '#f1f5f9'] as const;
const card = { x0: 50, y0: 100, x1: 300, y1: 200 };
const disc = { x0: 60, y0: 120, x1: 78, y1: 138 };

/** A glyph that is a line of its own in the middle of the disc. */
function glyphOf(color: string, hidden = false): Glyph {
  const box = { x0: 66, y0: 123, x1: 72, y1: 135 };
  return { text: '1', box, style: { color, sizePt: 10 }, hidden } as unknown as Glyph;
}

/** A page with the letter on a disc in a card, which a table sets as a cell. */
function layoutOf(glyph: Glyph, cardColor: string, isCards = true): PageLayout {
  const word = { text: glyph.text, box: glyph.box, glyphs: [glyph] };
  const circle = { box: disc, kind: 'curve', fillColor: navy, strokeColor: null };
  const page = {
    lines: [{ angle: 0, words: [word] }],
    fills: [{ box: card, color: cardColor }],
    drawings: [circle],
    pictures: [],
  };
  const table = { box: card, cells: [{ box: card, fill: cardColor }] };
  const block = { kind: 'table', box: card, table, figures: [], isCards };
  return { page, backgrounds: [], bands: [{ columns: [{ blocks: [block], asides: [] }] }] } as unknown as PageLayout;
}

function highlightOf(glyph: Glyph, layout: PageLayout, marks: readonly PageMark[] = []): string | null {
  const drawn = withTextGrounds({ marks, decorationOf: () => undefined }, layout);
  return drawn.decorationOf(glyph)?.highlight ?? null;
}

const discMark: PageMark = { box: disc, fill: navy, outline: null, text: null, radiusPt: 9 };

test('light text whose disc is lost is shaded in the colour of the disc', () => {
  const glyph = glyphOf(white);
  expect(highlightOf(glyph, layoutOf(glyph, pale))).toBe(navy);
});

test('what is drawn in a card is not behind its text, what is drawn on the page is', () => {
  const glyph = glyphOf(white);
  expect(highlightOf(glyph, layoutOf(glyph, pale), [discMark])).toBe(navy);
  expect(highlightOf(glyph, layoutOf(glyph, pale, false), [discMark])).toBeNull();
});

test('text that can be read without its ground, or could not be read on it, is not shaded', () => {
  const readable = glyphOf('#1f2937');
  expect(highlightOf(readable, layoutOf(readable, pale))).toBeNull();
  const onDark = glyphOf(white);
  expect(highlightOf(onDark, layoutOf(onDark, '#14532d'))).toBeNull();
  const dark = glyphOf(navy);
  expect(highlightOf(dark, layoutOf(dark, navy))).toBeNull();
  const hidden = glyphOf(white, true);
  expect(highlightOf(hidden, layoutOf(hidden, pale))).toBeNull();
});
