import { sideLetters, sidePattern } from '../../values/number-patterns.ts';
import type { ColumnRow } from '../column-row.ts';
import { groupRows } from '../group-rows.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { isDottedPair, pieceKind } from './piece-kind.ts';
import { ledgerThresholds } from './thresholds.ts';

const side = new RegExp(`^(?:${sidePattern}|[${sideLetters}])$`);

/** So many records with a second key, and this share of all, show that the keys of the table are in pairs. */
export const minSecondKeys = 2;
const secondKeyShare = 0.9;

const { widestPitchEm } = ledgerThresholds.records;

/** Whether a rule lies between two heights. */
export type Separated = (above: number, below: number) => boolean;

/**
 * Puts the lines of a table into its records. Where the first column holds dates or codes, a record has one amount line;
 * the lines around it are its wrapped text. Other tables have labels in their first column, which wrap by themselves.
 */
export function groupRecords(
  rows: readonly ColumnRow[],
  keyed: boolean,
  separated: Separated,
  rightEdge: (column: number) => number,
): ColumnRow[][] {
  const bands = recordBands(rows, separated);
  if (bands !== null) return bands;
  if (keyed) return groupByAmounts(rows, separated);
  const columns = amountColumns(rows);
  return groupRows(rows, separated, rightEdge).flatMap((group) => splitAtRepeatedAmounts(group, columns));
}

/** Fewer stretches between rules say nothing of those between records. */
const minBands = 3;

/** The lines between rules or in stripes, where each stretch of them holds the amounts of one record; null elsewhere. */
function recordBands(rows: readonly ColumnRow[], separated: Separated): ColumnRow[][] | null {
  const bands: ColumnRow[][] = [];
  for (const row of rows) {
    const above = bands.at(-1)?.at(-1);
    if (above === undefined || isApart(above, row, separated)) bands.push([row]);
    else bands.at(-1)?.push(row);
  }
  const columns = amountColumns(rows);
  const isOne = (band: readonly ColumnRow[]) => band.filter((row) => lineKind(row, columns) === 'amounts').length === 1;
  return bands.length >= minBands && bands.every(isOne) ? bands : null;
}

/** No record has two amounts in one column: lines that wrap have theirs once. */
function splitAtRepeatedAmounts(group: readonly ColumnRow[], columns: ReadonlySet<number>): ColumnRow[][] {
  const records: ColumnRow[][] = [];
  const filled = new Set<number>();
  for (const row of group) {
    const own = row.chunks
      .filter(({ first, chunk }) => columns.has(first) && mayBeAmount(chunk.text))
      .map(({ first }) => first);
    const last = records.at(-1);
    if (last === undefined || own.some((column) => filled.has(column))) {
      records.push([row]);
      filled.clear();
    } else last.push(row);
    for (const column of own) filled.add(column);
  }
  return records;
}

/** Whether the first column holds dates, codes or numbers, and words are in the next. */
export function hasKeys(rows: readonly ColumnRow[]): boolean {
  const stubs = rows.flatMap(({ chunks }) => chunks.filter(({ first, last }) => first === 0 && last === 0));
  const keys = stubs.filter(({ chunk }) => isKey(chunk.text));
  const beside = rows.flatMap(({ chunks }) =>
    chunks.filter(({ first, chunk }) => first > 0 && pieceKind(chunk.text) === 'text'),
  );
  return keys.length > 0 && keys.length >= 0.5 * stubs.length && beside.length > 0;
}

function isKey(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'date' || kind === 'code' || kind === 'number' || kind === 'period';
}

type LineKind = 'amounts' | 'section' | 'keyed' | 'loose';

function groupByAmounts(rows: readonly ColumnRow[], separated: Separated): ColumnRow[][] {
  const columns = amountColumns(rows);
  const kinds = withSecondKeys(
    rows.map((row) => lineKind(row, columns)),
    rows,
  );
  // The line whose record each line belongs to.
  const owners = rows.map((_, index) => index);
  for (let start = 0; start < rows.length; start += 1) {
    if (kinds[start] !== 'loose' && kinds[start] !== 'keyed') continue;
    let end = start + 1;
    while (end < rows.length && kinds[end] === 'loose') end += 1;
    attachRun({ rows, kinds, start, end, separated }, owners);
    start = end - 1;
  }
  const records = Map.groupBy(rows.keys(), (index) => owners[index] ?? index);
  return [...records.values()].map((lines) => lines.flatMap((index) => rows[index] ?? []));
}

function lineKind(row: ColumnRow, columns: ReadonlySet<number>): LineKind {
  if (row.chunks.some(({ first, chunk }) => columns.has(first) && mayBeAmount(chunk.text))) return 'amounts';
  const stub = row.chunks.find(({ first }) => first === 0);
  if (stub === undefined) return 'loose';
  return isKey(stub.chunk.text) ? 'keyed' : 'section';
}

