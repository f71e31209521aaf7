import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Word } from '@platen/pdf-kit/page-model';

const noBreakSpace = '\u00a0';
/** More spaces in a row than these stand for a tab: no sentence ends with as many. */
export const mostSpaces = 5;

/** The spaces as they were typed; one where the file has only white, or more than part two words. */
export function spacesAfter({ typedSpaces = ' ' }: Word): string {
  return typedSpaces.length <= mostSpaces ? typedSpaces : ' ';
}

/** Whether no line may end between a word and the next: nothing parts them, or only no-break spaces do. */
function holdsNext({ spaceAfter, typedSpaces = '' }: Word): boolean {
  return !spaceAfter || isNoBreak(typedSpaces);
}

/** Whether some spaces are all no-break ones. */
export function isNoBreak(spaces: string): boolean {
  return spaces !== '' && [...spaces].every((space) => space === noBreakSpace);
}

/** How wide what stands before the first place is at which a line may end, in points. */
export function unbrokenWidth(words: readonly Word[]): number {
  const end = words.findIndex((word) => !holdsNext(word));
  const held = words.slice(0, end < 0 ? words.length : end + 1);
  if (held.length === 0) return 0;
  const { x0, x1 } = uniteBoxes(held.map(({ box }) => box));
  return x1 - x0;
}
