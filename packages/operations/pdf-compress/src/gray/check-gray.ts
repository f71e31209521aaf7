import { openRenderer, type PdfRenderer, type RenderedPage } from '@platen/pdf-kit/render';
import { blackInk } from './gray-values.ts';

export interface GrayCheck {
  /** Pages, from 1, whose greys are not those of their colours. */
  readonly different: readonly number[];
  /** Pages, from 1, that show colours still. */
  readonly colored: readonly number[];
}

const compareDpi = 50;
const maxSidePixels = 1_500;
const blockPixels = 6;
/** How far the mean grey of a block may be from that of its colours, of 255: as for pages with lossy images. */
const maxShift = 24;
/** How far the components of a grey pixel are apart at most: renderers smooth each on its own. */
const maxChroma = 12;

/**
 * Draws the pages of a document and of its grey copy, and compares the greys with the luma of the colours. Where the document
 * defines what grey is, drawing does not show it, and every page with colours counts as different.
 */
export async function checkGray(
  before: string,
  { password, definesGray }: { readonly password: string | undefined; readonly definesGray: boolean },
  after: string,
): Promise<GrayCheck> {
  const one = await openRenderer(before, { password });
  try {
    const other = await openRenderer(after, {});
    try {
      const different: number[] = [];
      const colored: number[] = [];
      for (let page = 1; page <= one.pageCount; page += 1) {
        const drawn = await draw(one, page);
        const gray = await draw(other, page);
        if (drawn === null || gray === null) {
          if (drawn !== gray) different.push(page);
        } else {
          if (hasColors(gray)) colored.push(page);
          else if (definesGray ? hasColors(drawn) : !isGrayOf(drawn, gray)) different.push(page);
        }
        drawn?.release();
        gray?.release();
      }
      return { different, colored };
    } finally {
      other.close();
    }
  } finally {
    one.close();
  }
}

async function draw(renderer: PdfRenderer, page: number): Promise<RenderedPage | null> {
  try {
    const { widthPt, heightPt } = renderer.pageSize(page);
    return await renderer.renderPage(page, {
      dpi: Math.min(compareDpi, (maxSidePixels * 72) / Math.max(widthPt, heightPt)),
    });
  } catch {
    // It is compared with whether the page of the other document can be drawn.
    return null;
  }
}

function hasColors({ data: pixels }: RenderedPage): boolean {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > maxChroma) return true;
  }
  return false;
}

/** Whether blocks have the luma of their colours; the dark grey that viewers make of black ink may be black. */
function isGrayOf(before: RenderedPage, after: RenderedPage): boolean {
  const { width, height } = before;
  if (after.width !== width || after.height !== height) return false;
  const [colors, grays] = [before.data, after.data];
  const black = blackInk * 255;
  for (let top = 0; top < height; top += blockPixels) {
    for (let left = 0; left < width; left += blockPixels) {
      let [luma, gray, count] = [0, 0, 0];
      for (let y = top; y < Math.min(top + blockPixels, height); y += 1) {
        for (let x = left; x < Math.min(left + blockPixels, width); x += 1) {
          const at = (y * width + x) * 3;
          luma +=
            0.299 * (colors[at] as number) + 0.587 * (colors[at + 1] as number) + 0.114 * (colors[at + 2] as number);
          gray += grays[at] as number;
          count += 1;
        }
      }
      const [expected, shown] = [luma / count, gray / count];
      const darkest = Math.max(0, ((expected - black) * 255) / (255 - black));
      if (shown > expected + maxShift || shown < Math.min(expected, darkest) - maxShift) return false;
    }
  }
  return true;
}
