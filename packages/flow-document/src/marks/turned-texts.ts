import { containsMiddle, growBox, sharedArea, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Line } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { blocksIn, figuresIn, type PageLayout } from '../analysis/layout/page-layout.ts';

/** Lines that run up, down or aslant outside tables and figures: margin notes, stamps, watermarks. */
export interface TurnedText {
  /** Degrees clockwise from level. */
  readonly angle: number;
  readonly box: Box;
  /** As they are read, the first line first. */
  readonly lines: readonly Line[];
}

/** Lines this far apart, in em, are of one text. */
const nearEm = 0.8;

/** The turned texts of a page, lines of one angle that are together as one. */
export function findTurnedTexts(layout: PageLayout): readonly TurnedText[] {
  const blocks = blocksIn(layout);
  const drawn = figuresIn(layout).flatMap(({ pictureIndex, box }) => (pictureIndex === null ? [box] : []));
  const written = blocks.flatMap((block) => (block.kind === 'table' ? wordBoxes(block.table) : []));
  const lines = layout.page.lines.filter(
    ({ angle, box, text, words }) =>
      angle !== 0 &&
      text.trim() !== '' &&
      !drawn.some((region) => containsMiddle(growBox(region, 1), box)) &&
      !written.some((word) => words.some((own) => containsMiddle(own.box, word))),
  );
  const texts: { angle: number; box: Box; lines: Line[] }[] = [];
  for (const line of lines) {
    const reach = growBox(line.box, nearEm * line.style.sizePt);
    const text = (line.angle % 90 === 0 ? texts : []).find(
      ({ angle, lines: [first], box }) =>
        angle === line.angle &&
        Math.abs((first?.style.sizePt ?? 0) - line.style.sizePt) < 1 &&
        sharedArea(reach, box) > 0,
    );
    if (text === undefined) texts.push({ angle: line.angle, box: line.box, lines: [line] });
    else {
      text.lines.push(line);
      text.box = uniteBoxes([text.box, line.box]);
    }
  }
  return texts.map((text) => ({ ...text, lines: inOrder(text.lines, text.angle) }));
}

function wordBoxes({ cells }: Table): readonly Box[] {
  return cells.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(({ box }) => box)));
}

/** Lines that read upwards follow each other to the right, those that read downwards to the left. */
function inOrder(lines: readonly Line[], angle: number): readonly Line[] {
  const direction = angle === 90 ? -1 : 1;
  return [...lines].sort((first, second) =>
    angle % 180 === 90
      ? direction * (first.baseline - second.baseline)
      : (angle === 180 ? -1 : 1) * (first.baseline - second.baseline),
  );
}
