import type { TextRow } from '../text-rows.ts';
import { addToAmountColumns, fitOf, overlapPt } from './amount-columns.ts';
import { periodsOf } from './periods.ts';
import { amountsOf, isAmount, type Piece, piecesOf } from './pieces.ts';
import type { PlacedCandidate } from './read-ledgers.ts';
import type { HeadedCandidate } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.ledgers;
const { edgeEm } = ledgerThresholds.candidates;

/**
 * The index of the candidate that continues a table: the rest of it above another section with the same header, else
 * the candidate with its header, else the one with most amounts; −1 if there is none. A candidate with labels where the
 * table has amounts is another table, as are candidates aligned with that one.
 */
export function findNext(chain: readonly PlacedCandidate[], candidates: readonly PlacedCandidate[]): number {
  const others = candidates
    .filter(({ candidate }) => !hasHeaderOf(chain, candidate) && isLabelledOver(chain, candidate))
    .map((other) => [other]);
  const isOfOther = ({ candidate }: PlacedCandidate) =>
    others.some((other) => candidate.body.flatMap(amountsOf).every(keepsToColumns(other)));
  const going = candidates.filter((placed) => !isOfOther(placed) && goesOn(chain, withoutPageHead(placed, chain)));
  const headed = going.find(({ candidate }) => hasHeaderOf(chain, candidate));
  const rests = headed === undefined ? going : going.slice(0, going.indexOf(headed)).filter(isRestAbove(chain, headed));
  const size = ({ candidate }: PlacedCandidate) => candidate.body.flatMap(amountsOf).length;
  const best = rests.toSorted((a, b) => size(b) - size(a))[0] ?? headed;
  return best === undefined ? -1 : candidates.indexOf(best);
}

/**
 * Whether a candidate above one with the table's header is the rest of the table, and the header begins another
 * section: its records begin like those of the table, with a date, or the section has its own title. A sum carried over
 * above a repeated header is not a rest.
 */
function isRestAbove(chain: readonly PlacedCandidate[], headed: PlacedCandidate): (placed: PlacedCandidate) => boolean {
  const starts = chain.flatMap(({ candidate }) => startsOf(candidate));
  const texts = chain
    .flatMap(({ candidate }) => candidate.body.flatMap(piecesOf))
    .filter(({ kind }) => kind === 'text');
  // Totals begin where texts do.
  const isOwn = (start: Piece) =>
    [...starts.filter(({ kind }) => kind === start.kind), ...(start.kind === 'text' ? texts : [])].some(
      ({ x0 }) => Math.abs(x0 - start.x0) < 1,
    );
  const title = titleText(chain[0]);
  const isTitled = title !== null && titleText(headed) !== null && title !== titleText(headed);
  return (placed) => {
    const own = startsOf(withoutPageHead(placed, chain).candidate);
    return own.every(isOwn) && (isTitled || own.some(({ kind }) => kind === 'date'));
  };
}

/**
 * Whether a candidate with the table's header is another section: it has its own title, and is a statement of the same
 * periods or begins with a sum other than the one the table ended with (which would be brought forward).
 */
function isOtherSection(chain: readonly PlacedCandidate[], candidate: HeadedCandidate): boolean {
  const titles = [titleText(chain.findLast((placed) => titleText(placed) !== null)), titleText({ candidate })];
  const [above, own] = titles;
  if (above == null || own == null || own.startsWith(above) || above.startsWith(own)) return false;
  if (hasPeriods(candidate)) return true;
  const last = chain.at(-1)?.candidate.body.findLast((row) => amountsOf(row).length > 0);
  const [first] = candidate.body;
  if (last === undefined || first === undefined) return false;
  const [sum, ...others] = amountsOf(first);
  const records = candidate.body.filter((row) => amountsOf(row).length > 1);
  return (
    sum !== undefined &&
    others.length === 0 &&
    piecesOf(first)[0]?.kind === 'text' &&
    records.length >= limits.balancedShare * candidate.body.filter((row) => amountsOf(row).length > 0).length &&
    !amountsOf(last).some(({ chunk }) => chunk.text === sum.chunk.text)
  );
}

/**
 * The rest of a table with its closing row: a single row below a wide gap whose label and amount are in columns of
 * earlier pages, though not in those of the few rows above it. Null if the next candidate is not such a row.
 */
