import type { Edge } from '../rules/edges.ts';
import { findRuledRegions } from '../rules/ruled-regions.ts';
import { hasValues, isTableRow } from '../table-row.ts';
import type { TextRow } from '../text-rows.ts';
import { findColumnGaps } from './column-cuts.ts';
import { findProse } from './find-prose.ts';
import type { TextRegion } from './text-region.ts';

/** Rows further apart than this many line heights belong to different tables: at +20 % statements lose 0.004 of F1. */
const widestPitch = 2.6;
/** Maximum number of consecutive lines without columns (headings inside the table, wrapped text). */
const maxSingles = 4;
/** Maximum lines above the first row of values that may be its header. */
const maxHeaderLines = 6;

/**
 * Runs of rows that look like a table: first those between horizontal rules, then those held together by their columns.
 */
export function findTextRegions(rows: readonly TextRow[], level: readonly Edge[]): TextRegion[] {
  const prose = findProse(rows);
  const ruled = findRuledRegions(rows, level, prose);
  const taken = new Set(ruled.flatMap((region) => region.rows));
  const rest = rows.filter((row) => !taken.has(row));
  return [...ruled, ...openRegions(rest, level, prose)];
}

/** Runs of rows with columns and the lines between them, split at prose, wide distances and different columns. */
function openRegions(rows: readonly TextRow[], level: readonly Edge[], prose: ReadonlySet<TextRow>): TextRegion[] {
  const regions: TextRegion[] = [];
  let current: TextRow[] = [];
  let columned: TextRow[] = [];
  let pending: TextRow[] = [];
  const close = () => {
    if (current.length >= 2)
      regions.push({ rows: current, rules: rulesAcross(current, level), ruled: false, bands: [] });
    current = [];
    columned = [];
    pending = [];
  };
  for (const row of rows) {
    const last = pending.at(-1) ?? current.at(-1);
    const far = last !== undefined && row.box.y0 - last.box.y1 > (widestPitch - 1) * Math.max(row.sizePt, last.sizePt);
    if (prose.has(row) || far) close();
    if (prose.has(row)) continue;
    if (isTableRow(row)) {
      if (current.length > 0 && !fitsColumns(columned, row) && !isHeader(current)) close();
      current.push(...pending, row);
      columned.push(row);
      pending = [];
    } else if (current.length > 0) {
      pending.push(row);
      if (pending.length > maxSingles) close();
    }
  }
  close();
  return regions;
}

function rulesAcross(rows: readonly TextRow[], level: readonly Edge[]): Edge[] {
  const x0 = Math.min(...rows.map(({ box }) => box.x0));
  const x1 = Math.max(...rows.map(({ box }) => box.x1));
  const top = rows[0]?.box.y0 ?? 0;
  const bottom = rows.at(-1)?.box.y1 ?? 0;
  return level.filter(
    ({ at, start, end }) => at > top && at < bottom && Math.min(end, x1) - Math.max(start, x0) > 0.7 * (x1 - x0),
  );
}

/** Whether these are a few rows without values, whose spanning headings may hide the whitespace between columns. */
function isHeader(rows: readonly TextRow[]): boolean {
  return rows.length <= maxHeaderLines && !rows.some(hasValues);
}

/** Whether a row fits the columns of the rows above: few of its chunks cross their whitespace. */
function fitsColumns(above: readonly TextRow[], row: TextRow): boolean {
  const recent = above.slice(-12);
  if (recent.length < 2) return true;
  const gaps = findColumnGaps(recent);
  if (gaps.length === 0) return true;
  const crossing = row.chunks.filter(({ words }) =>
    words.some(({ box }) => gaps.some(({ start, end }) => box.x0 < start && box.x1 > end)),
  );
  return crossing.length < row.chunks.length && findColumnGaps([...recent, row]).length > 0;
}
