import { boxAround } from '../page-model/box.ts';
import { usualLineHeight } from './layout-of.ts';
import { boxOf } from './line-box.ts';
import { requestsVertical } from './prepare-page.ts';
import { scaleRaster } from './raster.ts';
import type { GreyRaster, PixelBox, RasterLine, RasterWord, RecognitionRequest, Recognizer } from './recognizer.ts';
import { runsVertically } from './runs-vertically.ts';
import { effort, strips } from './thresholds.ts';
import { findVerticalStrips } from './vertical-strips.ts';

/** The direction of vertical text: usually upwards for the label of an axis. */
type Course = 'upwards' | 'downwards';

/** Strips of a page, rotated to be horizontal and stacked, and the place of each in the stack. */
interface Stack {
  readonly raster: GreyRaster;
  readonly places: readonly { readonly strip: PixelBox; readonly top: number; readonly bottom: number }[];
}

/**
 * Adds vertical lines beside horizontal text, which the recognizer hardly ever finds: strips that may be such lines are
 * rotated, read together, and replace what was read there before if they were read with confidence.
 */
export async function withVerticalText(
  recognizer: Recognizer,
  page: GreyRaster,
  lines: readonly RasterLine[],
  request: RecognitionRequest,
): Promise<readonly RasterLine[]> {
  const lineHeightPx = usualLineHeight(lines);
  if (lineHeightPx === null || requestsVertical(request)) return lines;
  let waiting = findVerticalStrips(page, lines, lineHeightPx);
  const found: RasterLine[] = [];
  const taken: PixelBox[] = [];
  for (const course of ['upwards', 'downwards'] as const) {
    if (waiting.length === 0) break;
    request.signal?.throwIfAborted();
    const stack = stackStrips(page, waiting, course, Math.round(lineHeightPx));
    const read = await readStack(recognizer, stack, course, lineHeightPx, request);
    found.push(...read);
    const holdsText = (strip: PixelBox) => read.some((line) => isIn(boxOf(line), strip));
    taken.push(...waiting.filter(holdsText));
    waiting = waiting.filter((strip) => !holdsText(strip));
  }
  if (found.length === 0) return lines;
  const rest = lines.map((line) => ({
    ...line,
    words: line.words.filter(({ box }) => !taken.some((place) => isIn(box, place))),
  }));
  return insertLines(
    rest.filter(({ words }) => words.length > 0),
    found,
  );
}

/** Inserts each line as a paragraph of its own, after that of the lowest line above it. */
function insertLines(lines: readonly RasterLine[], added: readonly RasterLine[]): readonly RasterLine[] {
  const inserted = [...lines];
  let paragraph = 1 + Math.max(0, ...lines.map((line) => line.paragraph));
  for (const line of added.toSorted((a, b) => boxOf(a).y0 - boxOf(b).y0)) {
    const { y0 } = boxOf(line);
    const above = inserted.findLast((other) => !runsVertically(other.baseline) && boxOf(other).y1 <= y0);
    const end = inserted.findLastIndex((other) => other.paragraph === above?.paragraph);
    inserted.splice(above === undefined ? 0 : end + 1, 0, { ...line, paragraph });
    paragraph += 1;
  }
  return inserted;
}

function stackStrips(page: GreyRaster, boxes: readonly PixelBox[], course: Course, gap: number): Stack {
  let bottom = gap;
  const places = boxes.map((strip) => {
    const top = bottom;
    bottom += strip.x1 - strip.x0 + gap;
    return { strip, top, bottom: bottom - gap };
  });
  const widthPx = 2 * gap + Math.max(...boxes.map(({ y0, y1 }) => y1 - y0));
  const data = new Uint8Array(widthPx * bottom).fill(lightest(page, boxes));
  for (const { strip, top } of places) {
    for (let row = 0; row < strip.x1 - strip.x0; row += 1) {
      for (let column = 0; column < strip.y1 - strip.y0; column += 1) {
        const { x, y } = onPage(strip, column, row, course, 1);
        if (x < page.widthPx && y < page.heightPx)
          data[(top + row) * widthPx + gap + column] = page.data[y * page.widthPx + x] ?? 0;
      }
    }
  }
  return { raster: { ...page, data, widthPx, heightPx: bottom }, places };
}

/** Maps a position in a rotated strip to the page: of a pixel if `pixel` is 1, of an edge if it is 0. */
function onPage({ x0, y0, x1, y1 }: PixelBox, along: number, down: number, course: Course, pixel: 0 | 1) {
  return course === 'upwards' ? { x: x0 + down, y: y1 - pixel - along } : { x: x1 - pixel - down, y: y0 + along };
}

/** The grey between strips: the ninth decile of their middle rows. */
function lightest(page: GreyRaster, boxes: readonly PixelBox[]): number {
  const values = boxes.flatMap(({ x0, y0, x1, y1 }) => {
    const row = Math.min(page.heightPx - 1, Math.floor((y0 + y1) / 2)) * page.widthPx;
    return Array.from(page.data.subarray(row + x0, row + Math.min(x1, page.widthPx)));
  });
  return values.sort((a, b) => a - b)[Math.floor(0.9 * values.length)] ?? 255;
}

async function readStack(
  recognizer: Recognizer,
  { raster, places }: Stack,
  course: Course,
  lineHeightPx: number,
  request: RecognitionRequest,
): Promise<readonly RasterLine[]> {
  const factor = Math.min(effort.maxEnlarging, Math.max(1, effort.goalLinePx / lineHeightPx));
  const { raster: enlarged, toSource } = await scaleRaster(raster, factor);
  const gap = Math.round(lineHeightPx);
  const read = await recognizer.recognize(enlarged, { ...request, layout: 'block' });
  return read.flatMap((line) => {
    const middle = ((line.baseline.y0 + line.baseline.y1) / 2 - line.heightPx / 4) * toSource[3];
    const place = places.find(({ top, bottom }) => middle >= top - gap / 2 && middle < bottom + gap / 2);
    const words = line.words.filter(({ confidence }) => confidence >= strips.minConfidence);
    if (place === undefined || !isText(words, line, factor * lineHeightPx)) return [];
    const move = (x: number, y: number) =>
      onPage(place.strip, x * toSource[0] - gap, y * toSource[3] - place.top, course, 0);
    const [start, end] = [move(line.baseline.x0, line.baseline.y0), move(line.baseline.x1, line.baseline.y1)];
    return {
      ...line,
      words: words.map((word) => ({
        ...word,
        box: boxAround([move(word.box.x0, word.box.y0), move(word.box.x1, word.box.y1)]),
        candidate: 'upright' as const,
      })),
      baseline: { x0: start.x, y0: start.y, x1: end.x, y1: end.y },
      heightPx: line.heightPx / factor,
    };
  });
}

/** Whether the confident words of a line are most of it, and text: not only single letters, nor much smaller than other lines. */
function isText(words: readonly RasterWord[], line: RasterLine, usualHeightPx: number): boolean {
  const lengths = words.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '').length);
  const letters = lengths.filter((length) => length > 1).reduce((sum, length) => sum + length, 0);
  return (
    letters >= strips.minLetters &&
    2 * words.length >= line.words.length &&
    line.heightPx >= strips.minSize * usualHeightPx
  );
}

/** Whether the middle of a box lies in a place. */
function isIn({ x0, y0, x1, y1 }: PixelBox, place: PixelBox): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= place.x0 && x < place.x1 && y >= place.y0 && y < place.y1;
}
