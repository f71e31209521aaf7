import { isHeadingText } from '../is-heading-text.ts';
import type { TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';

/** Tolerance for texts aligned to one edge, in points. */
const sameEdgePt = 1;
/** Minimum number of headings in a line, and maximum words of each. */
const minHeadings = 3;
const maxHeadingWords = 4;
/** The share of the headings that the first record has texts under; other records need half. */
const headedShare = 0.6;
const loosestShare = 0.5;
/** The share of a record's texts, at least two, that share an edge with other records. */
const alignedShare = 0.6;
const minAligned = 2;
/** Lines that the name of a section between the headings and the first record may take. */
const maxNames = 3;

/** The left and right edges of the texts of records. */
interface RecordEdges {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Lines below a line of headings: the records, which share edges, and other lines between them. */
export interface RecordLines {
  readonly heading: TextRow;
  readonly records: readonly TextRow[];
  /** The lines from below the headings down to the last record, in order. */
  readonly lines: readonly TextRow[];
  /** Lines right below the last record that are like those between records. */
  readonly tail: readonly TextRow[];
}

/** Whether a line is one of headings: several short texts side by side, without figures. */
export function isHeadingLine({ chunks }: TextRow): boolean {
  return (
    chunks.length >= minHeadings &&
    chunks.every(
      ({ text, words }) =>
        /\p{L}/u.test(text) && !/\d/.test(text) && words.length <= maxHeadingWords && isHeadingText(text),
    )
  );
}

/** The records among the lines below headings; null if there are none. `below` ends where another table begins. */
export function readRecordLines(heading: TextRow, below: readonly TextRow[]): RecordLines | null {
  const first = below.slice(0, maxNames + 1).find((row) => isFirstRecord(row, heading));
  if (first === undefined) return null;
  const isLike = (edges: RecordEdges) => (row: TextRow) => row === first || isRecord(row, edges, heading, first);
  const alike = below.filter(isLike(edgesOf([first], 1)));
  const records = below.filter(isLike(edgesOf(alike, Math.min(2, alike.length))));
  const own = new Set(records);
  const last = below.findLastIndex((row) => own.has(row));
  const lines = below.slice(0, last + 1);
  return { heading, records, lines, tail: tailOf(below.slice(last + 1), between(lines, records)) };
}

/** The lines between the records. */
function between(lines: readonly TextRow[], records: readonly TextRow[]): TextRow[] {
  const own = new Set(records);
  return lines.slice(lines.findIndex((row) => own.has(row))).filter((row) => !own.has(row));
}

function isFirstRecord(row: TextRow, heading: TextRow): boolean {
  return (
    row.chunks.length >= minHeadings &&
    row.chunks.some(({ text }) => isValueText(text)) &&
    headedBy(row, heading) >= headedShare * heading.chunks.length
  );
}

function isRecord(row: TextRow, edges: RecordEdges, heading: TextRow, first: TextRow): boolean {
  const aligned = row.chunks.filter((chunk) => isAligned(chunk, edges)).length;
  return (
    aligned >= Math.max(minAligned, alignedShare * Math.min(row.chunks.length, first.chunks.length)) &&
    aligned >= loosestShare * row.chunks.length &&
    headedBy(row, heading) >= loosestShare * heading.chunks.length
  );
}

/** The number of headings with a text of the line below them. */
function headedBy({ chunks }: TextRow, heading: TextRow): number {
  return heading.chunks.filter(({ box }) => chunks.some((own) => own.box.x0 < box.x1 && own.box.x1 > box.x0)).length;
}

/** Whether a text begins or ends where texts of records do. */
export function isAligned({ box }: TextRow['chunks'][number], { starts, ends }: RecordEdges): boolean {
  return (
    starts.some((start) => Math.abs(start - box.x0) <= sameEdgePt) ||
    ends.some((end) => Math.abs(end - box.x1) <= sameEdgePt)
  );
}

/** The edges that at least `fewest` texts of the lines share. */
export function edgesOf(rows: readonly TextRow[], fewest: number): RecordEdges {
  const boxes = rows.flatMap(({ chunks }) => chunks.map(({ box }) => box));
  return {
    starts: usual(
      boxes.map(({ x0 }) => x0),
      fewest,
    ),
    ends: usual(
      boxes.map(({ x1 }) => x1),
      fewest,
    ),
  };
}

function usual(places: readonly number[], fewest: number): number[] {
  const alike = Map.groupBy(places, (place) => Math.round(place / sameEdgePt));
  return [...alike.values()].flatMap((own) => (own.length >= fewest ? (own[0] ?? []) : []));
}

/** Lines at the end that begin where lines between the records do, or have values below those of such lines. */
function tailOf(below: readonly TextRow[], details: readonly TextRow[]): readonly TextRow[] {
  const starts = edgesOf(
    details.map((row) => ({ ...row, chunks: row.chunks.slice(0, 1) })),
    1,
  );
  const edges = edgesOf(details, 1);
  const isDetail = ({ chunks }: TextRow) =>
    chunks.length > 1 &&
    (chunks.slice(0, 1).some((first) => isAligned(first, starts)) ||
      chunks.filter((chunk) => isAligned(chunk, edges)).length >= minAligned);
  const end = below.findIndex((row) => !isDetail(row));
  return end < 0 ? below : below.slice(0, end);
}
