import type { Box, Page } from '../../page-model/types.ts';
import { withCentredLabels } from '../centred-labels.ts';
import type { Edge, PageEdges } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';
import { hasCents } from '../value-text.ts';
import { findProse } from '../whitespace/find-prose.ts';
import { fitOf } from './amount-columns.ts';
import { hasRuleBelow } from './below-header.ts';
import { findNext, hasHeaderOf, withClosingRow, withoutPageTitle } from './continue-ledger.ts';
import { findTableCandidates } from './find-table-candidates.ts';
import { findPageFeet } from './page-feet.ts';
import { findPageHeads } from './page-heads.ts';
import { amountsOf, piecesOf, readPieces } from './pieces.ts';
import { type LedgerTable, type PlacedCandidate, readLedger } from './read-ledgers.ts';
import { type HeadedCandidate, splitHeader } from './split-header.ts';
import { ledgerThresholds } from './thresholds.ts';

const limits = ledgerThresholds.ledgers;

/** The parts of a page that ledgers are read from. */
export interface LedgerSource {
  readonly page: Pick<Page, 'number' | 'fills' | 'rules'>;
  readonly edges: PageEdges;
  /** Rows of text outside grids, in sets that no table crosses. */
  readonly rowSets: readonly (readonly TextRow[])[];
  /** Grids, past which no other table continues. */
  readonly grids: readonly Box[];
}

/** The tables of amounts on consecutive pages, each read with the columns of all its pages; by page, top to bottom. */
export function findLedgers(sources: readonly LedgerSource[]): LedgerTable[][] {
  const chains: PlacedCandidate[][] = [];
  let open: PlacedCandidate[] | null = null;
  readPieces(sources.flatMap(({ rowSets }) => rowSets.flat()));
  const pageRows = sources.map(({ rowSets }) => rowSets.flat());
  const furniture = findPageHeads(pageRows).union(findPageFeet(pageRows));
  for (const source of sources) {
    const going: PlacedCandidate[] | null = open;
    const known = headerOf(going);
    const candidates = source.rowSets
      .map((rows) => rows.filter((row) => !furniture.has(row)))
      .flatMap((rows) =>
        findTableCandidates(rows, findProse(rows), source.edges.horizontal, known).map((candidate) =>
          splitHeader(candidate, source.edges.horizontal, known),
        ),
      )
      .sort((a, b) => (a.body[0]?.box.y0 ?? 0) - (b.body[0]?.box.y0 ?? 0))
      .map(
        (candidate): PlacedCandidate => ({ page: source.page, edges: source.edges, grids: source.grids, candidate }),
      );
    const next = going === null ? -1 : findNext(going, candidates);
    if (going !== null && next >= 0) {
      const rest = withoutPageTitle(candidates[next], going);
      const closed = withClosingRow(going, rest, candidates[next + 1]);
      candidates.splice(next, closed === null ? 1 : 2, closed ?? rest);
    }
    open = null;
    candidates.forEach((placed, index) => {
      const chain: PlacedCandidate[] = going !== null && index === next ? going : [];
      if (chain.length === 0 && !isLedger(placed) && !isHeadedAgain(chains.at(-1), placed)) return;
      chain.push(placed);
      if (chain.length === 1) chains.push(chain);
      open = chain;
    });
  }
  const tables = chains.flatMap(readLedger).map((own) => ({ ...own, table: withCentredLabels(own.table) }));
  return sources.map(({ page }) => tables.filter(({ table }) => table.pageNumber === page.number));
}

function headerOf(chain: readonly PlacedCandidate[] | null): readonly TextRow[] {
  return chain?.[0]?.candidate.header ?? [];
}

/** Whether the header of the table before is printed again above a candidate: above a page break a section may have only a row or two. */
function isHeadedAgain(above: readonly PlacedCandidate[] | undefined, { candidate }: PlacedCandidate): boolean {
  const isHeader = candidate.header.some((row) => piecesOf(row).length >= ledgerThresholds.candidates.minHeadings);
  return above !== undefined && isHeader && hasHeaderOf(above, candidate);
}

/** Whether a candidate is a table of amounts: it has enough rows, aligned in columns. */
function isLedger({ candidate, edges }: PlacedCandidate): boolean {
  const records = candidate.body.filter((row) => amountsOf(row).length > 0);
  const amounts = records.flatMap(amountsOf);
  const aligned = amounts.filter(
    (piece) =>
      fitOf(
        candidate.amountColumns.filter(({ pieces }) => pieces.some((own) => own !== piece)),
        [piece],
      ).matched > 0,
  );
  const fewest = candidate.header.length > 0 ? limits.minHeaded : limits.minBare;
  // Chart scales are rows of numbers beside numbers.
  const named = records.filter((row) =>
    piecesOf(row).some(({ kind }) => kind === 'text' || kind === 'date' || kind === 'code' || kind === 'period'),
  );
  if (named.length < 0.5 * records.length && candidate.header.length === 0) return false;
  const isSingle = records.length === 1;
  if (isSingle && !isPlainHeader(candidate.header, edges.horizontal) && !hasHeadEach(candidate)) return false;
  return records.length >= fewest && (isSingle || aligned.length >= 0.5 * amounts.length);
}

/** Whether a row is only amounts, each under its own heading: an ageing summary, for example. */
function hasHeadEach({ header, body }: HeadedCandidate): boolean {
  const [record, ...others] = body;
  const amounts = record === undefined ? [] : piecesOf(record);
  const heads = header.findLast((row) => piecesOf(row).length === amounts.length);
  return (
    others.length === 0 &&
    amounts.length >= limits.minAlone &&
    amounts.every(({ kind, chunk }) => kind === 'number' && hasCents(chunk.text)) &&
    heads !== undefined &&
    piecesOf(heads).every(({ x0, x1 }, index) => x1 > (amounts[index - 1]?.x1 ?? 0) && x0 < (amounts[index]?.x1 ?? 0))
  );
}

/** A header of several headings set apart by style or by a rule: a single row below it suffices for a table. */
function isPlainHeader(header: readonly TextRow[], level: readonly Edge[]): boolean {
  return header.some((row) => {
    const pieces = piecesOf(row);
    return pieces.length > 2 && (pieces.every(({ chunk }) => chunk.bold) || hasRuleBelow(row, level));
  });
}
