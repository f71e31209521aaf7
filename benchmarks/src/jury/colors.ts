import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askMupdf } from './mupdf.ts';

const run = promisify(execFile);
const dpi = 36;
/** Pages of one file that are drawn. */
const maxPages = 8;
const blockPixels = 4;

/** The mean colours of the blocks of a page. */
export type PageColors = { readonly width: number; readonly height: number; readonly blocks: readonly Lab[] };

type Lab = readonly [lightness: number, a: number, b: number];

/** How two tools draw the first pages of a document, both with profiles through their own copies of lcms. */
const painters = { poppler: drawnByPoppler, mupdf: drawnByMupdf } as const;

export const painterNames = Object.keys(painters) as readonly (keyof typeof painters)[];

/** The colours of the first pages; null where the tool fails. */
export async function readColors(path: string, tool: keyof typeof painters): Promise<readonly PageColors[] | null> {
  return painters[tool](path).catch(() => null);
}

/** Each page by itself: poppler draws some letters of a page in other places after another page than alone. */
async function drawnByPoppler(path: string): Promise<readonly PageColors[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-jury-'));
  try {
    const pages: PageColors[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const words = ['-r', `${dpi}`, '-f', `${page}`, '-l', `${page}`, '-singlefile', path, join(folder, `${page}`)];
      // Fails behind the last page.
      const isDrawn = await run('pdftoppm', words, { timeout: 120_000 }).then(
        () => true,
        () => false,
      );
      if (!isDrawn) break;
      pages.push(colorsOfPpm(await readFile(join(folder, `${page}.ppm`))));
    }
    if (pages.length === 0) throw new Error('no page was drawn');
    return pages;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function drawnByMupdf(path: string): Promise<readonly PageColors[]> {
  const drawn = (await askMupdf({ path, pages: maxPages, dpi })) as readonly [number, number, string][];
  return drawn.map(([width, height, samples]) => colorsOf(Buffer.from(samples, 'base64'), width, height));
}

/** The largest difference (CIE 1976) between blocks of two pages; those of different sizes differ altogether. */
export function largestDifference(one: PageColors, other: PageColors): number {
  if (one.width !== other.width || one.height !== other.height) return 100;
  return one.blocks.reduce((largest, [lightness, a, b], index) => {
    const [otherLightness, otherA, otherB] = other.blocks[index] ?? [0, 0, 0];
    return Math.max(largest, Math.hypot(lightness - otherLightness, a - otherA, b - otherB));
  }, 0);
}

/** A binary PPM (P6) of 8 bits. */
function colorsOfPpm(file: Buffer): PageColors {
  const [header = '', width = '0', height = '0'] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  return colorsOf(file.subarray(header.length), Number(width), Number(height));
}

function colorsOf(pixels: Buffer, columns: number, rows: number): PageColors {
  const blocks: Lab[] = [];
  for (let top = 0; top + blockPixels <= rows; top += blockPixels) {
    for (let left = 0; left + blockPixels <= columns; left += blockPixels) {
      const sums = [0, 0, 0];
      for (let y = top; y < top + blockPixels; y += 1) {
        for (let x = left; x < left + blockPixels; x += 1) {
          for (let part = 0; part < 3; part += 1)
            sums[part] = (sums[part] ?? 0) + (pixels[(y * columns + x) * 3 + part] ?? 0);
        }
      }
      blocks.push(labOf(sums.map((sum) => sum / (blockPixels * blockPixels * 255))));
    }
  }
  return { width: columns, height: rows, blocks };
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
