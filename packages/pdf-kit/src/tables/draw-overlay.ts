import type { Box, Page } from '../page-model/types.ts';
import type { Table } from './types.ts';

/**
 * Draws what was read on a page as an SVG in the size of the page, as an overlay for its picture: glyph boxes grey, lines of
 * text blue, rules red, fills and pictures shaded, links and form values green, tables orange with their cells.
 */
export function drawOverlay(page: Page, tables: readonly Table[] = []): string {
  const glyphs = page.lines.flatMap(({ words }) => words.flatMap((word) => word.glyphs.map(({ box }) => box)));
  const marks = [
    ...page.fills.map(({ box }) => rectangle(box, 'fill="#fc0" fill-opacity=".15"')),
    ...page.pictures.map(({ box }) => rectangle(box, 'fill="#808" fill-opacity=".15" stroke="#808"')),
    ...page.drawings.map(({ box }) => rectangle(box, 'fill="none" stroke="#808" stroke-opacity=".3"')),
    ...glyphs.map((box) => rectangle(box, 'fill="none" stroke="#000" stroke-opacity=".2" stroke-width=".3"')),
    ...page.lines.map(({ box }) => rectangle(box, 'fill="none" stroke="#06f" stroke-width=".5"')),
    ...page.rules.map(
      ({ x0, y0, x1, y1 }) =>
        `<line x1="${round(x0)}" y1="${round(y0)}" x2="${round(x1)}" y2="${round(y1)}" stroke="#e00" stroke-width="1"/>`,
    ),
    ...[...page.links, ...page.formValues].map(({ box }) => rectangle(box, 'fill="none" stroke="#080"')),
    ...tables.flatMap(tableMarks),
  ];
  const size = `width="${round(page.widthPt)}" height="${round(page.heightPt)}"`;
  const view = `viewBox="0 0 ${round(page.widthPt)} ${round(page.heightPt)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}>${marks.join('')}</svg>`;
}

function tableMarks({ box, cells, headerRows, kind }: Table): string[] {
  const label = `<text x="${round(box.x0)}" y="${round(box.y0 - 2)}" font-size="7" fill="#c50">${kind}</text>`;
  return [
    ...cells.map((cell) => {
      const shade = cell.row < headerRows ? 'fill="#f80" fill-opacity=".2"' : 'fill="none"';
      return rectangle(cell.box, `${shade} stroke="#f80" stroke-width=".8"`);
    }),
    rectangle(box, 'fill="none" stroke="#c50" stroke-width="2"'),
    label,
  ];
}

function rectangle({ x0, y0, x1, y1 }: Box, look: string): string {
  return `<rect x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}" ${look}/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
