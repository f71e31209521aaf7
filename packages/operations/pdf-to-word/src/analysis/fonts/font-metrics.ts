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
