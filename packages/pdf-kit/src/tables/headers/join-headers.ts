import { uniteBoxes } from '../../page-model/box.ts';
import { hasValues } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import type { TextRegion } from '../whitespace/text-region.ts';

/** Maximum distance of a header above the first row of values, in em, */
const reachEm = 2;
/** and how far it may extend beyond the table. */
const overhangEm = 2;

/** Adds lines of headings right above a table that begins with a row of values to that table. */
export function joinHeaders(regions: readonly TextRegion[]): TextRegion[] {
  const headers = regions.filter(({ rows }) => !rows.some(hasValues));
  const joined = new Set<TextRegion>();
  const whole = new Map<TextRegion, TextRegion>();
  for (const region of regions) {
    const header = headers.find((other) => !joined.has(other) && isHeaderOf(other.rows, region.rows));
    if (header !== undefined) joined.add(header);
    whole.set(region, header === undefined ? region : { ...region, rows: [...header.rows, ...region.rows] });
  }
  return [...whole].filter(([region]) => !joined.has(region)).map(([, joint]) => joint);
}

function isHeaderOf(header: readonly TextRow[], table: readonly TextRow[]): boolean {
  const [first] = table;
  if (first === undefined || header[0] === undefined || !hasValues(first)) return false;
  const own = uniteBoxes(header.map(({ box }) => box));
  const below = uniteBoxes(table.map(({ box }) => box));
  const gap = below.y0 - own.y1;
  const overhang = overhangEm * first.sizePt;
  return (
    gap >= -first.sizePt &&
    gap <= reachEm * first.sizePt &&
    own.x0 >= below.x0 - overhang &&
    own.x1 <= below.x1 + overhang
  );
}
