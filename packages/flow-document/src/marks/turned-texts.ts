import {
  boxHeight,
  boxWidth,
  containsBox,
  containsMiddle,
  createPlaceIndex,
  growBox,
  type PlaceIndex,
  sharedArea,
  uniteBoxes,
} from '@platen/pdf-kit/geometry';
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
  const drawn = placesOf(
    figuresIn(layout).flatMap(({ pictureIndex, box }) => (pictureIndex === null ? [growBox(box, 1)] : [])),
  );
  const written = placesOf(blocks.flatMap((block) => (block.kind === 'table' ? wordBoxes(block.table) : [])));
  const lines = layout.page.lines.filter(
    ({ angle, box, text, words }) =>
      angle !== 0 &&
      text.trim() !== '' &&
      !drawn.touching(box).some((region) => containsMiddle(region, box)) &&
      !words.some((own) => written.touching(own.box).some((word) => containsMiddle(own.box, word))),
  );
  return joinLines(lines).map((text) => ({ ...text, lines: inOrder(text.lines, text.angle) }));
}

interface OpenText {
  readonly angle: number;
  box: Box;
  readonly lines: Line[];
  /** Where the index of places has it: it need not be entered again for each line that it grows by. */
  place: Box;
}

/** Each line goes to the first text of its angle and size that it is near to. */
function joinLines(lines: readonly Line[]): readonly OpenText[] {
  const texts: OpenText[] = [];
  const ofAngle = new Map<number, PlaceIndex<OpenText>>();
  for (const line of lines) {
    const { angle, box, style } = line;
    const places = ofAngle.get(angle) ?? createPlaceIndex<OpenText>();
    ofAngle.set(angle, places);
    const reach = growBox(box, nearEm * style.sizePt);
    const text = (angle % 90 === 0 ? places.touching(reach) : []).find(
      (other) => Math.abs((other.lines[0]?.style.sizePt ?? 0) - style.sizePt) < 1 && sharedArea(reach, other.box) > 0,
    );
    if (text === undefined) {
      const opened = { angle, box, lines: [line], place: box };
      texts.push(opened);
      places.add(opened, box);
      continue;
    }
    text.lines.push(line);
    text.box = uniteBoxes([text.box, box]);
    if (containsBox(text.place, text.box)) continue;
    text.place = growBox(text.box, Math.max(boxWidth(text.box), boxHeight(text.box)));
    places.add(text, text.place);
  }
  return texts;
}

function placesOf(boxes: readonly Box[]): PlaceIndex<Box> {
  return createPlaceIndex(boxes.map((box) => [box, box]));
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
