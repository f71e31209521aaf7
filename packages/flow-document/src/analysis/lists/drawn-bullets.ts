import {
  boxHeight,
  boxWidth,
  createPlaceIndex,
  growBox,
  type PlaceIndex,
  sharedArea,
  uniteBoxes,
} from '@platen/pdf-kit/geometry';
import type { Box, Line, Page, Word } from '@platen/pdf-kit/page-model';

/** A small drawing, a picture or a sign of no known character left of a line, where others have bullets. */
interface Mark {
  readonly box: Box;
  /** What makes it look like another one: kind, size, colours, or the bytes of a picture. */
  readonly look: string;
  readonly bullet: string;
  /** What it is on the page. */
  readonly source: unknown;
}

/** How far left of its line a bullet is, in em: closer is a sign of the text. */
const gapEm = 0.2;
const reachEm = 3.5;
/** Width and height of a bullet, in em of its line. */
const leastEm = 0.12;
const maxEm = 1.1;
/** Signs of a font are as tall as its lines, and may be set half as large again as the text. */
const tallestEm = 1.75;

/**
 * The page with bullets that are no characters of the file as characters before their lines. Two at least must look the same
 * and are at one edge; `pictureLook` tells the looks of pictures apart.
 */
export async function withDrawnBullets(
  page: Page,
  pictureLook: (picture: Page['pictures'][number]) => Promise<string>,
): Promise<Page> {
  const lines = page.lines.filter(({ angle }) => angle === 0);
  const level = createPlaceIndex(lines.map((line) => [line, heightsBeside(line)]));
  const marked = (await marksOf(page, lines, level, pictureLook)).flatMap((mark) => {
    const line = lineAfter(mark.box, level);
    return line === null ? [] : [{ mark, line }];
  });
  const alike = [...Map.groupBy(marked, ({ mark }) => `${mark.look} ${Math.round(mark.box.x0 / 2)}`).values()];
  const bullets = alike.filter((group) => group.length >= 2).flat();
  if (bullets.length === 0) return page;
  const gone = new Set(bullets.map(({ mark }) => mark.source));
  const byLine = new Map(bullets.map(({ mark, line }) => [line, mark]));
  return {
    ...page,
    lines: page.lines.flatMap((line) => (gone.has(line) ? [] : withBullet(line, byLine.get(line)))),
    drawings: page.drawings.filter((drawing) => !gone.has(drawing)),
    fills: page.fills.filter((fill) => !gone.has(fill)),
    pictures: page.pictures.filter((picture) => !gone.has(picture)),
    unreadable: page.unreadable.filter((box) => !gone.has(box)),
  };
}

async function marksOf(
  page: Page,
  lines: readonly Line[],
  level: PlaceIndex<Line>,
  pictureLook: (picture: Page['pictures'][number]) => Promise<string>,
): Promise<readonly Mark[]> {
  const isSmall = ({ box }: { readonly box: Box }) => {
    const line = lineAfter(box, level);
    return line !== null && !isPartOfDrawing(box, page, maxEm * line.style.sizePt);
  };
  const sizeOf = (box: Box) => `${boxWidth(box).toFixed(0)} ${boxHeight(box).toFixed(0)}`;
  const drawn = page.drawings.filter(isSmall).filter(({ kind }) => kind === 'curve' || kind === 'polygon');
  const squares = page.fills.filter(isSmall).filter(({ box }) => Math.abs(boxWidth(box) - boxHeight(box)) < 0.5);
  const pictures: Mark[] = [];
  for (const picture of page.pictures.filter(isSmall)) {
    const look = `${sizeOf(picture.box)} ${await pictureLook(picture)}`;
    pictures.push({ box: picture.box, look, bullet: '•', source: picture });
  }
  const lowered = lines.filter((line) => isLoweredSign(line, level));
  const unreadable = page.unreadable.filter((box) => isSmall({ box }));
  return [
    ...pictures,
    ...lowered.map((line) => ({ box: line.box, look: `text ${line.text}`, bullet: line.text, source: line })),
    ...unreadable.map((box) => ({ box, look: `sign ${sizeOf(box)}`, bullet: '•', source: box })),
    ...drawn.map((drawing) => ({
      box: drawing.box,
      look: `${drawing.kind} ${sizeOf(drawing.box)} ${drawing.fillColor} ${drawing.strokeColor}`,
      bullet: drawing.fillColor === null ? '○' : '•',
      source: drawing,
    })),
    ...squares.map((fill) => ({
      box: fill.box,
      look: `fill ${sizeOf(fill.box)} ${fill.color}`,
      bullet: '▪',
      source: fill,
    })),
  ];
}