export function withClosingRow(
  chain: readonly PlacedCandidate[],
  rest: PlacedCandidate,
  below: PlacedCandidate | undefined,
): PlacedCandidate | null {
  const [row, ...others] = below?.candidate.body ?? [];
  const last = rest.candidate.body.at(-1);
  if (row === undefined || last === undefined || others.length > 0 || below?.candidate.lead.length !== 0) return null;
  const [label] = piecesOf(row);
  const starts = chain.flatMap(({ candidate }) => candidate.body.flatMap(piecesOf));
  const isLabelled =
    label?.kind === 'text' && starts.some(({ kind, x0 }) => kind === 'text' && Math.abs(x0 - label.x0) < 1);
  const isNear = row.box.y0 - last.box.y1 <= ledgerThresholds.candidates.closingGapEm * row.sizePt;
  if (!isLabelled || !isNear || !amountsOf(row).every(keepsToColumns(chain))) return null;
  const amountColumns = rest.candidate.amountColumns.map((column) => ({ ...column, pieces: [...column.pieces] }));
  for (const piece of amountsOf(row)) addToAmountColumns(amountColumns, piece);
  const { tail } = below.candidate;
  return { ...rest, candidate: { ...rest.candidate, body: [...rest.candidate.body, row], tail, amountColumns } };
}

/** The first pieces of the rows with amounts. */
function startsOf({ body }: HeadedCandidate): Piece[] {
  return body.filter((row) => amountsOf(row).length > 0).flatMap((row) => piecesOf(row)[0] ?? []);
}

function titleText(placed: Pick<PlacedCandidate, 'candidate'> | undefined): string | null {
  return placed?.candidate.title?.chunks.map(({ text }) => text).join(' ') ?? null;
}

/**
 * Whether the table of the page before continues: its header is repeated, or, without a header, the amounts fit its
 * columns.
 */
function goesOn(chain: readonly PlacedCandidate[], { candidate, page, grids }: PlacedCandidate): boolean {
  const [first] = chain;
  const last = chain.at(-1);
  if (first === undefined || last === undefined || last.page.number + 1 !== page.number) return false;
  if (isGridBelow(last) || isGridAbove({ candidate, grids }) || hasSameRows(last.candidate, candidate)) return false;
  if (hasHeaderOf(chain, candidate)) return !isOtherSection(chain, candidate);
  if (candidate.header.some((row) => piecesOf(row).length >= 0.6 * maxPieceCount(chain))) return false;
  if (hasPeriods(candidate)) return false;
  const isInColumn = keepsToColumns(chain);
  // A page number between two ornaments is not a record; several amounts are, with their text above and below them.
  const isNamed = (row: TextRow) =>
    (piecesOf(row).every(isAmount) && amountsOf(row).some(isInColumn)) ||
    piecesOf(row).some(({ chunk }) => /\p{L}{3}/u.test(chunk.text)) ||
    (piecesOf(row).length > 2 &&
      (amountsOf(row).length > 1 || piecesOf(row).some(({ kind }) => kind === 'date' || kind === 'code')));
  if (!candidate.body.some((row) => amountsOf(row).length > 0 && isNamed(row))) return false;
  const amounts = candidate.body.flatMap(amountsOf);
  const matched = amounts.filter(isInColumn);
  const records = candidate.body.filter((row) => amountsOf(row).length > 0);
  const odd = records.filter((row) => amountsOf(row).length > 1 && !amountsOf(row).every(isInColumn));
  // Where most records have an amount in no column, that is a column of another table.
  if (odd.length >= limits.minBare && 2 * odd.length > records.length) return false;
  return amounts.length > 0 && matched.length >= limits.continuedShare * amounts.length;
}

/** Whether a candidate has a header of periods, and so is another statement. */
function hasPeriods({ header }: HeadedCandidate): boolean {
  return header.some((row) => periodsOf(row).length > 1);
}

/**
 * Whether texts of many records overlap columns of amounts that no text of the table overlaps. Labels of totals may.
 */
