import type { ColorSpace } from './image-page.ts';

const componentsOfSignature: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/** The colour space of an image: its ICC profile when that is one for as many components, else the device's. */
export function colorSpaceWith(components: 1 | 3 | 4, profile: Uint8Array | null): ColorSpace {
  return profile !== null && profileComponents(profile) === components
    ? { kind: 'icc', components, profile }
    : { kind: 'device', components };
}

/** How many components a profile is for, by its header (ICC.1, 7.2); null when it is not a profile. */
export function profileComponents(profile: Uint8Array): number | null {
  if (profile.byteLength < 132 || ascii(profile, 36) !== 'acsp') return null;
  return componentsOfSignature[ascii(profile, 16)] ?? null;
}

function ascii(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
