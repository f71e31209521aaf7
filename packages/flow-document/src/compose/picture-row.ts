import type { AsideLayout } from '../analysis/layout/page-layout.ts';
import { defaultRunStyle } from '../analysis/text/default-run-style.ts';
import type { FigureItem } from '../analysis/types.ts';
import type { Inline } from '../model/blocks.ts';
import { plainParagraph } from '../model/plain-paragraph.ts';
import { withDrawings } from './anchor-drawings.ts';
import { areBeside, overlapPt } from './are-beside.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { PageContent } from './page-content.ts';

/** Pictures whose feet are level within this, in points, can be in one line. */
const levelPt = 6;
/** Room behind the last picture of a row, in points: sizes of pictures are rounded. */
const rowSparePt = 1;

/**
 * Sets pictures that are side by side, with no text beside or on them, in one line with tabs between them: anchored, they
 * would take no room, or push away the line above. Returns those of the row; none where it cannot be one.
 */
export function composePictureRow(
  figure: FigureItem,
  column: AsideLayout,
  { pictures, document }: PageContent,
  into: ColumnBuilder,
): readonly FigureItem[] {
  const row = document.keepsPlaces ? [] : rowOf(figure, column);
  const top = Math.min(...row.map(({ box }) => box.y0));
  const isPlain = (one: FigureItem) =>
    pictures.get(one)?.layers?.upright.length === 0 || pictures.get(one)?.layers === undefined;
  if (row.length === 0 || into.cursorY > top + overlapPt || !row.every((one) => pictures.has(one) && isPlain(one)))
    return [];
  const inlines = row.flatMap((one, index): Inline[] => {
    const picture = pictures.get(one);
    const tab: Inline[] = index === 0 ? [] : [{ kind: 'tab', style: defaultRunStyle }];
    return picture === undefined ? tab : [...tab, { ...picture, placement: { kind: 'inline' } }];
  });
  const paragraph = plainParagraph(inlines, {
    indentLeftPt: (row[0]?.box.x0 ?? column.x0) - column.x0,
    // A row that ends past the column would break.
    indentRightPt: Math.min(0, column.x1 - Math.max(...row.map(({ box }) => box.x1)) - rowSparePt),
    spaceBeforePt: Math.max(0, top - into.cursorY),
    tabStops: row
      .slice(1)
      .map(({ box }) => ({ positionPt: box.x0 - column.x0, alignment: 'left', leader: 'none' }) as const),
  });
  const heightPt = Math.max(...row.map(({ box }) => box.y1)) - top;
  into.place(withDrawings(paragraph, into), Math.max(into.cursorY, top) + heightPt + 1);
  return row;
}

/** The pictures level with one, from left to right; none where it is alone or something else is beside them. */
function rowOf(figure: FigureItem, { blocks }: AsideLayout): readonly FigureItem[] {
  const beside = blocks.filter((block) => block === figure || areBeside(block.box, figure.box));
  const row = beside.filter((block) => block.kind === 'figure').toSorted((a, b) => a.box.x0 - b.box.x0);
  if (row.length < 2 || row.length < beside.length) return [];
  const isLevel = row.every(({ box }) => Math.abs(box.y1 - figure.box.y1) <= levelPt);
  const areApart = row.every(({ box }, index) => index === 0 || box.x0 >= (row[index - 1]?.box.x1 ?? 0));
  const others = blocks.filter((block) => !beside.includes(block));
  const areAlone = others.every((block) => !row.some(({ box }) => areBeside(block.box, box)));
  return isLevel && areApart && areAlone ? row : [];
}
