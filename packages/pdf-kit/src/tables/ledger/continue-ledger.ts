import type { TextRow } from '../text-rows.ts';
import { fitOf } from './amount-columns.ts';
import { amountsOf, piecesOf } from './pieces.ts';
import type { PlacedCandidate } from './read-ledgers.ts';
import type { HeadedCandidate } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.ledgers;

/** The candidate that continues with a table: the one with its header, or else the one with most amounts. −1 for none. */
export function findNext(chain: readonly PlacedCandidate[], candidates: readonly PlacedCandidate[]): number {
  const size = ({ candidate }: PlacedCandidate) =>
    hasHeaderOf(chain, candidate) ? Number.POSITIVE_INFINITY : candidate.body.flatMap(amountsOf).length;
  const [best] = candidates
    .filter((placed) => goesOn(chain, withoutPageHead(placed, chain)))
    .toSorted((a, b) => size(b) - size(a));
  return best === undefined ? -1 : candidates.indexOf(best);
}

/** Whether the table of the page before continues: its header is printed again, or without one the amounts keep to its columns. */
function goesOn(chain: readonly PlacedCandidate[], { candidate, page, grids }: PlacedCandidate): boolean {
  const [first] = chain;
  const last = chain.at(-1);
  if (first === undefined || last === undefined || last.page.number + 1 !== page.number) return false;
  if (isGridBelow(last) || isGridAbove({ candidate, grids }) || hasSameRows(last.candidate, candidate)) return false;
  if (hasHeaderOf(chain, candidate)) return true;
  if (candidate.header.some((row) => piecesOf(row).length >= 0.6 * maxPieceCount(chain))) return false;
  const amountColumns = chain.flatMap((placed) => placed.candidate.amountColumns);
  // The number of a page between two ornaments is no record.
  const isNamed = (row: TextRow) =>
    piecesOf(row).some(({ chunk }) => /\p{L}{3}/u.test(chunk.text)) ||
    (piecesOf(row).length > 2 &&
      (amountsOf(row).length > 1 || piecesOf(row).some(({ kind }) => kind === 'date' || kind === 'code')));
  if (!candidate.body.some((row) => amountsOf(row).length > 0 && isNamed(row))) return false;
  const amounts = candidate.body.flatMap(amountsOf);
  const matched = amounts.filter((piece) => amountColumns.some((column) => fitOf([column], [piece]).matched > 0));
  return amounts.length > 0 && matched.length >= limits.continuedShare * amounts.length;
}

/** Whether most rows of two pages are named alike: a form that is filled in on each page. */
function hasSameRows(above: HeadedCandidate, below: HeadedCandidate): boolean {
  const namesOf = ({ body }: HeadedCandidate) =>
    body.flatMap((row) => {
      const [name] = piecesOf(row);
      return name?.kind === 'text' && amountsOf(row).length > 0 ? [name.chunk.text] : [];
    });
  const names = new Set(namesOf(above));
  const own = new Set(namesOf(below));
  // Lines of wrapped texts come again and again on one page as well, between rows that begin with a date.
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

/** The candidate without the lines above its first amounts, which head its page and not its columns. */
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

/** The candidate from the first amounts that keep to the columns of the pages before: above it, a letterhead may sum up the account. */
function withoutPageHead(placed: PlacedCandidate, chain: readonly PlacedCandidate[]): PlacedCandidate {
  const { candidate } = placed;
  if (hasHeaderOf(chain, candidate)) return placed;
  const amountColumns = chain.flatMap((other) => other.candidate.amountColumns);
  const fits = (row: TextRow) => {
    const amounts = amountsOf(row);
    return (
      amounts.length > 0 &&
      amounts.every((piece) => amountColumns.some((column) => fitOf([column], [piece]).matched > 0))
    );
  };
  const start = candidate.body.findIndex(fits);
  const head = candidate.body.slice(0, start);
  if (!head.some((row) => amountsOf(row).length > 0)) return placed;
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

/** The lines right above the first amounts that begin a record: they begin where texts of the table do. */
function wrappedLead({ above, lead, header, body }: HeadedCandidate, chain: readonly PlacedCandidate[]): TextRow[] {
  const starts = chain.flatMap(({ candidate }) => candidate.body.flatMap((row) => piecesOf(row).map(({ x0 }) => x0)));
  const taken: TextRow[] = [];
  let [below] = body;
  const rows = [...(above === null ? [] : [above]), ...lead, ...header.filter((own) => !lead.includes(own))];
  for (const row of rows.toReversed()) {
    const isOwn = piecesOf(row).every(({ x0 }) => starts.some((start) => Math.abs(start - x0) < 1));
    if (below === undefined || !isOwn || below.box.y0 - row.box.y1 > limits.leadGapEm * row.sizePt) break;
    taken.unshift(row);
    below = row;
  }
  return taken;
}

function hasHeaderOf(chain: readonly PlacedCandidate[], candidate: HeadedCandidate): boolean {
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
        .join('|'),
    )
    .join('\n');
}
