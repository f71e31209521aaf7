import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { askMupdf } from './mupdf.ts';

const run = promisify(execFile);
const dpi = 36;
/** Pages of one file that are drawn. */
const maxPages = 8;
const blockPixels = 4;

/** A drawn page, 8 bits of red, green and blue a pixel. */
export type PageColors = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

type Lab = readonly [lightness: number, a: number, b: number];

/** How two tools draw the first pages of a document, both with profiles through their own copies of lcms. */
const painters = { mupdf: drawnByMupdf, poppler: drawnByPoppler } as const;

export type PainterName = keyof typeof painters;

export const painterNames = Object.keys(painters) as readonly PainterName[];

/**
 * The colours of the first pages; null where the tool fails. `apart` draws each page in a process of its own: poppler draws
 * some letters of a page in other places after another page than alone.
 */
export async function readColors(
  path: string,
  tool: PainterName,
  apart: boolean,
): Promise<readonly PageColors[] | null> {
  return painters[tool](path, apart).catch(() => null);
}

async function drawnByPoppler(path: string, apart: boolean): Promise<readonly PageColors[]> {
  if (!apart) return colorsOfPpms(await drawnPages(path, 1, maxPages));
  const pages: PageColors[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    // Fails behind the last page.
    const drawn = await drawnPages(path, page, page).catch(() => null);
    if (drawn === null) break;
    pages.push(...colorsOfPpms(drawn));
  }
  if (pages.length === 0) throw new Error('no page was drawn');
  return pages;
}

async function drawnPages(path: string, first: number, last: number): Promise<Buffer> {
  const words = ['-r', `${dpi}`, '-f', `${first}`, '-l', `${last}`, path];
  const settings = { timeout: 60_000, maxBuffer: 1 << 28, encoding: 'buffer' } as const;
  return (await run('pdftoppm', words, settings)).stdout;
}

async function drawnByMupdf(path: string): Promise<readonly PageColors[]> {
  const drawn = (await askMupdf({ path, pages: maxPages, dpi })) as readonly [number, number, string][];
  return drawn.map(([width, height, samples]) => ({ width, height, pixels: Buffer.from(samples, 'base64') }));
}

/**
 * The largest difference (CIE 1976) between the mean colours of blocks of two pages; those of different sizes differ altogether.
 * With `shiftPixels`, a block may have moved by so many: where coordinates are rounded, thin lines go to the next pixel.
 */
export function largestDifference(one: PageColors, other: PageColors, shiftPixels: number): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return 100;
  const shifts = Array.from({ length: 2 * shiftPixels + 1 }, (_, index) => index - shiftPixels);
  let largest = 0;
  for (let top = 0; top + blockPixels <= height; top += blockPixels) {
    for (let left = 0; left + blockPixels <= width; left += blockPixels) {
      const color = blockColor(one, left, top);
      let difference = distance(color, blockColor(other, left, top));
      if (difference <= largest) continue;
      for (const x of shifts)
        for (const y of shifts)
          difference = Math.min(difference, distance(color, blockColor(other, left + x, top + y)));
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}

function distance([lightness, a, b]: Lab, [otherLightness, otherA, otherB]: Lab): number {
  return Math.hypot(lightness - otherLightness, a - otherA, b - otherB);
}

/** The mean colour of a block; what lies beyond the page is black. */
function blockColor({ width, pixels }: PageColors, left: number, top: number): Lab {
  const sums = [0, 0, 0];
  for (let y = top; y < top + blockPixels; y += 1) {
    for (let x = left; x < left + blockPixels; x += 1) {
      for (let part = 0; part < 3; part += 1)
        sums[part] = (sums[part] ?? 0) + (pixels[(y * width + x) * 3 + part] ?? 0);
    }
  }
  return labOf(sums.map((sum) => sum / (blockPixels * blockPixels * 255)));
}

/** Binary PPMs (P6) of 8 bits, one after the other. */
function colorsOfPpms(file: Buffer): readonly PageColors[] {
  const pages: PageColors[] = [];
  for (let at = 0; at < file.length; ) {
    const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', at, at + 64));
    if (header === null) throw new Error('poppler drew no PPM');
    const [columns, rows] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    at = start + columns * rows * 3;
    pages.push({ width: columns, height: rows, pixels: file.subarray(start, at) });
  }
  return pages;
}

/** sRGB to CIE L*a*b* under D65. Source: IEC 61966-2-1, CIE 15. */
function labOf(srgb: readonly number[]): Lab {
  const [r = 0, g = 0, b = 0] = srgb.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  const f = (value: number) => (value > (6 / 29) ** 3 ? Math.cbrt(value) : value / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
