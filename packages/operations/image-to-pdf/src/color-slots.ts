import { pixelWords } from './pick-samples.ts';

/** Gives the colours of an image numbers below 256 as they come up. */
export interface ColorSlots {
  /** Writes the number of each pixel's colour; false when there are more than 256 colours. */
  place(pixels: Uint8Array, target: Uint8Array): boolean;
  /** True while every colour is a grey: the number of a grey is its own value then. */
  readonly isGray: boolean;
  /** True when there is nothing but black and white. */
  readonly isBilevel: boolean;
  /** The colour of each number, three bytes each; black for a number that nobody has. */
  palette(): Uint8Array;
}

const maxSlots = 256;
const black = 0x000000;
const white = 0xffffff;

/**
 * Slots for pixels of 8-bit samples, the colour ones first. Greys take the slot of their value, and other colours any
 * that is free, so that pixels coded as slots need no second look when the image turns out to be grey.
 */
export function createColorSlots(channels: 1 | 2 | 3 | 4): ColorSlots {
  const slotOf = new Map<number, number>();
  const colorAt: (number | undefined)[] = Array.from({ length: maxSlots });
  let isGray = true;

  const claim = (color: number): number | undefined => {
    const value = color & 255;
    const gray = value * 0x010101 === color;
    const slot = gray && colorAt[value] === undefined ? value : colorAt.lastIndexOf(undefined);
    if (slot < 0) return undefined;
    isGray &&= gray;
    slotOf.set(color, slot);
    colorAt[slot] = color;
    return slot;
  };
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  // Red lowest, as in the words.
  const colorOf = (pixels: Uint8Array, at: number) =>
    (pixels[at] ?? 0) | ((pixels[at + green] ?? 0) << 8) | ((pixels[at + blue] ?? 0) << 16);

  /** Greys are their own slots. */
  const placeGrays = (pixels: Uint8Array, target: Uint8Array) => {
    for (const value of pixels) if (colorAt[value] === undefined) claim(value * 0x010101);
    target.set(pixels);
    return true;
  };

  return {
    place(pixels, target) {
      if (channels === 1) return placeGrays(pixels, target);
      const words = pixelWords(pixels, channels);
      const count = pixels.length / channels;
      let last = -1;
      let slot = 0;
      for (let pixel = 0; pixel < count; pixel++) {
        const color = words === null ? colorOf(pixels, pixel * channels) : (words[pixel] ?? 0) & 0xffffff;
        if (color !== last) {
          const known = slotOf.get(color) ?? claim(color);
          if (known === undefined) return false;
          slot = known;
          last = color;
        }
        target[pixel] = slot;
      }
      return true;
    },
    get isGray() {
      return isGray;
    },
    get isBilevel() {
      return [...slotOf.keys()].every((color) => color === black || color === white);
    },
    palette() {
      const used = colorAt.slice(0, colorAt.findLastIndex((color) => color !== undefined) + 1);
      return Uint8Array.from(used.flatMap((color = black) => [color & 255, (color >> 8) & 255, color >> 16]));
    },
  };
}