/** Drawings this close, in points, touch. */
const touchPt = 1.5;
/** The parts of a drawing are found in so many steps from one to the next. */
const maxSteps = 4;

/** Whether a mark touches drawings with which it is larger than a bullet: it is part of a logo or of an ornament. */
function isPartOfDrawing(mark: Box, { drawings }: Page, mostPt: number): boolean {
  let whole = mark;
  for (let step = 0; step < maxSteps; step++) {
    const reach = growBox(whole, touchPt);
    const touching = drawings.filter(({ box }) => sharedArea(reach, growBox(box, 0.1)) > 0);
    whole = uniteBoxes([whole, ...touching.map(({ box }) => box)]);
    if (Math.max(boxWidth(whole), boxHeight(whole)) > mostPt) return true;
  }
  return false;
}

/** A sign set a little higher or lower than the line it belongs to, so that it was read as a line of its own. */
function isLoweredSign({ text, box, baseline, style }: Line, level: PlaceIndex<Line>): boolean {
  if (!/^[*•·∙◦▪■●○‣-]$/u.test(text)) return false;
  const host = lineAfter(box, level);
  return host !== null && Math.abs(host.baseline - baseline) > 0.15 * style.sizePt;
}

/** Left and right of everything. */
const acrossPage = { x0: Number.NEGATIVE_INFINITY, x1: Number.POSITIVE_INFINITY };

/** Where the middle of a bullet of the line may be. */
function heightsBeside({ baseline, style: { sizePt } }: Line): Box {
  return { ...acrossPage, y0: baseline - 0.8 * sizePt, y1: baseline + 0.15 * sizePt };
}

/** The line that a mark of its size would be the bullet of. */
function lineAfter(box: Box, level: PlaceIndex<Line>): Line | null {
  const middle = (box.y0 + box.y1) / 2;
  const beside = level.touching({ ...acrossPage, y0: middle, y1: middle });
  return lineInDirection('ltr', box, beside) ?? lineInDirection('rtl', box, beside);
}

/** The line that reads away from a mark, with nothing before the mark or between the two. */
function lineInDirection(direction: Line['direction'], box: Box, beside: readonly Line[]): Line | null {
  const along = ({ x0, x1 }: Box) => (direction === 'rtl' ? { start: -x1, end: -x0 } : { start: x0, end: x1 });
  const mark = along(box);
  const [line] = beside
    .filter((candidate) => along(candidate.box).start > mark.end - 1)
    .sort((first, second) => along(first.box).start - along(second.box).start);
  if (line?.direction !== direction) return null;
  const { sizePt } = line.style;
  const fits = boxWidth(box) <= maxEm * sizePt && boxHeight(box) <= tallestEm * sizePt;
  const shows = Math.min(boxWidth(box), boxHeight(box)) >= leastEm * sizePt;
  const isBefore = (other: { readonly start: number; readonly end: number }) =>
    other.end > mark.start - 2 * sizePt && other.start < mark.start;
  const isFree = !beside.some((other) => isBefore(along(other.box)));
  const gap = (along(line.box).start - mark.end) / sizePt;
  return fits && shows && isFree && gap > gapEm && gap < reachEm ? line : null;
}

function withBullet(line: Line, mark: Mark | undefined): Line {
  const [first] = line.words;
  if (mark === undefined || first === undefined) return line;
  const { style } = first;
  const { box } = mark;
  const origin = { x: box.x0, y: line.baseline };
  const glyph = { text: mark.bullet, box, origin, style, risePt: 0, mcid: null, artifact: false, hidden: false };
  const word: Word = {
    text: mark.bullet,
    box: { ...box, y0: first.box.y0, y1: first.box.y1 },
    glyphs: [glyph],
    style,
    script: 'normal',
    confidence: null,
    spaceAfter: true,
  };
  return {
    ...line,
    words: [word, ...line.words],
    text: `${mark.bullet} ${line.text}`,
    box: uniteBoxes([word.box, line.box]),
  };
}
