import type { RunStyle } from '../../model/formats.ts';
import { twinOf } from './stand-ins.ts';

/** Heights of a line of text above and below its baseline, in em, as word processors set it. */
export interface LineMetrics {
  readonly ascent: number;
  readonly descent: number;
}

/** Measured from the faces of these names and from the free ones of equal metrics. */
const metricsByFamily: Readonly<Record<string, LineMetrics>> = {
  'Times New Roman': { ascent: 0.935, descent: 0.215 },
  Arial: { ascent: 0.94, descent: 0.21 },
  'Arial Narrow': { ascent: 0.935, descent: 0.21 },
  'Courier New': { ascent: 0.835, descent: 0.298 },
  Calibri: { ascent: 0.97, descent: 0.25 },
  'Calibri Light': { ascent: 0.97, descent: 0.25 },
  Cambria: { ascent: 0.9, descent: 0.25 },
  'Noto Sans': { ascent: 1.07, descent: 0.293 },
  'Noto Serif': { ascent: 1.07, descent: 0.293 },
};

/** Faces made to take the room of another in every direction; others with letters as wide have lines of their own height. */
const sharesLines = /^(?:Liberation|Arimo|Tinos|Cousine|Carlito|Caladea)/;

/** The line metrics of a family; null when they are not known, and a line height in points must be given. */
export function lineMetrics(family: string): LineMetrics | null {
  return metricsByFamily[sharesLines.test(family) ? twinOf(family) : family] ?? null;
}

/** Times is Times New Roman on Windows, Nimbus Roman on most Linux systems, whose lines are higher; the same goes for the others. */
const tallestByTwin: Readonly<Record<string, LineMetrics>> = {
  'Times New Roman': { ascent: 0.883, descent: 0.317 },
  Arial: { ascent: 0.929, descent: 0.271 },
  'Courier New': { ascent: 0.803, descent: 0.397 },
};

/** Slanted letters of Nimbus Sans begin higher than its upright ones, which may be on their line. */
const tallestSlantedByTwin: Readonly<Record<string, LineMetrics>> = {
  Arial: { ascent: 1.1, descent: 0.271 },
};

/** As tall as Noto CJK: only faces of other scripts are taller. */
export const tallestOfAll: LineMetrics = { ascent: 1.16, descent: 0.29 };

/** The heights of the tallest face that a machine is likely to show a family in, beside slanted letters where `italic`. */
export function tallestMetrics({ fontName, italic }: Pick<RunStyle, 'fontName' | 'italic'>): LineMetrics {
  const twin = twinOf(fontName);
  const slanted = italic ? tallestSlantedByTwin[twin] : undefined;
  return lineMetrics(fontName) ?? slanted ?? tallestByTwin[twin] ?? tallestOfAll;
}

/** From the top of a line to the top of the next, in em. */
export function heightOf({ ascent, descent }: LineMetrics): number {
  return ascent + descent;
}
