/** A drawing of an SVG, as librsvg makes it. */
export interface SvgDrawing {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  draw(dpi: number): Promise<unknown>;
}

interface Trials {
  /** Processor time that drawing may take. */
  readonly budgetMs: number;
  readonly cpuMs: () => number;
}

const cssDpi = 96;
/** Pixels of the smallest and the largest trial drawing, and how much larger the next one may be. */
const [fewestPixels, mostPixels] = [1_024, 262_144];
const growths = [8, 4, 2];
/** Of the time, that the last trial may take. */
const trialShare = 1 / 3;
/** Rows that libvips has drawn at a time, with layers as large as the whole picture each time. */
const rowsAtOnce = 2_000;

/**
 * The first of some resolutions, highest first, at which an SVG is drawn within a time, as small drawings of it let expect; null
 * for none. What filters, masks and layers take is known only once they are drawn: it depends on what they cover.
 */
export async function affordableDpi(
  drawing: SvgDrawing,
  dpis: readonly number[],
  { budgetMs, cpuMs }: Trials,
): Promise<number | null> {
  const time = async (dpi: number) => {
    const start = cpuMs();
    await drawing.draw(dpi);
    return cpuMs() - start;
  };
  const cssPixels = drawing.width * drawing.height;
  let before = { pixels: 0, ms: 0 };
  let expected = (_pixels: number) => 0;
  let pixels: number | undefined = fewestPixels;
  while (pixels !== undefined && pixels <= mostPixels) {
    const count: number = pixels;
    const dpi = cssDpi * Math.sqrt(count / cssPixels);
    if (dpi >= Math.max(...dpis)) break;
    const ms = await time(dpi);
    const perPixel = Math.max(0, (ms - before.ms) / (count - before.pixels));
    const fixedMs = Math.max(0, ms - perPixel * count);
    expected = (each) => fixedMs + perPixel * each;
    before = { pixels: count, ms };
    pixels = growths.map((growth) => growth * count).find((each) => expected(each) <= budgetMs * trialShare);
  }
  const affordable = dpis.find((dpi) => {
    const [width, height] = [(drawing.width * dpi) / cssDpi, (drawing.height * dpi) / cssDpi];
    return expected(width * height) * Math.ceil(height / rowsAtOnce) <= budgetMs;
  });
  return affordable ?? null;
}
