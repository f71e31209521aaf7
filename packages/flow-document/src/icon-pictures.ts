import { boxHeight, boxWidth, growBox, sharedHeight, uniteBoxes } from '@platen/pdf-kit/geometry';
import { type Box, type Glyph, iconText, type Line, type Page } from '@platen/pdf-kit/page-model';
import type { RenderedPage } from '@platen/pdf-kit/render';
import { loadSharp } from '@platen/pdf-kit/sharp';
import type { FurnitureFacts } from './analysis/running/furniture.ts';
import type { PictureSources } from './figure-pictures.ts';
import type { PictureInline } from './model/blocks.ts';

/** Icons are read like text: as fine as print needs it. */
const iconDpi = 300;
/** An icon may be drawn so far past its advance where nothing is beside it, in em: some fonts draw larger than they say. */
const reachEm = 1;
/** Channels of pixels of an icon differ by more than this from the ground of it, of 255. */
const leastContrast = 24;

/** An icon, and what of its line it may be in. */
interface PlacedIcon {
  readonly icon: Glyph;
  readonly room: Box;
}

/**
 * The icons in the text of a page, each as a picture that takes its room in the line. Nothing where the page cannot be
 * drawn; they are left out then.
 */
export async function readIcons(
  page: Page,
  { drawer, boundaries }: PictureSources,
  isWanted: (icon: Glyph, line: Line) => boolean = () => true,
): Promise<ReadonlyMap<Glyph, PictureInline>> {
  const icons = page.lines.flatMap((line) => iconsIn(line, page).filter(({ icon }) => isWanted(icon, line)));
  if (icons.length === 0 || page.turned !== 0) return new Map();
  return boundaries.withinAsync(
    { what: `The icons on page ${page.number}`, instead: 'they are left out' },
    () => drawIcons(icons, page, drawer),
    () => new Map(),
  );
}

/** The icons in running lines, by their places: each is drawn once, from the first page that shows it. */
export async function readRunningIcons(
  pages: readonly Page[],
  furniture: FurnitureFacts,
  sources: PictureSources,
): Promise<(icon: Glyph) => PictureInline | null> {
  const known = new Map<string, PictureInline>();
  for (const page of pages) {
    const isNew = (icon: Glyph, line: Line) => !known.has(placeKey(icon)) && furniture.find(page, line) !== null;
    for (const [icon, picture] of await readIcons(page, sources, isNew)) known.set(placeKey(icon), picture);
  }
  return (icon) => known.get(placeKey(icon)) ?? null;
}

function placeKey({ origin, style: { font } }: Glyph): string {
  return `${font.name} ${Math.round(origin.x)} ${Math.round(origin.y)}`;
}

function iconsIn({ angle, words, box: ofLine }: Line, { lines }: Page): readonly PlacedIcon[] {
  if (angle !== 0) return [];
  return words.flatMap(({ glyphs: [icon], text, box }): PlacedIcon[] => {
    if (icon === undefined || text !== iconText || icon.hidden || box.x1 <= box.x0) return [];
    const reachPt = reachEm * icon.style.sizePt;
    // An icon may be beside two lines.
    const beside = lines.filter((line) => sharedHeight(line.box, box) > 0).flatMap((line) => line.words);
    const before = Math.max(...beside.map((word) => word.box.x1).filter((x1) => x1 <= box.x0));
    const after = Math.min(...beside.map((word) => word.box.x0).filter((x0) => x0 >= box.x1));
    const x0 = Math.min(box.x0, Math.max(before, box.x0 - reachPt));
    const x1 = Math.max(box.x1, Math.min(after, box.x1 + reachPt));
    return [{ icon, room: uniteBoxes([box, { ...ofLine, x0, x1 }]) }];
  });
}

/** One drawing serves all icons of a page. */
async function drawIcons(
  icons: readonly PlacedIcon[],
  { number, widthPt, heightPt }: Page,
  drawer: PictureSources['drawer'],
): Promise<ReadonlyMap<Glyph, PictureInline>> {
  const sharp = await loadSharp();
  const whole = growBox(uniteBoxes(icons.map(({ room }) => room)), 1);
  const [x, y] = [Math.max(0, whole.x0), Math.max(0, whole.y0)];
  const region = { x, y, width: Math.min(widthPt, whole.x1) - x, height: Math.min(heightPt, whole.y1) - y };
  const drawn = await drawer.draw(number, { dpi: iconDpi, region, text: 'all' });
  if (drawn === null) return new Map();
  const { rendered, dpi } = drawn;
  const parts = icons.flatMap(({ icon, room }) => {
    const toPixels = ({ x0, y0, x1, y1 }: Box) => ({
      x0: Math.max(0, Math.floor(((x0 - x) * dpi) / 72)),
      y0: Math.max(0, Math.floor(((y0 - y) * dpi) / 72)),
      x1: Math.min(rendered.width, Math.ceil(((x1 - x) * dpi) / 72)),
      y1: Math.min(rendered.height, Math.ceil(((y1 - y) * dpi) / 72)),
    });
    const ink = inkIn(rendered, toPixels(room));
    if (ink === null) return [];
    const { x0, x1 } = toPixels(icon.box);
    const box = { ...ink, x0: Math.min(ink.x0, x0), x1: Math.max(ink.x1, x1) };
    return [{ icon, box, pixels: pixelsOf(rendered, box) }];
  });
  const { channels } = rendered;
  rendered.release();
  const pictures = new Map<Glyph, PictureInline>();
  for (const { icon, box, pixels } of parts) {
    const [width, height] = [boxWidth(box), boxHeight(box)];
    const part = sharp(pixels, { raw: { width, height, channels } });
    pictures.set(icon, {
      kind: 'picture',
      bytes: await part.png({ palette: true }).toBuffer(),
      mediaType: 'image/png',
      widthPt: (width * 72) / dpi,
      heightPt: (height * 72) / dpi,
      alternativeText: icon.description ?? '',
      placement: { kind: 'inline' },
      belowBaselinePt: y + (box.y1 * 72) / dpi - icon.origin.y,
    });
  }
  return pictures;
}

/** A copy of a part of a drawing, row by row. */
function pixelsOf({ data, width, channels }: RenderedPage, { x0, y0, x1, y1 }: Box): Uint8Array {
  const rowBytes = (x1 - x0) * channels;
  const pixels = new Uint8Array((y1 - y0) * rowBytes);
  for (let y = y0; y < y1; y++) {
    const from = (y * width + x0) * channels;
    pixels.set(data.subarray(from, from + rowBytes), (y - y0) * rowBytes);
  }
  return pixels;
}

/** What of a part of a drawing differs from its upper left corner; null where nothing does. */
function inkIn({ data, width, channels }: RenderedPage, part: Box): Box | null {
  const ground = (part.y0 * width + part.x0) * channels;
  let [x0, y0, x1, y1] = [part.x1, part.y1, part.x0, part.y0];
  for (let y = part.y0; y < part.y1; y++) {
    for (let x = part.x0; x < part.x1; x++) {
      const at = (y * width + x) * channels;
      let isInk = false;
      for (let channel = 0; channel < channels; channel++) {
        isInk ||= Math.abs((data[at + channel] ?? 0) - (data[ground + channel] ?? 0)) > leastContrast;
      }
      if (!isInk) continue;
      [x0, x1] = [Math.min(x0, x), Math.max(x1, x + 1)];
      [y0, y1] = [Math.min(y0, y), Math.max(y1, y + 1)];
    }
  }
  return x1 > x0 ? { x0, y0, x1, y1 } : null;
}
