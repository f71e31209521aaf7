import { colorChannels, colorOfChannels } from '../color-channels.ts';

/**
 * The colour of a gradient half-way between its stops, as `#rrggbb`, from what pdf.js makes of an axial or radial shading;
 * null for a mesh.
 */
export function gradientColor(shading: unknown): string | null {
  if (!Array.isArray(shading) || shading[0] !== 'RadialAxial' || !Array.isArray(shading[3])) return null;
  const stops = shading[3].flatMap((stop: unknown) => (Array.isArray(stop) ? (readStop(stop) ?? []) : []));
  const [first] = stops;
  if (first === undefined) return null;
  const before = stops.findLast(({ offset }) => offset <= 0.5) ?? first;
  const after = stops.find(({ offset }) => offset > 0.5) ?? before;
  const span = after.offset - before.offset;
  const share = span > 0 ? (0.5 - before.offset) / span : 0;
  const mixed = before.channels.map((channel, index) => channel + share * ((after.channels[index] ?? 0) - channel));
  return colorOfChannels(mixed);
}

interface Stop {
  readonly offset: number;
  readonly channels: readonly number[];
}

function readStop([offset, color]: readonly unknown[]): Stop | null {
  if (typeof offset !== 'number' || typeof color !== 'string' || !/^#[\da-f]{6}$/i.test(color)) return null;
  return { offset, channels: colorChannels(color) };
}
