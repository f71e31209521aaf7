import { boxWidth, uniteBoxes } from '../box.ts';
import type { Word } from '../types.ts';
import { noBreakSpace } from './normalize-text.ts';
import { endsWithCjk, startsWithCjk } from './unspaced-scripts.ts';

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
  const end = words.findIndex((word, index) => !holdsNext(word, words[index + 1]));
  const held = words.slice(0, end < 0 ? words.length : end + 1);
  if (held.length === 0) return 0;
  const glyphs = held.flatMap((word) => word.glyphs);
  const place = glyphs.findIndex(({ text }, index) => index > 0 && mayBreak(glyphs[index - 1]?.text ?? '', text));
  const whole = place < 0 ? held : glyphs.slice(0, place);
  return boxWidth(uniteBoxes(whole.map(({ box }) => box)));
}

/** What no line of Chinese or Japanese begins with, and what none ends with (JIS X 4051, 8.1). */
const cannotBegin = /^[\p{Pe}\p{Pf}、。，．：；？！・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…]/u;
const cannotEnd = /[\p{Ps}\p{Pi}]$/u;

/** Whether a line may end between two characters, one of them at least of Chinese or Japanese. */
function mayBreak(before: string, after: string): boolean {
  return (endsWithCjk(before) || startsWithCjk(after)) && !cannotBegin.test(after) && !cannotEnd.test(before);
}

/**
 * Whether no line may end between a word and the next: nothing parts them, or only no-break spaces do. French has one
 * inside its quotation marks and before some others, which files often have as a plain space.
 */
function holdsNext({ text, spaceAfter, typedSpaces = '' }: Word, next: Word | undefined): boolean {
  return !spaceAfter || isNoBreak(typedSpaces) || text === '«' || /^[:;?!»]+\p{P}*$/u.test(next?.text ?? '');
}
