import { titleLevel } from '../document/title-level.ts';

/** The built-in style of a heading level. */
export function headingStyleId(level: number): string {
  return level === titleLevel ? 'Title' : `Heading${level}`;
}
