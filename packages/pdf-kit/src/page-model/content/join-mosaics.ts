import { boxHeight, boxWidth, uniteBoxes } from '../box.ts';
import { colorChannels } from '../color-channels.ts';
import type { Picture } from '../types.ts';
import type { DecodedImage, PageContent, PictureSource } from './page-content.ts';

/** Minimum pieces; fewer are separate pictures. Printer drivers cut a page into over a thousand, 16 pixels wide. */
const minPieces = 32;
/** Maximum width or height of a piece, in points. */
const largestPiecePt = 18;
/** Maximum distance of pieces of one picture, in points: blank paper between them is left out. */
const reachPt = 4;
/** Tolerance for the resolution of pieces of one picture, as 16 pixels determine it roughly. */
const resolutionStep = Math.log(1.1);
/** Maximum pixels of a joined picture: twice those of a sheet at 300 dpi. */
const maxPixels = 18_000_000;

interface Piece {
  readonly picture: Picture;
  readonly image: DecodedImage;
  readonly color: string;
  /** The colour of a stencil mask: red, green, blue, alpha. */
  readonly paint: readonly number[];
  /** Its visible part, and its place from the corner of the page, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly perPt: number;
}

/** A decoded image; null for one that is not decoded yet. */
export type ImageOf = (source: PictureSource) => DecodedImage | null;

/** The content with each picture that is drawn as many small pieces joined into one. */
export function joinMosaics(content: PageContent, imageOf: ImageOf): PageContent {
  if (content.pictures.length < minPieces) return content;
  const joined = new Map<Picture, Entry | null>();
  for (const group of piecesOf(content, imageOf).flatMap(together)) {
    const whole = group.length < minPieces ? null : joinPieces(group);
    if (whole === null) continue;
    for (const { picture } of group) joined.set(picture, null);
    if (group[0] !== undefined) joined.set(group[0].picture, whole);
  }
  const entries = content.pictures.flatMap((picture, index): readonly Entry[] => {
    const whole = joined.get(picture);
    const source = content.pictureSources[index];
    if (whole !== undefined) return whole === null ? [] : [whole];
    return source === undefined ? [] : [{ picture, source }];
  });
  return {
    ...content,
    pictures: entries.map(({ picture }, index) => ({ ...picture, index })),
    pictureSources: entries.map(({ source }) => source),
  };
}

interface Entry {
  readonly picture: Picture;
  readonly source: PageContent['pictureSources'][number];
}

/** Small decoded pictures, grouped by resolution. */
function piecesOf({ pictures, pictureSources }: PageContent, imageOf: ImageOf): readonly (readonly Piece[])[] {
  const pieces = pictures.flatMap((picture, index): readonly Piece[] => {
    const { source, color = '' } = pictureSources[index] ?? {};
    const { box, rotation, opacity } = picture;
    const [widthPt, heightPt] = [boxWidth(box), boxHeight(box)];
    const isPlain = rotation % 180 === 0 && opacity === undefined;
    if (!isPlain || source === undefined || Math.max(widthPt, heightPt) > largestPiecePt) return [];
    const image = imageOf(source);
    if (image === null) return [];
    // A clip may cut off some of it.
    const perPt = widthPt >= heightPt ? image.width / widthPt : image.height / heightPt;
    const size = {
      width: Math.min(image.width, Math.max(1, Math.round(widthPt * perPt))),
      height: Math.min(image.height, Math.max(1, Math.round(heightPt * perPt))),
    };
    const paint = [...colorChannels(color), 255];
    return [
      { picture, image, color, paint, perPt, ...size, x: Math.round(box.x0 * perPt), y: Math.round(box.y0 * perPt) },
    ];
  });
  return [...Map.groupBy(pieces, ({ perPt }) => Math.round(Math.log(perPt) / resolutionStep)).values()];
}

/** Groups of pieces that are adjacent, directly or through others, in drawing order. */
function together(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groupOf = pieces.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (groupOf[root] !== root) root = groupOf[root] ?? root;
    groupOf[index] = root;
    return root;
  };
  const downwards = pieces.map((_, index) => index).sort((a, b) => (pieces[a]?.y ?? 0) - (pieces[b]?.y ?? 0));
  let open: number[] = [];
  for (const index of downwards) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    open = open.filter((other) => endOf(pieces[other]) + reachPt * piece.perPt >= piece.y);
    for (const other of open) if (isBeside(pieces[other], piece)) groupOf[rootOf(other)] = rootOf(index);
    open.push(index);
  }
  return [...Map.groupBy(pieces, (_, index) => rootOf(index)).values()];
}

function endOf(piece: Piece | undefined): number {
  return piece === undefined ? 0 : piece.y + piece.height;
}

/** Whether two pieces that are vertically close are also horizontally close. */
function isBeside(first: Piece | undefined, second: Piece): boolean {
  if (first === undefined) return false;
  const apart = Math.max(first.x - second.x - second.width, second.x - first.x - first.width);
  return apart <= reachPt * second.perPt;
}

function joinPieces(pieces: readonly Piece[]): Entry | null {
  const [first] = pieces;
  if (first === undefined) return null;
  const [left, top] = [Math.min(...pieces.map(({ x }) => x)), Math.min(...pieces.map(({ y }) => y))];
  const width = Math.max(...pieces.map(({ x, width: across }) => x + across)) - left;
  const height = Math.max(...pieces.map(endOf)) - top;
  if (width * height > maxPixels) return null;
  const data = new Uint8Array(4 * width * height);
  for (const piece of pieces) paste(piece, data, 4 * ((piece.y - top) * width + piece.x - left), 4 * width);
  const box = uniteBoxes(pieces.map(({ picture }) => picture.box));
  return {
    picture: { ...first.picture, box, mask: false, widthPx: width, heightPx: height, rotation: 0, mirrored: false },
    source: { source: { width, height, kind: 3, data }, color: first.color },
  };
}

/** Copies an image as it appears on the page into RGBA pixels, from an offset on. */
function paste(piece: Piece, pixels: Uint8Array, start: number, rowBytes: number) {
  const { image, width, height } = piece;
  const { rotation, mirrored } = piece.picture;
  const fromRight = (rotation === 180) !== mirrored;
  for (let y = 0; y < height; y++) {
    const row = rotation === 180 ? image.height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const pixel = pixelAt(piece, fromRight ? image.width - 1 - x : x, row);
      if (pixel !== null) pixels.set(pixel, start + y * rowBytes + 4 * x);
    }
  }
}

/** Red, green, blue and alpha; null if nothing is painted. */
function pixelAt({ image, picture, paint }: Piece, x: number, y: number): readonly number[] | null {
  const { width, kind, data } = image;
  const byte = (at: number) => data?.[at] ?? 0;
  if (kind === 1 || picture.mask) {
    const bit = (byte(y * ((width + 7) >> 3) + (x >> 3)) >> (7 - (x & 7))) & 1;
    if (!picture.mask) return [255 * bit, 255 * bit, 255 * bit, 255];
    return bit === 0 ? paint : null;
  }
  const channels = kind === 3 ? 4 : 3;
  const at = (y * width + x) * channels;
  return [byte(at), byte(at + 1), byte(at + 2), kind === 3 ? byte(at + 3) : 255];
}
