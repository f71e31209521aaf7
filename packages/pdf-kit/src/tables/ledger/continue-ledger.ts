import type { TextRow } from '../text-rows.ts';
import { amountsOf, piecesOf } from './pieces.ts';
import type { PlacedBand } from './read-ledgers.ts';
import type { HeadedBand } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';
import { fitOf } from './tracks.ts';

const limits = ledgerThresholds.ledgers;

/** The band that continues with a table: the one with its header, or else the one with most amounts. −1 for none. */
export function findNext(chain: readonly PlacedBand[], bands: readonly PlacedBand[]): number {
  const size = ({ band }: PlacedBand) =>
    hasHeaderOf(chain, band) ? Number.POSITIVE_INFINITY : band.body.flatMap(amountsOf).length;
  const [best] = bands
    .filter((placed) => goesOn(chain, withoutPageHead(placed, chain)))
    .toSorted((a, b) => size(b) - size(a));
  return best === undefined ? -1 : bands.indexOf(best);
}

/** Whether the table of the page before continues: its header is printed again, or without one the amounts keep to its columns. */
function goesOn(chain: readonly PlacedBand[], { band, page, grids }: PlacedBand): boolean {
  const [first] = chain;
  const last = chain.at(-1);
  if (first === undefined || last === undefined || last.page.number + 1 !== page.number) return false;
  if (isGridBelow(last) || isGridAbove({ band, grids }) || hasSameRows(last.band, band)) return false;
  if (hasHeaderOf(chain, band)) return true;
  if (band.header.some((row) => piecesOf(row).length >= 0.6 * maxPieceCount(chain))) return false;
  const tracks = chain.flatMap((placed) => placed.band.tracks);
  // The number of a page between two ornaments is no record.
  const isNamed = (row: TextRow) =>
    piecesOf(row).some(({ chunk }) => /\p{L}{3}/u.test(chunk.text)) ||
    (piecesOf(row).length > 2 &&
      (amountsOf(row).length > 1 || piecesOf(row).some(({ kind }) => kind === 'date' || kind === 'code')));
  if (!band.body.some((row) => amountsOf(row).length > 0 && isNamed(row))) return false;
  const amounts = band.body.flatMap(amountsOf);
  const matched = amounts.filter((piece) => tracks.some((track) => fitOf([track], [piece]).matched > 0));
  return amounts.length > 0 && matched.length >= limits.continuedShare * amounts.length;
}

/** Whether most rows of two pages are named alike: a form that is filled in on each page. */
function hasSameRows(above: HeadedBand, below: HeadedBand): boolean {
  const namesOf = ({ body }: HeadedBand) =>
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

function isGridBelow({ band, grids }: Pick<PlacedBand, 'band' | 'grids'>): boolean {
  const bottom = band.body.at(-1)?.box.y1 ?? 0;
  return grids.some((grid) => grid.y0 >= bottom - 1);
}

function isGridAbove({ band, grids }: Pick<PlacedBand, 'band' | 'grids'>): boolean {
  const top = band.body[0]?.box.y0 ?? 0;
  return grids.some((grid) => grid.y1 <= top + 1);
}

/** The band without the lines above its first amounts, which head its page and not its columns. */
export function withoutPageTitle(placed: PlacedBand | undefined, chain: readonly PlacedBand[]): PlacedBand {
  if (placed === undefined) throw new TypeError('A table goes on with a band');
  if (hasHeaderOf(chain, placed.band)) return placed;
  const going = withoutPageHead(placed, chain);
  return { ...going, band: { ...going.band, header: [], first: wrappedLead(going.band, chain), title: null } };
}

/** The band from the first amounts that keep to the columns of the pages before: above it, a letterhead may sum up the account. */
function withoutPageHead(placed: PlacedBand, chain: readonly PlacedBand[]): PlacedBand {
  const { band } = placed;
  if (hasHeaderOf(chain, band)) return placed;
  const tracks = chain.flatMap((other) => other.band.tracks);
  const fits = (row: TextRow) => {
    const amounts = amountsOf(row);
    return amounts.length > 0 && amounts.every((piece) => tracks.some((track) => fitOf([track], [piece]).matched > 0));
  };
  const start = band.body.findIndex(fits);
  const head = band.body.slice(0, start);
  if (!head.some((row) => amountsOf(row).length > 0)) return placed;
  return {
    ...placed,
    band: { ...band, lead: [...band.lead, ...band.header, ...head], header: [], body: band.body.slice(start) },
  };
}

/** The lines right above the first amounts that begin a record: they begin where texts of the table do. */
function wrappedLead({ above, lead, header, body }: HeadedBand, chain: readonly PlacedBand[]): TextRow[] {
  const starts = chain.flatMap(({ band }) => band.body.flatMap((row) => piecesOf(row).map(({ x0 }) => x0)));
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

function hasHeaderOf(chain: readonly PlacedBand[], band: HeadedBand): boolean {
  const own = headerText(band.header);
  return own !== '' && chain.some((other) => headerText(other.band.header) === own);
}

function maxPieceCount(chain: readonly PlacedBand[]): number {
  return Math.max(...chain.flatMap(({ band }) => [...band.header, ...band.body].map((row) => piecesOf(row).length)));
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
