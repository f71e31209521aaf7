import type { FilePart, ReferencePart } from './client-input.ts';
import type { FormFields } from './form-body.ts';

export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: FormFields;
  readonly files: readonly (FilePart | ReferencePart)[];
  readonly signal: AbortSignal | undefined;
  /** Share of the file bytes uploaded, 0–1; null while the total is unknown. */
  readonly onProgress: ((fraction: number | null) => void) | undefined;
}
