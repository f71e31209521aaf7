import type { ColumnRow } from '../column-row.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { groupRows } from '../whitespace/group-rows.ts';
import { hasKeyPairs, withSecondKeys } from './key-pairs.ts';
import { amountColumns, type LineKind, lineKind, lineKinds, mayBeAmount } from './line-kinds.ts';
import { isApart, leastApart, pitch, recordBands, type Separated, splitWhere } from './record-bands.ts';
import { ledgerThresholds } from './thresholds.ts';

const { widestPitchEm } = ledgerThresholds.records;

/** This many records that continue below their amounts show that all do. */
const minSecondLines = 3;
/** This many records with their amounts on the last line show that all have them there. */
const minEndings = 3;

/** The layout of records, as shown by the lines of a table on all its pages. */
export interface RecordSigns {
  readonly amountColumns: ReadonlySet<number>;
  /** Each record has two keys. */
  readonly hasPairs: boolean;
  /**
   * The minimum distance of lines of different records, larger than that within a record; null if whitespace does not
   * separate them.
   */
  readonly leastApartPt: number | null;
  /** Each record continues with lines of text below its amounts. */
  readonly goOnBelow: boolean;
  /** Records have their amounts on the last line. */
  readonly amountsLast: boolean;
}

/** Detects the layout of the records of a table, given its lines by page. */
export function signsOfRecords(pages: readonly (readonly ColumnRow[])[]): RecordSigns {
  const columns = amountColumns(pages.flat());
  return {
    amountColumns: columns,
    hasPairs: pages.some((rows) => hasKeyPairs(rows, columns)),
    leastApartPt: leastApart(pages, columns),
    goOnBelow: goOnBelow(pages, columns),
    amountsLast: amountsLast(pages, columns),
  };
}

/**
 * Whether records of several lines that begin with a date have their amounts on the last line, and no line of text is
 * between amounts and the next date.
 */
function amountsLast(pages: readonly (readonly ColumnRow[])[], columns: ReadonlySet<number>): boolean {
  let endings = 0;
  for (const rows of pages) {
    const kinds = rows.map((row) => lineKind(row, columns));
    const isDated = (index: number) => rows[index]?.chunks.some(({ first }) => first === 0) === true;
    for (let start = 0; start < rows.length; start += 1) {
      const end = kinds.findIndex((kind, index) => index > start && kind !== 'loose');
      if (end < 0 || (kinds[start] !== 'keyed' && kinds[start] !== 'amounts')) continue;
      if (kinds[start] === 'keyed' && kinds[end] === 'amounts' && !isDated(end)) endings += 1;
      else if (kinds[start] === 'amounts' && end > start + 1 && isDated(end)) return false;
    }
  }
  return endings >= minEndings;
}

/**
 * Whether each record has its amounts on the first line and text on others: every line with amounts, including the
 * last, is followed by one that begins where its label does. Section names would precede the first record and not
 * follow the last.
 */
function goOnBelow(pages: readonly (readonly ColumnRow[])[], columns: ReadonlySet<number>): boolean {
  const rows = pages.flat();
  const kinds = rows.map((row) => lineKind(row, columns));
  const isSecond = (index: number) => {
    const [above, text, ...others] = [rows[index - 1]?.chunks[0], ...(rows[index]?.chunks ?? [])];
    const isLabel = above?.first === 0 && text?.first === 0 && others.length === 0;
    return isLabel && Math.abs(above.chunk.box.x0 - text.chunk.box.x0) < 1 && above.chunk.bold === text.chunk.bold;
  };
  const records = [...kinds.keys()].filter((index) => kinds[index] === 'amounts');
  return (
    kinds[0] === 'amounts' &&
    records.length >= minSecondLines &&
    kinds.every((kind, index) => (kind === 'amounts') !== isSecond(index)) &&
    records.every((index) => index + 1 < kinds.length && kinds[index + 1] !== 'amounts')
  );
}

/**
 * Groups the lines of a table into records. If the first column holds dates or codes, a record has one amount line, and
 * the lines around it are its wrapped text. Other tables have labels in their first column, which wrap by themselves.
 * `signs` is the layout of the records on all pages.
 */
export function groupRecords(
  rows: readonly ColumnRow[],
  keyed: boolean,
  separated: Separated,
  rightEdge: (column: number) => number,
  signs: RecordSigns = signsOfRecords([rows]),
): ColumnRow[][] {
  const columns = signs.amountColumns;
  const bands = recordBands(rows, separated, columns, signs.leastApartPt);
  if (bands !== null) return bands;
  if (signs.goOnBelow) return splitWhere(rows, (_, row) => lineKind(row, columns) === 'amounts');
  if (keyed) return groupByAmounts(rows, separated, signs);
  return groupRows(rows, separated, rightEdge).flatMap((group) => splitAtRepeatedAmounts(group, columns));
}

