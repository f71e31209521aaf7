import type { TaskOutput } from '@platen/core';
import type { ResolvedPdfToExcelOptions } from '../operation.ts';
import type { DocumentTables } from '../stages.ts';
import { typedLine } from '../typed-line.ts';
import type { TypedTable } from '../typed-table.ts';
import { cellAddress } from './cell-address.ts';
import { createCsvWriter } from './csv-writer.ts';
import { createJsonWriter } from './json-writer.ts';
import { planSheets } from './sheet-plan.ts';
import type { OutputPlace, SheetWriter } from './sheet-writer.ts';
import { createXlsxWriter } from './xlsx-writer.ts';

/** What is written of a document. */
export interface OutputOptions extends Pick<ResolvedPdfToExcelOptions, 'output' | 'sheets'> {
  /** The title of the document, or null. */
  readonly title: string | null;
}

/** Callbacks for what is written, with its sheet. */
export interface OutputListener {
  /** A table, its values, and the row of its first line (from 1). */
  readonly onTable: (sheet: string, table: TypedTable, top: number) => void;
  /** A number recognised with doubt, by its cell reference, such as `B3`. */
  readonly onDoubtful: (sheet: string, cell: string) => void;
}

const silent: OutputListener = { onTable: () => {}, onDoubtful: () => {} };

const writers: Readonly<
  Record<OutputOptions['output'][number], (place: OutputPlace, title: string | null) => SheetWriter>
> = { xlsx: createXlsxWriter, csv: createCsvWriter, json: createJsonWriter };

/**
 * Writes a document in each of the formats asked for, sheet by sheet. A written sheet is released, so memory does not
 * grow with their number; each table is typed once. Resolves to the files in the order of the formats.
 */
export async function writeOutputs(
  document: DocumentTables,
  { output, sheets, title }: OutputOptions,
  place: OutputPlace,
  listener: OutputListener = silent,
): Promise<readonly TaskOutput[]> {
  const formats = output.map((format) => writers[format](place, title));
  for (const sheet of planSheets(document.pages, sheets)) {
    for (const writer of formats) writer.begin(sheet);
    let top = 1;
    let afterTable = false;
    // Stacked, with an empty row around each table.
    for (const item of sheet.items) {
      if (top > 1 && (afterTable || item.kind === 'table')) top += 1;
      afterTable = item.kind === 'table';
      if (item.kind === 'table') {
        const table = document.typed(item.table);
        listener.onTable(sheet.name, table, top);
        for (const { row, column } of table.doubtful) listener.onDoubtful(sheet.name, cellAddress(top + row, column));
        for (const writer of formats) writer.table(table, top);
        top += table.table.rowCount;
      } else {
        const line = typedLine(item.line, document.notation);
        for (const [column, { isDoubtful }] of line.texts.entries()) {
          if (isDoubtful) listener.onDoubtful(sheet.name, cellAddress(top, column));
        }
        for (const writer of formats) writer.line(line, top);
        top += 1;
      }
    }
    for (const writer of formats) await writer.end();
  }
  const files: TaskOutput[] = [];
  for (const writer of formats) files.push(...(await writer.finish()));
  return files;
}
