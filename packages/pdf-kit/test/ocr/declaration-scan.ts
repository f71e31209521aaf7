import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import type { GreyRaster } from '../../src/ocr.ts';

/** What stands on the scan, with single spaces. */
export const declarationText =
  'Declaration of Independence The unanimous Declaration of the thirteen united States of America. When in the Course ' +
  'of human events, it becomes necessary for one people to dissolve the political bands which have connected them with ' +
  'another, and to assume among the powers of the earth, the separate and equal station to which the Laws of Nature and ' +
  "of Nature's God entitle them, a decent respect to the opinions of mankind requires that they should declare the causes " +
  'which impel them to the separation.';

const declarationDpi = 200;

const path = fileURLToPath(new URL('./fixtures/declaration-200dpi.png', import.meta.url));

/** The scan with a white margin, spoilt by `spoil` (turned, scaled, blurred). */
export async function declarationScan(
  spoil: (page: Sharp) => Sharp = (page) => page,
  dpi = declarationDpi,
): Promise<GreyRaster> {
  const page = await sharp(path)
    .toColourspace('b-w')
    .extend({ top: 150, bottom: 250, left: 100, right: 100, background: '#ffffff' })
    .png()
    .toBuffer();
  const { data, info } = await spoil(sharp(page))
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height, dpi };
}

/** Grey noise of up to `amplitude` on every pixel, the same for the same seed. */
export function withNoise(raster: GreyRaster, amplitude: number, seed = 1): GreyRaster {
  const draw = drawsOf(seed);
  const data = raster.data.map((value) => Math.min(255, Math.max(0, value + (draw() - 0.5) * 2 * amplitude)));
  return { ...raster, data };
}

/** Black and white specks on so large a share of the pixels, the same ones each time. */
export function withSpecks(raster: GreyRaster, share: number): GreyRaster {
  const draw = drawsOf(12_345);
  const data = raster.data.map((value) => {
    const drawn = draw();
    if (drawn < share / 2) return 0;
    return drawn > 1 - share / 2 ? 255 : value;
  });
  return { ...raster, data };
}

/** Light that falls evenly from full at the right edge to `darkest`, a share, at the left. */
export function withShadow(raster: GreyRaster, darkest: number): GreyRaster {
  const { widthPx } = raster;
  const data = raster.data.map((value, at) => value * (darkest + ((1 - darkest) * (at % widthPx)) / widthPx));
  return { ...raster, data };
}

/** Numbers from 0 to 1, the same for the same seed. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
