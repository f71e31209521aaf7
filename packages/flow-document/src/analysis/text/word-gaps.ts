import type { Word } from '@platen/pdf-kit/page-model';

/** More spaces in a row than these stand for a tab: no sentence ends with as many. */
export const maxSpaces = 5;

/** The spaces as they were typed; one where the file has only whitespace, or more than separate two words. */
export function spacesAfter({ typedSpaces = ' ' }: Word): string {
  return typedSpaces.length <= maxSpaces ? typedSpaces : ' ';
}
