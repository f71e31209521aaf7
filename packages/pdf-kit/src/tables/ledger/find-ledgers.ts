import type { Box, Page } from '../../page-model/types.ts';
import type { Edge, PageEdges } from '../edges.ts';
import { findProse } from '../text-regions.ts';
import type { TextRow } from '../text-rows.ts';
import { findNext, withoutPageTitle } from './continue-ledger.ts';
import { findBands, hasRuleBelow } from './find-bands.ts';
import { findPageHeads } from './page-heads.ts';
import { amountsOf, piecesOf, readPieces } from './pieces.ts';
import { type LedgerTable, type PlacedBand, readLedger } from './read-ledgers.ts';
import { splitHeader } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';
import { fitOf } from './tracks.ts';

const limits = ledgerThresholds.ledgers;

/** What of a page the ledgers are read from. */
export interface LedgerSource {
  readonly page: Pick<Page, 'number' | 'fills' | 'rules'>;
  readonly edges: PageEdges;
  /** Rows of text outside grids, in sets that no table reaches across. */
  readonly rowSets: readonly (readonly TextRow[])[];
  /** Grids, which no other table goes on across. */
  readonly grids: readonly Box[];
}

/** The tables of amounts on consecutive pages, each read with the columns of all its pages; by page, top to bottom. */
export function findLedgers(sources: readonly LedgerSource[]): LedgerTable[][] {
  const chains: PlacedBand[][] = [];
  let open: PlacedBand[] | null = null;
  readPieces(sources.flatMap(({ rowSets }) => rowSets.flat()));
  const heads = findPageHeads(sources.map(({ rowSets }) => rowSets.flat()));
  for (const source of sources) {
    const bands = source.rowSets
      .map((rows) => rows.filter((row) => !heads.has(row)))
      .flatMap((rows) =>
        findBands(rows, findProse(rows), source.edges.horizontal).map((band) =>
          splitHeader(band, source.edges.horizontal),
        ),
      )
      .sort((a, b) => (a.body[0]?.box.y0 ?? 0) - (b.body[0]?.box.y0 ?? 0))
      .map((band): PlacedBand => ({ page: source.page, edges: source.edges, grids: source.grids, band }));
    const going: PlacedBand[] | null = open;
    const next = going === null ? -1 : findNext(going, bands);
    if (going !== null && next >= 0) bands.splice(next, 1, withoutPageTitle(bands[next], going));
    open = null;
    bands.forEach((placed, index) => {
      const chain: PlacedBand[] = going !== null && index === next ? going : [];
      if (chain.length === 0 && !isLedger(placed)) return;
      chain.push(placed);
      if (chain.length === 1) chains.push(chain);
      open = chain;
    });
  }
  const tables = chains.flatMap(readLedger);
  return sources.map(({ page }) => tables.filter(({ table }) => table.pageNumber === page.number));
}

/** Whether a band has what a table of amounts has: enough rows, and columns that they keep to. */
function isLedger({ band, edges }: PlacedBand): boolean {
  const records = band.body.filter((row) => amountsOf(row).length > 0);
  const amounts = records.flatMap(amountsOf);
  const aligned = amounts.filter(
    (piece) =>
      fitOf(
        band.tracks.filter(({ pieces }) => pieces.some((own) => own !== piece)),
        [piece],
      ).matched > 0,
  );
  const fewest = band.header.length > 0 ? limits.minHeaded : limits.minBare;
  // The scales of a chart are rows of numbers beside numbers.
  const named = records.filter((row) =>
    piecesOf(row).some(({ kind }) => kind === 'text' || kind === 'date' || kind === 'code' || kind === 'period'),
  );
  if (named.length < 0.5 * records.length && band.header.length === 0) return false;
  if (records.length === 1 && !isPlainHeader(band.header, edges.horizontal)) return false;
  return records.length >= fewest && (records.length === 1 || aligned.length >= 0.5 * amounts.length);
}

/** A header of several headings that are set apart by their look or by a rule: one row below it makes a table. */
function isPlainHeader(header: readonly TextRow[], level: readonly Edge[]): boolean {
  return header.some((row) => {
    const pieces = piecesOf(row);
    return pieces.length > 2 && (pieces.every(({ chunk }) => chunk.bold) || hasRuleBelow(row, level));
  });
}
