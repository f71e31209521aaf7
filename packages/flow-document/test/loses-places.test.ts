import type { Box } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { ColumnLayout, PageLayout } from '../src/analysis/layout/page-layout.ts';
import type { BlockDraft } from '../src/analysis/types.ts';
import { losesPlaces } from '../src/compose/loses-places.ts';

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });
const block = (kind: BlockDraft['kind'], own: Box) => ({ kind, box: own }) as unknown as BlockDraft;
const text = (...sides: Parameters<typeof box>) =>
  ({ ...block('paragraph', box(...sides)), fragments: [] }) as BlockDraft;
const picture = (...sides: Parameters<typeof box>) => block('figure', box(...sides));

function column(x0: number, x1: number, ...blocks: readonly BlockDraft[]): ColumnLayout {
  return { x0, x1, blocks, asides: [] };
}

/** A page with one band, which reaches from its highest to its lowest block. */
function pageOf(widthPt: number, heightPt: number, ...columns: readonly ColumnLayout[]): PageLayout {
  const boxes = columns.flatMap(({ blocks }) => blocks.map((own) => own.box));
  const y0 = Math.min(...boxes.map((own) => own.y0));
  const y1 = Math.max(...boxes.map((own) => own.y1));
  return { page: { widthPt, heightPt }, bands: [{ y0, y1, columns }] } as unknown as PageLayout;
}

test('the panels of a folded leaflet keep their places, columns that run on do not', () => {
  const panels = [
    column(40, 260, text(40, 40, 260, 300)),
    column(300, 520, text(300, 40, 520, 540)),
    column(560, 780, text(560, 40, 780, 420)),
  ];
  const running = [column(40, 380, text(40, 40, 380, 540)), column(440, 780, text(440, 40, 780, 200))];
  const full = [40, 300, 560].map((x) => column(x, x + 220, text(x, 40, x + 220, 540)));
  expect(losesPlaces(pageOf(842, 595, ...panels))).toBe(true);
  expect(losesPlaces(pageOf(842, 595, ...full))).toBe(true);
  expect(losesPlaces(pageOf(842, 595, ...running))).toBe(false);
  expect(losesPlaces(pageOf(842, 900, ...panels))).toBe(false);
  const tables = panels.map(({ x0, x1, blocks }) => column(x0, x1, ...blocks.map((own) => block('table', own.box))));
  expect(losesPlaces(pageOf(842, 595, ...tables))).toBe(false);
});

test('two columns on a page that is wider than high may end anywhere, and so may those of a table of contents', () => {
  const report = [column(40, 380, text(40, 40, 380, 300)), column(440, 780, text(440, 40, 780, 540))];
  const words = ['Results', '..........', '24'].map((own) => ({ text: own, spaceAfter: true }));
  const entry = (x: number, y1: number) =>
    ({ ...text(x, 40, x + 220, y1), fragments: [{ words }] }) as unknown as BlockDraft;
  const contents = [40, 300, 560].map((x) => column(x, x + 220, entry(x, 300 + x / 4)));
  expect(losesPlaces(pageOf(842, 595, ...report))).toBe(false);
  expect(losesPlaces(pageOf(842, 595, ...contents))).toBe(false);
});

test('a line that reaches into the column beside its own keeps the page in its places', () => {
  const right = column(310, 540, text(310, 40, 540, 400));
  expect(losesPlaces(pageOf(595, 842, column(40, 280, text(40, 420, 540, 432)), right))).toBe(true);
  expect(losesPlaces(pageOf(595, 842, column(40, 280, text(40, 40, 400, 432)), right))).toBe(false);
});

test('the leader of a table of contents reaches as far as there is room', () => {
  const right = column(310, 540, text(310, 40, 540, 400));
  const words = ['Results', '..........'].map((own) => ({ text: own, spaceAfter: true }));
  const entry = { ...text(40, 420, 540, 432), fragments: [{ words }] } as unknown as BlockDraft;
  expect(losesPlaces(pageOf(595, 842, column(40, 280, entry), right))).toBe(false);
});

test('text among several pictures keeps its places, beside one or beside logos it flows', () => {
  const lines = [text(40, 100, 200, 220), text(40, 400, 200, 520)];
  const photograph = picture(240, 100, 400, 220);
  const other = picture(240, 400, 400, 520);
  const logo = picture(240, 400, 280, 430);
  expect(losesPlaces(pageOf(595, 842, column(40, 555, ...lines, photograph, other)))).toBe(true);
  expect(losesPlaces(pageOf(595, 842, column(40, 555, ...lines, photograph, logo)))).toBe(false);
  // Pictures of the next column, as any report has them.
  expect(losesPlaces(pageOf(595, 842, column(40, 220, ...lines), column(240, 420, photograph, other)))).toBe(false);
});

test('a poster keeps its places, a report on A3 flows', () => {
  const columns = [column(60, 380, text(60, 60, 380, 1100)), column(420, 780, text(420, 60, 780, 1100))];
  expect(losesPlaces(pageOf(1120, 1584, ...columns))).toBe(true);
  expect(losesPlaces(pageOf(842, 1191, ...columns))).toBe(false);
});
