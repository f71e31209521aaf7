import { processingFailed, type TaskOutput, type WorkerContext, type WorkerTask } from '@platen/core';
import { type Boundaries, createBoundaries } from '@platen/pdf-kit';
import type { ResolvedPdfToExcelOptions } from './operation.ts';
import { writeOutputs } from './outputs/write-outputs.ts';
import { readPages } from './page-files.ts';
import { pagesPerPart } from './plan-parts.ts';
import type { PartResult } from './read-part.ts';
import type { SheetPage } from './sheet-model.ts';
import { documentTables, type PartPages, scanPagesOf } from './stages.ts';
import { inputOf } from './task-input.ts';

/** Writes the outputs. The text of a document without tables is laid out, with a warning. Rejects with
 * `no_tables` when there is no text, and with `damaged_file` when no page could be read. */
export async function joinParts(
  task: WorkerTask<ResolvedPdfToExcelOptions>,
  results: readonly PartResult[],
  context: WorkerContext,
): Promise<readonly TaskOutput[]> {
  const { fileName } = inputOf(task);
  const boundaries = createBoundaries(context.warn);
  const scans = await scanParts(results, task.options.content, boundaries);
  const document = documentTables([...results, ...scans], boundaries);
  const { pages, hasTables } = document;
  if (!pages.some(({ items }) => items.length > 0)) throw nothingFound(results, pages, fileName);
  if (!hasTables)
    context.warn(
      'NO_TABLES',
      `${fileName} has no tables on the selected pages; their text is laid out in rows and columns`,
    );
  const title = results.find((result) => result.title !== null)?.title ?? null;
  const differing: string[] = [];
  const moved: string[] = [];
  const doubtful: SheetPlace[] = [];
  const place = { folder: task.outputDir, baseName: fileName.replace(/\.pdf$/i, '') || 'document' };
  const options = { output: task.options.output, sheets: hasTables ? task.options.sheets : 'per-page', title };
  const outputs = await writeOutputs(document, options, place, {
    onTable: (sheet, { differing: rows, moved: own }, top) => {
      if (rows.length > 0) differing.push(`${sheet}: ${listRows(rows.map((row) => top + row))}`);
      if (own.length > 0) moved.push(`${sheet}: ${listRows(own.map((row) => top + row))}`);
    },
    onDoubtful: (sheet, cell) => doubtful.push({ sheet, cell }),
  });
  if (doubtful.length > 0)
    context.warn(
      'FIGURES_IN_DOUBT',
      `Figures of scanned pages may have been recognised wrongly; compare them with the page. ${listCells(doubtful)}`,
    );
  warnOfLayers(results, context);
  warnOfLeftOut(pages, context);
  if (moved.length > 0)
    context.warn(
      'COLUMNS_BY_BALANCE',
      `Amounts were moved to the column that fits the running balance; compare them with the page. ${moved.join('; ')}`,
    );
  if (differing.length > 0)
    context.warn('SUMS_DIFFER', `Sums do not add up; compare them with the page. ${differing.join('; ')}`);
  return outputs;
}

/** The pages of a scan, in chunks as large as those of other files, so that memory stays flat. */
async function scanParts(
  results: readonly PartResult[],
  content: ResolvedPdfToExcelOptions['content'],
  boundaries: Boundaries,
): Promise<readonly PartPages[]> {
  const files = results.flatMap(({ pageFiles }) => pageFiles);
  const parts: PartPages[] = [];
  for (let start = 0; start < files.length; start += pagesPerPart) {
    parts.push(scanPagesOf(await readPages(files.slice(start, start + pagesPerPart)), content, boundaries));
  }
  return parts;
}

/** The recognised text of a file is taken as it is: its figures are as good as the program that read them. */
function warnOfLayers(results: readonly PartResult[], { warn }: WorkerContext): void {
  const pages = results.flatMap(({ layeredScans }) => layeredScans);
  if (pages.length === 0) return;
  const named = pages.slice(0, maxRowsNamed).join(', ');
  const more = pages.length > maxRowsNamed ? ` and ${pages.length - maxRowsNamed} more` : '';
  warn(
    'TEXT_LAYER_TAKEN',
    `Another program recognised the text of these scans. Compare the figures with the pages, or read them again with "ocr: force": page ${named}${more}`,
  );
}

const maxValuesNamed = 20;

/** Names the values that are in no sheet, page by page. */
function warnOfLeftOut(pages: readonly SheetPage[], { warn }: WorkerContext): void {
  const values = pages.flatMap(({ pageNumber, leftOut }) => leftOut.map((value) => ({ pageNumber, value })));
  if (values.length === 0) return;
  const byPage = Map.groupBy(values.slice(0, maxValuesNamed), ({ pageNumber }) => pageNumber);
  const named = [...byPage]
    .map(([page, own]) => `page ${page}: ${own.map(({ value }) => value).join(', ')}`)
    .join('; ');
  const more = values.length > maxValuesNamed ? ` and ${values.length - maxValuesNamed} more` : '';
  warn(
    'AMOUNTS_LEFT_OUT',
    `Amounts, dates and numbers in running text and charts are not in the workbook; "content: all" writes the text. ${named}${more}`,
  );
}

const maxRowsNamed = 10;
const maxCellsNamed = 10;

function listRows(rows: readonly number[]): string {
  const named = rows.slice(0, maxRowsNamed).join(', ');
  const more = rows.length > maxRowsNamed ? ` and ${rows.length - maxRowsNamed} more` : '';
  return `${rows.length === 1 ? 'row' : 'rows'} ${named}${more}`;
}

interface SheetPlace {
  readonly sheet: string;
  readonly cell: string;
}

function listCells(places: readonly SheetPlace[]): string {
  const bySheet = Map.groupBy(places.slice(0, maxCellsNamed), ({ sheet }) => sheet);
  const named = [...bySheet].map(([sheet, own]) => `${sheet}: ${own.map(({ cell }) => cell).join(', ')}`);
  return `${named.join('; ')}${places.length > maxCellsNamed ? ` and ${places.length - maxCellsNamed} more` : ''}`;
}

function nothingFound(results: readonly PartResult[], pages: readonly SheetPage[], fileName: string) {
  const [failure] = results.flatMap(({ failures }) => failures);
  if (pages.length === 0 && failure !== undefined) return processingFailed('damaged_file', failure, { fileName });
  const scans = results.reduce((sum, { unreadScans }) => sum + unreadScans, 0);
  const message =
    scans === 0
      ? `${fileName} has no tables on the selected pages`
      : `${fileName} has no tables that can be read: ${scans} of its pages are scans, and text recognition is off`;
  return processingFailed('no_tables', message, { fileName, scannedPages: scans });
}
