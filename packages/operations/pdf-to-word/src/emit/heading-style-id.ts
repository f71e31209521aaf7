import { titleLevel } from '@platen/pdf-kit/flow-document';
import type { FormatKind } from './shared-formats.ts';

/** The built-in style of a heading level. */
export function headingStyleId(level: number): string {
  return level === titleLevel ? 'Title' : `Heading${level}`;
}

/** The paragraphs of a heading level, whose formats are compared. */
export function headingKind(level: number): FormatKind {
  return `heading ${headingStyleId(level)}`;
}
