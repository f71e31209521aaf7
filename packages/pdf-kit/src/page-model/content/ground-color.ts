import { containsBox, growBox, intersectBoxes } from '../box.ts';
import { colorChannels, colorOfChannels } from '../color-channels.ts';
import type { Box } from '../types.ts';
import type { GraphicsState } from './graphics-state.ts';

/** An area in one colour, which shows through what is painted over it. */
export interface Ground {
  readonly box: Box;
  readonly color: string;
}

const paper = '#ffffff';
/** How far what is painted may reach out of its ground, in points: writers round both. */
const reachPt = 0.6;
/** As many areas are compared, the last ones: a map has thousands, with thousands of translucent shapes over them. */
const maxCompared = 256;

type Paint = Pick<GraphicsState, 'fillColor' | 'strokeColor' | 'fillAlpha' | 'strokeAlpha' | 'groupAlpha' | 'clip'>;

/** The visible colour of a fill or of text at a place: mixed with the area below it, or with white paper. */
export function fillColorAt(box: Box, state: Paint, grounds: readonly Ground[]): string {
  return mixed(state.fillColor, state.fillAlpha * state.groupAlpha, visiblePart(box, state), grounds);
}

/** The visible colour of a stroke at a place: mixed with the area below it, or with white paper. */
export function strokeColorAt(box: Box, state: Paint, grounds: readonly Ground[]): string {
  return mixed(state.strokeColor, state.strokeAlpha * state.groupAlpha, visiblePart(box, state), grounds);
}

function visiblePart(box: Box, { clip }: Paint): Box {
  return intersectBoxes(box, clip) ?? box;
}

function mixed(color: string, alpha: number, box: Box, grounds: readonly Ground[]): string {
  if (alpha >= 1) return color;
  const below = colorChannels(colorBelow(box, grounds));
  const share = Math.max(0, alpha);
  const mix = (channel: number, index: number) => share * channel + (1 - share) * (below[index] ?? channel);
  return colorOfChannels(colorChannels(color).map(mix));
}

function colorBelow(box: Box, grounds: readonly Ground[]): string {
  const last = Math.max(0, grounds.length - maxCompared);
  for (let index = grounds.length - 1; index >= last; index -= 1) {
    const ground = grounds[index];
    if (ground !== undefined && containsBox(growBox(ground.box, reachPt), box)) return ground.color;
  }
  return paper;
}
