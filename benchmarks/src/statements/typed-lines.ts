import type { PrintedRow, Statement } from './statement-page.ts';

/** A table set in letters of one width, line by line: bars between its columns, dashes for rules. */
export interface TypedLines {
  readonly rule: string;
  readonly header: readonly string[];
  lines(row: PrintedRow): readonly string[];
}

/** How a printer without rules types a table; columns are as wide as the longest text in them. */
export function typedLines({ columns, rows }: Pick<Statement, 'columns' | 'rows'>): TypedLines {
  const widths = columns.map(({ heading }, column) =>
    Math.max(...[...heading, ...rows.flatMap(({ cells }) => cells[column]?.lines ?? [])].map(({ length }) => length)),
  );
  const toLine = (texts: readonly (string | undefined)[]) =>
    `|${widths.map((width, column) => (columns[column]?.align === 'right' ? (texts[column] ?? '').padStart(width) : (texts[column] ?? '').padEnd(width))).join('|')}|`;
  const toLines = (cells: readonly (readonly string[])[]) =>
    Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
      toLine(cells.map((own) => own[line])),
    );
  return {
    rule: '-'.repeat(toLine([]).length),
    header: toLines(columns.map(({ heading }) => heading)),
    lines: ({ cells }) => toLines(cells.map((cell) => cell?.lines ?? [])),
  };
}