/** No record has two amounts in one column: a wrapped record has each only once. */
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

function groupByAmounts(rows: readonly ColumnRow[], separated: Separated, signs: RecordSigns): ColumnRow[][] {
  const kinds = withTitles(withSecondKeys(lineKinds(rows, signs.amountColumns), rows, signs.hasPairs), rows);
  // For each line, the index of the line that owns its record.
  const owners = rows.map((_, index) => index);
  for (let start = 0; start < rows.length; start += 1) {
    if (kinds[start] !== 'loose' && kinds[start] !== 'keyed') continue;
    let end = start + 1;
    while (end < rows.length && kinds[end] === 'loose') end += 1;
    attachRun({ rows, kinds, start, end, separated, amountsLast: signs.amountsLast }, owners);
    start = end - 1;
  }
  const records = Map.groupBy(rows.keys(), (index) => owners[index] ?? index);
  return [...records.values()].map((lines) => lines.flatMap((index) => rows[index] ?? []));
}

/** Lines in clearly larger type than the amounts are titles of what follows and belong to no record. */
function withTitles(kinds: readonly LineKind[], rows: readonly ColumnRow[]): LineKind[] {
  const sizes = rows.filter((_, index) => kinds[index] === 'amounts').map(({ row }) => row.sizePt);
  if (sizes.length === 0) return [...kinds];
  const largest = Math.max(...sizes);
  return kinds.map((kind, index) =>
    kind === 'loose' && isClearlyLarger(rows[index]?.row.sizePt ?? 0, largest) ? 'section' : kind,
  );
}

/** Consecutive lines without amounts, and their context. */
interface Run {
  readonly rows: readonly ColumnRow[];
  readonly kinds: readonly LineKind[];
  readonly start: number;
  readonly end: number;
  readonly separated: Separated;
  readonly amountsLast: boolean;
}

/** Decides for each line of a run whether it ends the record above or begins the one below. */
function attachRun(run: Run, owners: number[]): void {
  const { rows, kinds, start, end, separated } = run;
  const isKeyed = kinds[start] === 'keyed';
  const belowIsKeyed = rows[end]?.chunks.some(({ first }) => first === 0) === true;
  const takesAbove = !isKeyed && kinds[start - 1] === 'amounts';
  // A bold total below an entry without amounts is a separate row.
  const isTotal = isKeyed && isBold(rows[end]) && !isBold(rows[start]);
  const takesBelow = kinds[end] === 'amounts' && !belowIsKeyed && !isTotal;
  if (isKeyed && !takesBelow) {
    for (let index = start + 1; index < end && isNear(rows[index - 1], rows[index], separated); index += 1)
      owners[index] = start;
    return;
  }
  const cut = takesAbove ? (takesBelow ? widestGap(run) : end) : takesBelow ? start : -1;
  if (cut < 0) return;
  let rest = start;
  for (; rest < cut && isNear(rows[rest - 1], rows[rest], separated); rest += 1)
    owners[rest] = owners[start - 1] ?? start;
  // At the end of a page, lines apart from the record above begin one that continues on the next page.
  for (
    let index = rest + 1;
    end === rows.length && index < cut && isNear(rows[index - 1], rows[index], separated);
    index += 1
  )
    owners[index] = rest;
  for (let index = end - 1; index >= cut && isNear(rows[index], rows[index + 1], separated); index -= 1)
    owners[index] = end;
}

function isBold(row: ColumnRow | undefined): boolean {
  return row?.chunks.every(({ chunk }) => chunk.bold) === true;
}

/**
 * The index of the widest gap in and around a run: lines after it belong to the record below. If all gaps are equal,
 * all lines do if records end with their amounts, and none otherwise.
 */
function widestGap({ rows, start, end, separated, amountsLast }: Run): number {
  const places = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  const ruled = places.find((index) => isApart(rows[index - 1], rows[index], separated));
  if (ruled !== undefined) return ruled;
  const gaps = places.map((index) => pitch(rows[index - 1], rows[index]));
  const widest = Math.max(...gaps);
  return isClearlyLarger(widest, Math.min(...gaps)) ? start + gaps.lastIndexOf(widest) : amountsLast ? start : end;
}

function isNear(above: ColumnRow | undefined, below: ColumnRow | undefined, separated: Separated): boolean {
  if (above === undefined || below === undefined || isApart(above, below, separated)) return false;
  return pitch(above, below) <= widestPitchEm * Math.max(above.row.sizePt, below.row.sizePt);
}