function isLabelledOver(chain: readonly PlacedCandidate[], { body }: HeadedCandidate): boolean {
  const pages = chain.slice(-limits.pagesAbove);
  const recordsOf = (rows: readonly TextRow[]) => rows.filter((row) => amountsOf(row).length > 0);
  const textsOf = (row: TextRow) => piecesOf(row).filter(({ kind }) => kind === 'text');
  const texts = pages.flatMap(({ candidate }) => recordsOf(candidate.body).flatMap(textsOf));
  const isOver = (column: { readonly x0: number; readonly x1: number }) => (piece: Piece) =>
    overlapPt(column, piece) > 0;
  const columns = pages
    .flatMap(({ candidate }) => candidate.amountColumns)
    .filter((column) => !texts.some(isOver(column)));
  const records = recordsOf(body);
  const over = records.filter((row) => columns.some((column) => textsOf(row).some(isOver(column))));
  if (areTotals(pages, records)) return false;
  return over.length >= Math.max(limits.minLabelled, limits.labelledShare * records.length);
}

/** Whether rows are labels that end at the last column of a table, each with an amount in it. */
function areTotals(pages: readonly PlacedCandidate[], rows: readonly TextRow[]): boolean {
  const columns = pages.flatMap(({ candidate }) => candidate.amountColumns).toSorted((a, b) => b.x1 - a.x1);
  const last = columns.filter(({ x1 }) => x1 > (columns[0]?.x1 ?? 0) - 1);
  const ends = rows.flatMap((row) => piecesOf(row)[0]?.x1 ?? []);
  return rows.every((row) => {
    const [label, sum, ...others] = piecesOf(row);
    const isSum = label?.kind === 'text' && sum !== undefined && isAmount(sum) && others.length === 0;
    return isSum && fitOf(last, [sum]).matched === 1 && Math.max(...ends) - label.x1 < edgeEm * row.sizePt;
  });
}

/**
 * Whether an amount fits a column of earlier pages, or the heading of a column that was empty there: it is under the
 * heading, or beside it with nothing between.
 */
function keepsToColumns(chain: readonly PlacedCandidate[]): (piece: Piece) => boolean {
  const amountColumns = chain.flatMap(({ candidate }) => candidate.amountColumns);
  const heads = chain[0]?.candidate.header.slice(-1).flatMap(piecesOf) ?? [];
  const texts = chain.slice(-limits.pagesAbove).flatMap(({ candidate }) => candidate.body.flatMap(piecesOf));
  const empty = heads.filter((head) => !texts.some((piece) => overlapPt(piece, head) > 0));
  const isClear = (head: Piece, { x0, x1 }: Piece) => {
    const room = { x0: Math.min(head.x0, x0), x1: Math.max(head.x1, x1) };
    return ![...heads.filter((own) => own !== head), ...texts].some((other) => overlapPt(other, room) > 0);
  };
  return (piece) =>
    amountColumns.some((column) => fitOf([column], [piece]).matched > 0) || empty.some((head) => isClear(head, piece));
}

/** Whether most rows of two pages have the same labels: a form that is filled in on each page. */
function hasSameRows(above: HeadedCandidate, below: HeadedCandidate): boolean {
  const namesOf = ({ body }: HeadedCandidate) =>
    body.flatMap((row) => {
      const [name] = piecesOf(row);
      return name?.kind === 'text' && amountsOf(row).length > 0 ? [name.chunk.text] : [];
    });
  const names = new Set(namesOf(above));
  const own = new Set(namesOf(below));
  // Lines of wrapped texts also recur within one page, between rows that begin with a date.
  const records = below.body.filter((row) => amountsOf(row).length > 0).length;
  if (own.size < limits.minNames || own.size < limits.sameNames * records) return false;
  return [...own].filter((name) => names.has(name)).length >= limits.sameNames * own.size;
}

function isGridBelow({ candidate, grids }: Pick<PlacedCandidate, 'candidate' | 'grids'>): boolean {
  const bottom = candidate.body.at(-1)?.box.y1 ?? 0;
  return grids.some((grid) => grid.y0 >= bottom - 1);
}

function isGridAbove({ candidate, grids }: Pick<PlacedCandidate, 'candidate' | 'grids'>): boolean {
  const top = candidate.body[0]?.box.y0 ?? 0;
  return grids.some((grid) => grid.y1 <= top + 1);
}

