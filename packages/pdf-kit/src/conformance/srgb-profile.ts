import { type IccTag, writeIccProfile } from '../objects/write-icc-profile.ts';

/** sRGB primaries adapted to D50, and the white of D50 (IEC 61966-2-1; ICC.1:2001-04, annex A). */
const primaries = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;
const white = [0.9642, 1, 0.8249] as const;
/** Points of the curve from sRGB to linear light; between them it is straight. */
const curvePoints = 1024;

/**
 * An ICC profile of sRGB, version 2.1, made of the numbers of its standard: about three kilobytes, free of anybody's rights.
 * With `gray`, one of the grey axis of sRGB.
 */
export function buildSrgbProfile(kind: 'rgb' | 'gray' = 'rgb'): Uint8Array {
  const curve = curveTag();
  const colors: readonly IccTag[] =
    kind === 'gray'
      ? [{ signature: 'kTRC', data: curve }]
      : [
          ...Object.entries(primaries).map(([signature, value]) => ({ signature, data: xyzTag(value) })),
          ...['rTRC', 'gTRC', 'bTRC'].map((signature) => ({ signature, data: curve })),
        ];
  return writeIccProfile(headerOf(kind === 'gray' ? 'GRAY' : 'RGB '), [
    { signature: 'desc', data: descriptionTag(kind === 'gray' ? 'sRGB grey' : 'sRGB') },
    { signature: 'cprt', data: Buffer.from('text\0\0\0\0CC0\0', 'latin1') },
    { signature: 'wtpt', data: xyzTag(white) },
    ...colors,
  ]);
}

function headerOf(space: string): Uint8Array {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x02100000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  // The date of the profile is part of what makes outputs equal: always the same.
  for (const [index, value] of [2000, 1, 1].entries()) header.writeUInt16BE(value, 24 + 2 * index);
  header.write('acsp', 36, 'latin1');
  header.set(fixed(white), 68);
  return header;
}

function fixed(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index);
  return bytes;
}

function xyzTag(values: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixed(values)]);
}

function curveTag(): Uint8Array {
  const bytes = Buffer.alloc(12 + 2 * curvePoints);
  bytes.write('curv', 0, 'latin1');
  bytes.writeUInt32BE(curvePoints, 8);
  for (let index = 0; index < curvePoints; index += 1) {
    const value = index / (curvePoints - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(linear * 65_535), 12 + 2 * index);
  }
  return bytes;
}

/** A text description has room for two more scripts, empty here. */
function descriptionTag(text: string): Uint8Array {
  const bytes = Buffer.alloc(12 + text.length + 1 + 8 + 3 + 67);
  bytes.write('desc', 0, 'latin1');
  bytes.writeUInt32BE(text.length + 1, 8);
  bytes.write(text, 12, 'latin1');
  return bytes;
}
