import type { TaskOutput } from '@platen/core';
import type { TypedLine } from '../typed-line.ts';
import type { TypedTable } from '../typed-table.ts';
import type { PlannedSheet } from './sheet-plan.ts';

/** Writes the sheets of a document in one format, one after another and each from top to bottom. */
export interface SheetWriter {
  begin(sheet: PlannedSheet): void;
  /** A table whose first row is row `top` of the sheet, from 1. */
  table(table: TypedTable, top: number): void;
  /** A line of text in a row of the sheet, from 1. */
  line(line: TypedLine, row: number): void;
  /** Ends the sheet; resolves when it needs no more memory. */
  end(): Promise<void>;
  /** Ends the output. Resolves to its files; rejects with the error of the file system. */
  finish(): Promise<readonly TaskOutput[]>;
}

/** Where the outputs of a document go and what they are called. */
export interface OutputPlace {
  readonly folder: string;
  /** The name of the file that was converted, without its extension. */
  readonly baseName: string;
}
