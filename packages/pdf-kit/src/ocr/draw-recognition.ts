import { chainMatrices, type Matrix, transformPoint } from '../page-model/matrix.ts';
import { boxOf } from './line-box.ts';
import type { PageRecognition } from './recognize-page.ts';
import type { CandidateName, GreyRaster, PixelBox, RasterLine, RasterWord } from './recognizer.ts';

/** The colour of each version of the page that a word may have been read from. */
const colours: Readonly<Record<string, string>> = {
  plain: '#06f',
  cleaned: '#080',
  grounds: '#c0c',
  enlarged: '#e60',
  upright: '#088',
};

/** The legend of `drawRecognition`. */
export const recognitionLegend =
  'Each word has a box in the colour of the version of the page from which it was read: blue, as it is; green, cleaned of specks, shadows, ' +
  'skew and rules; purple, with every background made white; orange, enlarged; teal, vertical text. ' +
  'Dashed: read in rows from edge to edge. The fainter, ' +
  'the less confident; confidence below 90 percent is given. Dotted red: read, but left out as noise. Text without a box was not read. ' +
  'Hover over a box for its text.';

/**
 * Draws what was read on a page as an SVG in points, an overlay for the page as it is shown: a box for each word in the
 * colour of its candidate, fainter the lower its confidence, which is given in percent below 90; a thin box for each line,
 * and a dotted one for each word that was left out.
 */
export function drawRecognition({ lines, leftOut, toRaster }: PageRecognition, raster: GreyRaster): string {
  const scale = 72 / raster.dpi;
  const toPage = chainMatrices(toRaster, [scale, 0, 0, scale, 0, 0]);
  const marks = [
    ...lines.flatMap((line) => [lineMark(line, toPage), ...line.words.map((word) => wordMark(word, toPage))]),
    ...leftOut.map((word) => leftOutMark(word, toPage)),
  ];
  const [width, height] = [raster.widthPx * scale, raster.heightPx * scale].map(round);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${marks.join('')}</svg>`;
}

/** The candidates in the order they were read: letters, mean confidence, and how many words of the result are theirs. */
export function describeReadings({ lines, readings }: PageRecognition): string {
  const words = lines.flatMap((line) => line.words);
  const won = (name: CandidateName) => words.filter(({ candidate }) => candidate === name).length;
  return readings
    .map(({ candidate, letters, confidence }) => {
      const sure = `${Math.round(100 * confidence)} % sure`;
      return `${candidate}: ${letters} letters, ${sure}, ${won(candidate)} of ${words.length} words`;
    })
    .join(' · ');
}

function lineMark(line: RasterLine, toPage: Matrix): string {
  return `<polygon points="${corners(boxOf(line), toPage)}" fill="none" stroke="#888" stroke-width=".3"/>`;
}

function wordMark(word: RasterWord, toPage: Matrix): string {
  const { box, candidate, confidence } = word;
  const [picture = '', layout] = candidate?.split(', ') ?? [];
  const colour = colours[picture] ?? '#888';
  const dashes = layout === undefined ? '' : ' stroke-dasharray="2 1"';
  const look = `fill="${colour}" fill-opacity="${round(0.25 * confidence)}" stroke="${colour}" stroke-width=".6"${dashes}`;
  const mark = `<polygon points="${corners(box, toPage)}" ${look}>${tooltip(word)}</polygon>`;
  if (confidence >= 0.9) return mark;
  const { x, y } = transformPoint(toPage, box.x0, box.y0);
  return `${mark}<text x="${round(x)}" y="${round(y)}" font-size="5" fill="#c00">${Math.round(100 * confidence)}</text>`;
}

function leftOutMark(word: RasterWord, toPage: Matrix): string {
  const look = 'fill="#c00" fill-opacity="0" stroke="#c00" stroke-width=".6" stroke-dasharray=".6 1"';
  return `<polygon points="${corners(word.box, toPage)}" ${look}>${tooltip(word)}</polygon>`;
}

function tooltip({ text, candidate, confidence }: RasterWord): string {
  const said = `${text} · ${candidate ?? ''} · ${Math.round(100 * confidence)} %`;
  return `<title>${said.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</title>`;
}

function corners({ x0, y0, x1, y1 }: PixelBox, toPage: Matrix): string {
  const places = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  return places
    .map(([x, y]) => transformPoint(toPage, x, y))
    .map(({ x, y }) => `${round(x)},${round(y)}`)
    .join(' ');
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