/** The candidate without the lines above its first amounts, which belong to the page rather than to the columns. */
export function withoutPageTitle(
  placed: PlacedCandidate | undefined,
  chain: readonly PlacedCandidate[],
): PlacedCandidate {
  if (placed === undefined) throw new TypeError('A table continues with a candidate');
  if (hasHeaderOf(chain, placed.candidate)) return placed;
  const going = withoutPageHead(placed, chain);
  return {
    ...going,
    candidate: { ...going.candidate, header: [], first: wrappedLead(going.candidate, chain), title: null },
  };
}

/**
 * The candidate from the first amounts that fit the columns of earlier pages on: a letterhead above may summarise the
 * account.
 */
function withoutPageHead(placed: PlacedCandidate, chain: readonly PlacedCandidate[]): PlacedCandidate {
  const { candidate } = placed;
  if (hasHeaderOf(chain, candidate) || hasPeriods(candidate)) return placed;
  const isInColumn = keepsToColumns(chain);
  const fits = (row: TextRow) => amountsOf(row).length > 0 && amountsOf(row).every(isInColumn);
  const start = candidate.body.findIndex(fits);
  const head = candidate.body.slice(0, start);
  if (!head.some((row) => amountsOf(row).length > 0) || isTable(head, candidate.body.slice(start))) return placed;
  return {
    ...placed,
    candidate: {
      ...candidate,
      lead: [...candidate.lead, ...candidate.header, ...head],
      header: [],
      body: candidate.body.slice(start),
    },
  };
}

/** Whether rows above the first that fits are a table of their own: more records of several amounts than there are rows left. */
function isTable(head: readonly TextRow[], rest: readonly TextRow[]): boolean {
  const records = head.filter((row) => amountsOf(row).length > 1);
  return records.length > rest.filter((row) => amountsOf(row).length > 0).length;
}

/**
 * The lines right above the first amounts that begin where texts of the table do: part of the same record or, if they
 * begin to the right of the keys of records and further above, the rest of the record split by the page break.
 */
function wrappedLead(candidate: HeadedCandidate, chain: readonly PlacedCandidate[]): TextRow[] {
  const { above, lead, header, body } = candidate;
  const starts = chain.flatMap((placed) => placed.candidate.body.flatMap((row) => piecesOf(row).map(({ x0 }) => x0)));
  const taken: TextRow[] = [];
  const [first] = body;
  const keysEnd = endOfKeys(startsOf(candidate));
  let below = first;
  const rows = [...(above === null ? [] : [above]), ...lead, ...header.filter((own) => !lead.includes(own))];
  for (const row of rows.toReversed()) {
    const isOwn = piecesOf(row).every(({ x0 }) => starts.some((start) => Math.abs(start - x0) < 1));
    const isRest = row.box.x0 > keysEnd;
    const gapEm = isRest ? limits.recordGapEm : limits.leadGapEm;
    if (below === undefined || !isOwn || below.box.y0 - row.box.y1 > gapEm * row.sizePt) break;
    taken.unshift(row);
    below = row;
  }
  return taken;
}

/** Where the dates end that records begin with, or else the numbers and codes that most begin with. */
function endOfKeys(starts: readonly Piece[]): number {
  const dates = starts.filter(({ kind }) => kind === 'date');
  const codes = starts.filter(({ kind }) => kind !== 'text');
  const keys = dates.length === 0 && 2 * codes.length > starts.length ? codes : dates;
  return keys.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...keys.map(({ x1 }) => x1));
}

/** Whether the header of a table is printed again over a candidate. */
export function hasHeaderOf(chain: readonly PlacedCandidate[], candidate: HeadedCandidate): boolean {
  const own = headerText(candidate.header);
  return own !== '' && chain.some((other) => headerText(other.candidate.header) === own);
}

function maxPieceCount(chain: readonly PlacedCandidate[]): number {
  return Math.max(
    ...chain.flatMap(({ candidate }) => [...candidate.header, ...candidate.body].map((row) => piecesOf(row).length)),
  );
}

function headerText(rows: readonly TextRow[]): string {
  return rows
    .map((row) =>
      piecesOf(row)
        .map(({ chunk }) => chunk.text)
        .join(' '),
    )
    .join('\n');
}
