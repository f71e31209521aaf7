import type { Edge } from '../rules/edges.ts';
import type { TextRow } from '../text-rows.ts';

/** Rows that may form a table, and the heights of the rules that bound or divide it. */
export interface TextRegion {
  readonly rows: readonly TextRow[];
  /** Horizontal rules across most of the region, top to bottom. */
  readonly rules: readonly Edge[];
  readonly ruled: boolean;
  /** If rules separate every row of the table, the rows between two rules each; else empty. */
  readonly bands: readonly (readonly TextRow[])[];
}
