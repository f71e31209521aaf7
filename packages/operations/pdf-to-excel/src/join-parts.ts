import path from 'node:path';
import { processingFailed, type TaskOutput, type WorkerTask } from '@platen/core';
import { joinTables } from './join-tables.ts';
import type { PdfToExcelOptions } from './operation.ts';
import type { PartResult } from './read-part.ts';
import type { SheetPage } from './sheet-model.ts';
import { inputOf } from './task-input.ts';
import { writeWorkbook } from './write-workbook.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes the workbook. Rejects with `no_tables` when there is nothing to write, and with `damaged_file` when no page could be read. */
export async function joinParts(
  task: WorkerTask<PdfToExcelOptions>,
  results: readonly PartResult[],
): Promise<readonly TaskOutput[]> {
  const { fileName } = inputOf(task);
  const pages = joinTables(results.flatMap((result) => result.pages));
  if (!pages.some(({ items }) => items.length > 0)) throw nothingFound(results, pages, fileName);
  const outputName = `${fileName.replace(/\.pdf$/i, '') || 'document'}.xlsx`;
  const outputPath = path.join(task.outputDir, outputName);
  const title = results.find((result) => result.title !== null)?.title ?? null;
  await writeWorkbook(pages, { sheets: task.options.sheets, title }, outputPath);
  return [{ path: outputPath, fileName: outputName, mediaType }];
}

function nothingFound(results: readonly PartResult[], pages: readonly SheetPage[], fileName: string) {
  const [failure] = results.flatMap(({ failures }) => failures);
  if (pages.length === 0 && failure !== undefined) return processingFailed('damaged_file', failure, { fileName });
  const scans = results.reduce((sum, { unreadScans }) => sum + unreadScans, 0);
  const message =
    scans === 0
      ? `${fileName} has no tables on the pages asked for`
      : `${fileName} has no tables that can be read: ${scans} of its pages are scans, and text recognition is off`;
  return processingFailed('no_tables', message, { fileName, scannedPages: scans });
}
