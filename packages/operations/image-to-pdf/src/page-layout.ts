import type { ImagePage, Orientation } from './image-page.ts';
import type { ResolvedImageToPdfOptions } from './operation.ts';
import { namedSizes, pointsPerMillimetre } from './page-sizes.ts';

/** A page and where its image goes. */
export interface PageLayout {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Points of one unit of the page's own coordinates: above 1 only for a page too large for a PDF otherwise. */
  readonly userUnit: number;
  /** The matrix that takes the unit square of the image to the page. */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** Where the image may show, as x, y, width, height; null when it lies within the page anyway. */
  readonly clip: readonly [number, number, number, number] | null;
}

type LayoutOptions = Pick<ResolvedImageToPdfOptions, 'pageSize' | 'orientation' | 'margin' | 'fit'>;

/** The largest side of a page in its own units, and the smallest that viewers show (ISO 32000-1, annex C). */
const maxSideUnits = 14_400;
const minSidePt = 3;

/** Lays one image out on its page, turned as its orientation says. */
export function layOutPage(page: ImagePage, options: LayoutOptions): PageLayout {
  const margin = options.margin * pointsPerMillimetre;
  const picture = shownSize(page);
  const [widthPt, heightPt] =
    options.pageSize === 'fit'
      ? [Math.max(minSidePt, picture.widthPt + 2 * margin), Math.max(minSidePt, picture.heightPt + 2 * margin)]
      : turnedSize(namedSizes[options.pageSize], picture, options.orientation);
  const area = { widthPt: Math.max(1, widthPt - 2 * margin), heightPt: Math.max(1, heightPt - 2 * margin) };
  const ratios = [area.widthPt / picture.widthPt, area.heightPt / picture.heightPt] as const;
  const covers = options.pageSize !== 'fit' && options.fit === 'cover';
  const scale = covers ? Math.max(...ratios) : Math.min(...ratios);
  const userUnit = Math.max(1, Math.ceil(Math.max(widthPt, heightPt) / maxSideUnits));
  const [width, height] = [(picture.widthPt * scale) / userUnit, (picture.heightPt * scale) / userUnit];
  const [x, y] = [(widthPt / userUnit - width) / 2, (heightPt / userUnit - height) / 2];
  return {
    widthPt: widthPt / userUnit,
    heightPt: heightPt / userUnit,
    userUnit,
    matrix: place(page.orientation, { x, y, width, height }),
    clip: covers && margin > 0 ? [margin, margin, area.widthPt, area.heightPt] : null,
  };
}

/** The size of the picture as it is shown: turned by a quarter, width and height change places. */
function shownSize({ image, dpiX, dpiY, orientation }: ImagePage): { widthPt: number; heightPt: number } {
  const width = (image.width * 72) / dpiX;
  const height = (image.height * 72) / dpiY;
  return orientation >= 5 ? { widthPt: height, heightPt: width } : { widthPt: width, heightPt: height };
}

function turnedSize(
  [short, long]: readonly [number, number],
  picture: { readonly widthPt: number; readonly heightPt: number },
  orientation: LayoutOptions['orientation'],
): readonly [number, number] {
  const landscape = orientation === 'landscape' || (orientation === 'auto' && picture.widthPt > picture.heightPt);
  return landscape ? [long, short] : [short, long];
}

/**
 * The eight orientations as matrices of the unit square, whose origin is the picture's bottom left: [a b c d e f] with
 * the shown picture's corner at 0 0 and its sides 1 long.
 */
const orientations: Readonly<Record<Orientation, readonly [number, number, number, number, number, number]>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

function place(
  orientation: Orientation,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): PageLayout['matrix'] {
  const [a, b, c, d, e, f] = orientations[orientation];
  return [a * width, b * height, c * width, d * height, e * width + x, f * height + y];
}
