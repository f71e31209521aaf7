import { setImmediate } from 'node:timers/promises';
import { cutRaster, type GreyRaster, type PixelBox, scaleRaster } from '@platen/pdf-kit/ocr';
import type { ModelSession } from './onnx-runtime.ts';
import { findTextRegions, type TextRegion } from './text-regions.ts';
import { detection } from './thresholds.ts';

/**
 * Finds lines of text, or pieces of them, in no order, in the pixels of the raster: within these bands of it, or anywhere. The
 * signal ends it between two bands.
 */
export async function detectText(
  model: ModelSession,
  page: GreyRaster,
  bands: readonly PixelBox[] | null = null,
  signal?: AbortSignal,
): Promise<readonly TextRegion[]> {
  if (bands === null) return detectIn(model, page, scaleOf(page));
  const found: TextRegion[] = [];
  for (const band of bands) {
    await setImmediate();
    signal?.throwIfAborted();
    // At the scale of the whole page: letters look alike in all bands.
    const regions = await detectIn(model, cutRaster(page, band), scaleOf(page));
    found.push(...regions.map((region) => moveRegion(region, band)));
  }
  return found;
}

async function detectIn(model: ModelSession, page: GreyRaster, scale: number): Promise<readonly TextRegion[]> {
  const { raster } = await scaleRaster(page, scale);
  const [widthPx, heightPx] = [wholeSteps(raster.widthPx), wholeSteps(raster.heightPx)];
  const { data } = await model.run({
    data: normalized(raster, widthPx, heightPx),
    dims: [1, 3, heightPx, widthPx],
  });
  const [toX, toY] = [page.widthPx / raster.widthPx, page.heightPx / raster.heightPx];
  return findTextRegions({ data, widthPx, heightPx }).map((region) => enlarge(region, toX, toY));
}

function moveRegion(region: TextRegion, { x0, y0 }: PixelBox): TextRegion {
  return { ...region, centreX: region.centreX + x0, centreY: region.centreY + y0 };
}

function scaleOf({ widthPx, heightPx, dpi }: GreyRaster): number {
  return Math.min(detection.dpi / dpi, Math.sqrt(detection.maxPixels / (widthPx * heightPx)));
}

/** The next whole number of steps, so that nothing of the page is cut off. */
function wholeSteps(sidePx: number): number {
  return Math.max(detection.minSidePx, Math.ceil(sidePx / detection.sideStep) * detection.sideStep);
}

/** The page at −1 to 1 in three equal channels, on a white ground of the size of the model. */
function normalized({ data, widthPx: fromPx, heightPx: rows }: GreyRaster, widthPx: number, heightPx: number) {
  const channel = widthPx * heightPx;
  const values = new Float32Array(3 * channel).fill(1);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < fromPx; x += 1) values[y * widthPx + x] = (data[y * fromPx + x] ?? 255) / 127.5 - 1;
  }
  values.copyWithin(channel, 0, channel);
  values.copyWithin(2 * channel, 0, channel);
  return values;
}

/** Both factors are the same but for rounding. */
function enlarge(region: TextRegion, toX: number, toY: number): TextRegion {
  return {
    ...region,
    centreX: (region.centreX + 0.5) * toX,
    centreY: (region.centreY + 0.5) * toY,
    length: (region.length + 1) * toX,
    height: (region.height + 1) * toY,
  };
}
