import type { Edge } from './edges.ts';
import type { TextRow } from './text-rows.ts';

/** Rows that may be a table, and the heights of the rules that bound or divide it. */
export interface TextRegion {
  readonly rows: readonly TextRow[];
  /** Level rules across most of the region, top to bottom. */
  readonly rules: readonly Edge[];
  readonly ruled: boolean;
  /** The rows that are together between two rules, where rules separate every row of the table; empty where not. */
  readonly bands: readonly (readonly TextRow[])[];
}
