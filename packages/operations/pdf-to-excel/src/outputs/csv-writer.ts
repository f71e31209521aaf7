import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SheetCell } from '../sheet-model.ts';
import type { CellValue } from '../type-cells.ts';
import { isFormulaLike } from './formula-like.ts';
import type { OutputPlace, SheetWriter } from './sheet-writer.ts';

const mediaType = 'text/csv; charset=utf-8';

/** Excel reads a file without it in the character set of the country (`docs/decisions/0021`). */
const byteOrderMark = '\ufeff';

/**
 * Writes a CSV file for each sheet: RFC 4180 in UTF-8 with a byte order mark, as many fields in each record. Numbers are
 * plain (`-1234.50`), dates are ISO 8601, and a text that looks like a formula has an apostrophe before it.
 */
export function createCsvWriter({ folder, baseName }: OutputPlace): SheetWriter {
  const files: { readonly path: string; readonly name: string }[] = [];
  let rows: string[][] = [];
  let name = '';
  const put = (row: number, column: number, field: string) => {
    while (rows.length < row) rows.push([]);
    const fields = rows[row - 1];
    if (fields !== undefined) fields[column] = field;
  };
  return {
    begin: (sheet) => {
      rows = [];
      name = sheet.name;
    },
    table: ({ table, values }, top) => {
      put(top + table.rowCount - 1, 0, '');
      for (const cell of table.cells) {
        const field = fieldOf(cell.text, values.get(cell) ?? { kind: 'text' });
        if (field !== '') put(top + cell.row, cell.column, field);
      }
    },
    line: ({ texts }, row) => {
      for (const [column, { text, value }] of texts.entries()) put(row, column, fieldOf(text, value));
    },
    end: async () => {
      const path = join(folder, `${files.length + 1}.csv`);
      await writeFile(path, byteOrderMark + recordsOf(rows));
      files.push({ path, name });
      rows = [];
    },
    finish: async () =>
      files.map((file) => ({
        path: file.path,
        fileName: files.length === 1 ? `${baseName}.csv` : `${baseName}-${file.name.replaceAll(' ', '-')}.csv`,
        mediaType,
      })),
  };
}

function recordsOf(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const recordOf = (fields: readonly string[]) =>
    Array.from({ length: width }, (_, column) => quoted(fields[column] ?? '')).join(',');
  return rows.map((fields) => `${recordOf(fields)}\r\n`).join('');
}

/** RFC 4180, 2.5–2.7. */
function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function fieldOf(text: SheetCell['text'], value: CellValue): string {
  if (value.kind === 'number') return plainNumber(value.value, value.format);
  if (value.kind === 'date') return value.value.toISOString().slice(0, 10);
  return isFormulaLike(text) ? `'${text}` : text;
}

/** A number with the decimals that are printed; a share of 14.5% is 0.145. */
function plainNumber(value: number, format: string): string {
  const decimals = /0\.(0+)/.exec(format)?.[1]?.length;
  if (decimals === undefined && !format.includes('%')) return String(value);
  return value.toFixed((decimals ?? 0) + (format.includes('%') ? 2 : 0));
}
