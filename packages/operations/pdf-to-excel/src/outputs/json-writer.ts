import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Box } from '@platen/pdf-kit/page-model';
import type { SheetCell } from '../sheet-model.ts';
import type { TypedLine } from '../typed-line.ts';
import type { TypedTable } from '../typed-table.ts';
import type { OutputPlace, SheetWriter } from './sheet-writer.ts';
import type { CellWarning, TableCellJson, TableJson, TextLineJson, TextValueJson } from './tables-document.ts';

const mediaType = 'application/json';

/** Writes the tables as JSON (`tables-document.ts`), a table at a time; lines of text follow the tables. */
export function createJsonWriter({ folder, baseName }: OutputPlace): SheetWriter {
  const path = join(folder, 'tables.json');
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.on('error', reject));
  // It is raced by what writes; a failure between two writes waits for the next.
  failed.catch(() => {});
  const lines: string[] = [];
  let separator = '';
  let sheet = '';
  file.write('{"format":"platen-tables","version":1,"tables":[');
  return {
    begin: ({ name }) => {
      sheet = name;
    },
    table: (table, top) => {
      file.write(`${separator}\n${JSON.stringify(tableJson(table, sheet, top))}`);
      separator = ',';
    },
    line: (line, row) => {
      lines.push(JSON.stringify(lineJson(line, sheet, row)));
    },
    end: async () => {
      if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), failed]);
    },
    finish: async () => {
      file.end(`\n],"lines":[${lines.map((line) => `\n${line}`).join(',')}\n]}\n`);
      await finished(file);
      return [{ path, fileName: `${baseName}.json`, mediaType }];
    },
  };
}

function tableJson(typed: TypedTable, sheet: string, top: number): TableJson {
  const { table } = typed;
  const columnCount = table.cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 0);
  const rows = Array.from({ length: table.rowCount }, () => Array<TableCellJson | null>(columnCount).fill(null));
  for (const cell of table.cells) {
    const row = rows[cell.row];
    if (row !== undefined && cell.text !== '') row[cell.column] = cellJson(cell, typed);
  }
  return {
    sheet,
    row: top,
    kind: table.isForm ? 'form' : 'table',
    title: table.title,
    pages: [table.firstPage, table.lastPage],
    confidence: rounded(table.confidence),
    headerRows: table.headerRows,
    columnCount,
    rows,
  };
}

function cellJson(cell: SheetCell, { values, doubtful, differing, moved }: TypedTable): TableCellJson {
  const value = values.get(cell) ?? { kind: 'text' };
  const isFigure = value.kind === 'number';
  const warnings: CellWarning[] = [
    ...(doubtful.includes(cell) ? (['FIGURES_IN_DOUBT'] as const) : []),
    ...(isFigure && differing.includes(cell.row) ? (['SUMS_DIFFER'] as const) : []),
    ...(isFigure && moved.includes(cell.row) ? (['COLUMNS_BY_BALANCE'] as const) : []),
  ];
  return {
    ...valueJson(cell.text, value),
    ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
    ...(cell.columnSpan > 1 ? { columnSpan: cell.columnSpan } : {}),
    page: cell.page,
    box: boxJson(cell.box),
    confidence: cell.recognition === null ? null : rounded(cell.recognition.confidence),
    warnings,
  };
}

function lineJson({ page, texts }: TypedLine, sheet: string, row: number): TextLineJson {
  return {
    sheet,
    row,
    page,
    texts: texts.map(({ text, value, box, recognition, isDoubtful }) => ({
      ...valueJson(text, value),
      box: boxJson(box),
      confidence: recognition === null ? null : rounded(recognition.confidence),
      warnings: isDoubtful ? ['FIGURES_IN_DOUBT'] : [],
    })),
  };
}

function valueJson(text: string, value: TypedLine['texts'][number]['value']): TextValueJson {
  if (value.kind === 'text') return { text, type: 'text', value: text };
  if (value.kind === 'date') return { text, type: 'date', value: value.value.toISOString().slice(0, 10) };
  return { text, type: 'number', value: value.value };
}

function boxJson({ x0, y0, x1, y1 }: Box): [number, number, number, number] {
  return [rounded(x0), rounded(y0), rounded(x1), rounded(y1)];
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
