import { boxWidth, uniteBoxes } from '../box.ts';
import type { Word } from '../types.ts';
import { noBreakSpace } from './normalize-text.ts';

/** The space between two words, in em, as most faces have it. */
const spaceEm = 0.25;
/** What rounding and letter spacing may add to the words that would come up, as a share and in points. */
const slackShare = 0.03;
const slackPt = 1;

/**
 * The fit test: whether the first words of the next line, up to where it may break, fit into the room that a line
 * leaves. Where they do, the line was ended there on purpose.
 */
export function fitsBehind(roomPt: number, sizePt: number, next: readonly Word[]): boolean {
  return roomPt > spaceEm * sizePt + unbrokenWidth(next) * (1 + slackShare) + slackPt;
}

/** Whether some spaces are all no-break ones. */
export function isNoBreak(spaces: string): boolean {
  return spaces !== '' && [...spaces].every((space) => space === noBreakSpace);
}

/** The width of what comes before the first place where a line may end, in points. */
export function unbrokenWidth(words: readonly Word[]): number {
  const end = words.findIndex((word) => !holdsNext(word));
  const held = words.slice(0, end < 0 ? words.length : end + 1);
  if (held.length === 0) return 0;
  return boxWidth(uniteBoxes(held.map(({ box }) => box)));
}

/** Whether no line may end between a word and the next: nothing parts them, or only no-break spaces do. */
function holdsNext({ spaceAfter, typedSpaces = '' }: Word): boolean {
  return !spaceAfter || isNoBreak(typedSpaces);
}