/** Where each record has two keys below each other, the day of its booking and of its value, the second begins none. */
function withSecondKeys(kinds: readonly LineKind[], rows: readonly ColumnRow[]): readonly LineKind[] {
  const isFirst = (index: number) =>
    kinds[index] === 'amounts' && rows[index]?.chunks.some(({ first, chunk }) => first === 0 && isKey(chunk.text));
  const keyed = [...kinds.keys()].filter((index) => kinds[index] === 'keyed');
  const records = [...kinds.keys()].filter(isFirst);
  const areSeconds = keyed.length >= minSecondKeys && keyed.every((index) => isFirst(index - 1));
  return areSeconds && keyed.length >= secondKeyShare * records.length
    ? kinds.map((kind) => (kind === 'keyed' ? 'loose' : kind))
    : kinds;
}

function isAmountText(text: string): boolean {
  const kind = pieceKind(text);
  return kind === 'number' || kind === 'time' || kind === 'mark';
}

/** In a column of amounts, `12.26` is one, and no day. */
function mayBeAmount(text: string): boolean {
  return isAmountText(text) || isDottedPair(text);
}

/** Columns most of whose texts are amounts, behind the first. */
function amountColumns(rows: readonly ColumnRow[]): Set<number> {
  const byColumn = Map.groupBy(
    // A side set apart from its amount is a part of it.
    rows.flatMap(({ chunks }) => chunks.filter(({ first, chunk }) => first > 0 && !side.test(chunk.text.trim()))),
    ({ first }) => first,
  );
  return new Set(
    [...byColumn]
      .filter(([, own]) => {
        const sure = own.filter(({ chunk }) => isAmountText(chunk.text)).length;
        const likely = own.filter(({ chunk }) => mayBeAmount(chunk.text)).length;
        return sure >= 0.3 * own.length && likely >= 0.6 * own.length;
      })
      .map(([column]) => column),
  );
}

/** Lines without amounts below each other, and what they are among. */
interface Run {
  readonly rows: readonly ColumnRow[];
  readonly kinds: readonly LineKind[];
  readonly start: number;
  readonly end: number;
  readonly separated: Separated;
}

/** Decides for each line of a run whether it ends the record above or begins the one below. */
function attachRun(run: Run, owners: number[]): void {
  const { rows, kinds, start, end, separated } = run;
  const isKeyed = kinds[start] === 'keyed';
  const belowIsKeyed = rows[end]?.chunks.some(({ first }) => first === 0) === true;
  const takesAbove = !isKeyed && kinds[start - 1] === 'amounts';
  // A total in bold below an entry without amounts is a row of its own.
  const isTotal = isKeyed && isBold(rows[end]) && !isBold(rows[start]);
  const takesBelow = kinds[end] === 'amounts' && !belowIsKeyed && !isTotal;
  if (isKeyed && !takesBelow) {
    for (let index = start + 1; index < end && isNear(rows[index - 1], rows[index], separated); index += 1)
      owners[index] = start;
    return;
  }
  const cut = takesAbove ? (takesBelow ? widestGap(run) : end) : takesBelow ? start : -1;
  if (cut < 0) return;
  for (let index = start; index < cut && isNear(rows[index - 1], rows[index], separated); index += 1)
    owners[index] = owners[start - 1] ?? start;
  for (let index = end - 1; index >= cut && isNear(rows[index], rows[index + 1], separated); index -= 1)
    owners[index] = end;
}

function isBold(row: ColumnRow | undefined): boolean {
  return row?.chunks.every(({ chunk }) => chunk.bold) === true;
}

/** Where the widest gap in and around a run is: lines from there on belong to the record below. Its end where all are alike. */
function widestGap({ rows, start, end, separated }: Run): number {
  const places = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  const ruled = places.find((index) => isApart(rows[index - 1], rows[index], separated));
  if (ruled !== undefined) return ruled;
  const gaps = places.map((index) => pitch(rows[index - 1], rows[index]));
  const widest = Math.max(...gaps);
  return isClearlyLarger(widest, Math.min(...gaps)) ? start + gaps.lastIndexOf(widest) : end;
}

function pitch(above: ColumnRow | undefined, below: ColumnRow | undefined): number {
  return above === undefined || below === undefined
    ? Number.POSITIVE_INFINITY
    : below.row.baseline - above.row.baseline;
}

function isApart(above: ColumnRow | undefined, below: ColumnRow | undefined, separated: Separated): boolean {
  if (above === undefined || below === undefined) return true;
  return separated((above.row.box.y0 + above.row.box.y1) / 2, (below.row.box.y0 + below.row.box.y1) / 2);
}

function isNear(above: ColumnRow | undefined, below: ColumnRow | undefined, separated: Separated): boolean {
  if (above === undefined || below === undefined || isApart(above, below, separated)) return false;
  return pitch(above, below) <= widestPitchEm * Math.max(above.row.sizePt, below.row.sizePt);
}
