import type { GreyRaster, Orientation } from '@platen/pdf-kit/ocr';
import { cutStrip, type LineStrip, stripFrame, stripInput } from './line-strip.ts';
import type { ModelSession } from './onnx-runtime.ts';
import type { TextRegion } from './text-regions.ts';
import { orientation } from './thresholds.ts';

/**
 * The turn that makes a page upright, from its longest lines: most of them run across or downwards, and a model tells which
 * are upside down. Null without lines. The confidence is the ratio of votes.
 */
export async function pageTurn(
  model: ModelSession,
  page: GreyRaster,
  regions: readonly TextRegion[],
): Promise<Orientation | null> {
  const long = regions.map((region) => ({ region, size: Math.max(region.length, region.height) }));
  const sample = long.toSorted((a, b) => b.size - a.size).slice(0, orientation.sampleLines);
  const down = sample.filter(({ region }) => region.height > region.length);
  const isSideways = 2 * down.length > sample.length;
  const lines = sample.filter((line) => down.includes(line) === isSideways);
  if (lines.length === 0) return null;
  let upsideDown = 0;
  for (const { region } of lines) {
    // Read downwards, text of a page that was turned clockwise is upright: it has to be turned back.
    upsideDown += await chanceUpsideDown(
      model,
      cutStrip(page, stripFrame(region, isSideways), orientation.stripWidthPx),
    );
  }
  const turned = 2 * upsideDown > lines.length;
  const votes = turned ? upsideDown : lines.length - upsideDown;
  const rotation = isSideways ? (turned ? 90 : 270) : turned ? 180 : 0;
  return { rotation, confidence: votes / Math.max(lines.length - votes, 1 / orientation.sampleLines) };
}

async function chanceUpsideDown(model: ModelSession, strip: LineStrip): Promise<number> {
  const { data } = await model.run({
    data: stripInput(strip, orientation.stripWidthPx),
    dims: [1, 3, strip.heightPx, orientation.stripWidthPx],
  });
  return data[1] ?? 0;
}
