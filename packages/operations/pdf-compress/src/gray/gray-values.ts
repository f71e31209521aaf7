/** The luma of RGB (ITU-R BT.601), as `DeviceRGB` becomes `DeviceGray` (ISO 32000-2, 10.4.2.2). All values are 0–1. */
export function grayOfRgb(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/**
 * The luma that PDFium shows for process inks, as most viewers do (by the default press profile of Adobe): cyan, magenta, yellow
 * and black, the last the fastest, each at none, half and all. Between these, 1 200 colours are 3 of 255 off in the median, 16 at
 * most.
 */
const inkLuma = [
  255, 149, 32, 239, 140, 25, 218, 128, 23, 185, 108, 11, 176, 101, 10, 163, 93, 8, 88, 52, 6, 91, 48, 6, 92, 43, 7,
  182, 107, 16, 175, 102, 13, 165, 95, 11, 138, 80, 1, 132, 76, 0, 125, 70, 0, 82, 35, 0, 80, 35, 0, 78, 35, 0, 129, 78,
  6, 117, 70, 3, 106, 65, 2, 88, 50, 2, 80, 46, 0, 73, 41, 0, 59, 19, 0, 57, 21, 0, 54, 20, 0,
] as const;
const steps = 3;

/** The luma of black ink alone, as viewers show it. */
export const blackInk = 32 / 255;

/**
 * The grey of process inks as viewers show them. They make a dark grey of black ink, which on paper would be a raster: the more
 * neutral a colour is, the more of that is taken back, so that black ink alone is black, and what is coloured is as light as before.
 */
export function grayOfCmyk(c: number, m: number, y: number, k: number): number {
  const shown = shownCmyk(c, m, y, k);
  const colorfulness = Math.max(c, m, y) - Math.min(c, m, y);
  return clamp(shown - ((blackInk * (1 - shown)) / (1 - blackInk)) * (1 - colorfulness));
}

/** The grey of L* of CIE L*a*b*, encoded as sRGB. */
export function grayOfLightness(lightness: number): number {
  const [f, cube] = [(lightness + 16) / 116, ((lightness + 16) / 116) ** 3];
  const luminance = f > 6 / 29 ? cube : (108 / 841) * (f - 4 / 29);
  return clamp(luminance <= 0.0031308 ? 12.92 * luminance : 1.055 * luminance ** (1 / 2.4) - 0.055);
}

/** Interpolates in each of the four inks. */
function shownCmyk(...inks: readonly [number, number, number, number]): number {
  let sum = 0;
  for (let corner = 0; corner < 16; corner += 1) {
    let [weight, index] = [1, 0];
    for (let ink = 0; ink < 4; ink += 1) {
      const place = clamp(inks[ink] as number) * (steps - 1);
      const below = Math.min(steps - 2, Math.floor(place));
      const isAbove = (corner >> ink) & 1;
      weight *= isAbove === 1 ? place - below : 1 - place + below;
      index = index * steps + below + isAbove;
    }
    sum += weight * (inkLuma[index] as number);
  }
  return sum / 255;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
