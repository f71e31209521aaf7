import { boxHeight, boxWidth, intersectBoxes } from '../box.ts';
import { chainMatrices, type Matrix, transformBox } from '../matrix.ts';
import type { Box, Picture } from '../types.ts';
import { isEllipseIn } from './clip-shape.ts';
import type { ContentReader, Operators } from './content-reader.ts';
import { type GraphicsState, isMasked } from './graphics-state.ts';
import { fillColorAt } from './ground-color.ts';
import { toMatrix, toNumber, toNumbers } from './operator-arguments.ts';
import { type DecodedImage, type PictureSource, pageBounds } from './page-content.ts';
import { addBar, addCover, hidesWhatIsBelow } from './read-path.ts';

/** A picture this thin and longer than that is a rule that a producer drew as an image. */
const thinPt = 2.5;
const longPt = 8;

interface Image {
  readonly source: PictureSource;
  readonly width: number;
  readonly height: number;
  readonly mask: boolean;
}

/** Operators that paint images (ISO 32000-2, 8.9), in the single and gathered forms pdf.js makes of them. */
export function pictureOperators(reader: ContentReader): Operators {
  const paint = (image: Image | null, placed: Matrix | null = null) => {
    const { matrix } = reader.state;
    if (image !== null) addPicture(reader, image, placed === null ? matrix : chainMatrices(placed, matrix));
  };
  const repeat = (image: Image | null, [a, b, c, d]: readonly number[], positions: unknown) => {
    const places = toNumbers(positions);
    for (let index = 0; index + 1 < places.length; index += 2) {
      paint(image, [a ?? 1, b ?? 0, c ?? 0, d ?? 1, places[index] ?? 0, places[index + 1] ?? 0]);
    }
  };
  const gathered = (images: unknown, imageOf: (entry: unknown) => Image | null) => {
    for (const entry of Array.isArray(images) ? images : []) {
      const transform = typeof entry === 'object' && entry !== null && 'transform' in entry ? entry.transform : null;
      paint(imageOf(entry), toMatrix(transform));
    }
  };
  return {
    paintImageXObject: ([id, width, height]) => paint(imageById(id, width, height)),
    paintImageXObjectRepeat: ([id, scaleX, scaleY, positions]) => {
      repeat(imageById(id, 0, 0), [toNumber(scaleX), 0, 0, toNumber(scaleY)], positions);
    },
    paintInlineImageXObject: ([image]) => paint(imageOf(image, false)),
    paintInlineImageXObjectGroup: ([image, map]) => gathered(map, () => imageOf(image, false)),
    paintImageMaskXObject: ([image]) => paint(imageOf(image, true)),
    paintImageMaskXObjectGroup: ([images]) => gathered(images, (image) => imageOf(image, true)),
    paintImageMaskXObjectRepeat: ([image, ...rest]) => {
      repeat(imageOf(image, true), toNumbers(rest.slice(0, 4)), rest[4]);
    },
    paintSolidColorImageMask: () => {
      const { matrix } = reader.state;
      if (reader.around().invisible || isMasked(reader.state)) return;
      const box = transformBox(matrix, 0, 0, 1, 1);
      addBar(box, fillColorAt(box, reader.state, reader.content.grounds), reader.state, reader.content);
    },
  };
}

function addPicture(reader: ContentReader, { source, width, height, mask }: Image, matrix: Matrix) {
  const { content, state, surroundings } = reader;
  if (reader.around().invisible || state.fillAlpha === 0) return;
  if (content.pictures.length >= pageBounds.pictures) {
    reader.degrade(`Page ${surroundings.pageNumber} has too many pictures; some of them were left out`);
    return;
  }
  const full = transformBox(matrix, 0, 0, 1, 1);
  const box = intersectBoxes(full, state.clip);
  if (box === null) return;
  const [thin, long] = [boxWidth(full), boxHeight(full)].sort((a, b) => a - b);
  if ((thin ?? 0) <= thinPt && (long ?? 0) > longPt) {
    addBar(full, mask ? fillColorAt(full, state, content.grounds) : '#000000', state, content);
    return;
  }
  if (isMasked(state)) {
    content.drawings.push({ box, kind: 'masked', strokeColor: null, fillColor: null });
    return;
  }
  const { pageNumber } = surroundings;
  const mayHideText = !mask && content.glyphs.length > 0 && hidesWhatIsBelow(state) && fillsItsBox(matrix);
  if (mayHideText) addCover(full, state, content, source);
  const index = content.pictures.length;
  const size = { widthPx: width, heightPx: height };
  content.pictures.push({
    pageNumber,
    index,
    box,
    ...size,
    mask,
    ...turnOf(matrix),
    ...opacityOf(mask, state),
    ...cropOf(full, box),
    ...(isEllipseIn(box, state.clipShapes) ? { round: true as const } : {}),
  });
  content.picturePlaces.add(box, box);
  if (!mask) content.grounds.push({ box, color: '#ffffff' });
  content.pictureSources.push({ source, color: fillColorAt(box, state, content.grounds) });
}

/** Whether an image is level or turned by quarters. */
function fillsItsBox([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0);
}

/** A stencil has its share of the paper in its colour. */
function opacityOf(mask: boolean, { fillAlpha, groupAlpha }: GraphicsState): Pick<Picture, 'opacity'> {
  const opacity = fillAlpha * groupAlpha;
  return mask || opacity >= 1 ? {} : { opacity };
}

/** Less than this share at a side is rounding. */
const leastCrop = 0.005;

/** What the clip cuts off. */
function cropOf(full: Box, visible: Box): Pick<Picture, 'crop'> {
  const [width, height] = [boxWidth(full), boxHeight(full)];
  if (width === 0 || height === 0) return {};
  const crop = {
    left: (visible.x0 - full.x0) / width,
    top: (visible.y0 - full.y0) / height,
    right: (full.x1 - visible.x1) / width,
    bottom: (full.y1 - visible.y1) / height,
  };
  return Math.max(...Object.values(crop)) < leastCrop ? {} : { crop };
}

/** How the bytes of an image must be turned, and mirrored before, to look as the matrix places them. */
function turnOf(matrix: Matrix): { readonly rotation: number; readonly mirrored: boolean } {
  // An upright image has its x axis to the right and its y axis up, which is −y on the page.
  const degrees = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI;
  const mirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0;
  const quarter = Math.round((mirrored ? degrees + 180 : degrees) / 90) * 90;
  return { rotation: ((quarter % 360) + 360) % 360, mirrored };
}

function imageById(id: unknown, width: unknown, height: unknown): Image | null {
  return typeof id === 'string' ? { source: id, width: toNumber(width), height: toNumber(height), mask: false } : null;
}

/** An image that comes with the operator: decoded, or named by the id in its `data`. */
function imageOf(image: unknown, mask: boolean): Image | null {
  if (typeof image !== 'object' || image === null) return null;
  const { width, height, data } = image as { width?: unknown; height?: unknown; data?: unknown };
  const source = typeof data === 'string' ? data : (image as DecodedImage);
  return { source, width: toNumber(width), height: toNumber(height), mask };
}
