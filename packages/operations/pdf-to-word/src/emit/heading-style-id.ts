import { titleLevel } from '@platen/flow-document';

/** The built-in style of a heading level. */
export function headingStyleId(level: number): string {
  return level === titleLevel ? 'Title' : `Heading${level}`;
}
