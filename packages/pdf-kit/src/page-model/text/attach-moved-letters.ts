import type { Segment } from './attach-scripts.ts';
import type { FramedGlyph } from './text-frame.ts';

/** Maximum gap between letters of a word, in em. */
const closeEm = 0.15;
/** Maximum shift of a letter, in em: further away is another line. */
const lowestEm = 0.35;
const highestEm = 0.5;

/** A letter of a segment with the segment it belongs to. */
interface MovedLetter {
  readonly letter: FramedGlyph;
  readonly host: Segment;
}

/**
 * Moves letters that are raised or lowered inside a word back to its line, as in the logo of TeX: they are drawn after
 * the preceding letter and before the next one. Neither their size nor their position makes them scripts.
 */
export function attachMovedLetters(segments: readonly Segment[]): readonly Segment[] {
  const ends = endsByRun(segments);
  if (!ends.some(({ letters }) => letters === 1)) return segments;
  const places = new Map(ends.map(({ first }, place) => [first.glyph.run, place]));
  const moved = new Map(segments.map((segment) => [segment, movedLetters(segment, ends, places)]));
  const taken = [...moved.values()].flatMap((letters) => letters ?? []);
  if (taken.length === 0) return segments;
  const byHost = Map.groupBy(taken, ({ host }) => host);
  return segments
    .filter((segment) => moved.get(segment) === null)
    .map((segment) => {
      const letters = byHost.get(segment)?.map(({ letter }) => letter) ?? [];
      const glyphs = [...segment.glyphs, ...letters].sort((a, b) => a.start - b.start);
      return letters.length === 0 ? segment : { ...segment, glyphs };
    });
}

/** The letters of a segment, each with its line; null if one of them has none. */
function movedLetters(
  segment: Segment,
  ends: readonly RunEnds[],
  places: ReadonlyMap<number, number>,
): readonly MovedLetter[] | null {
  const letters = segment.glyphs.filter(({ space }) => !space);
  const found = letters.flatMap((letter) => {
    const place = places.get(letter.glyph.run) ?? 0;
    const [before, own, behind] = [ends[place - 1], ends[place], ends[place + 1]];
    const host = own?.letters === 1 ? hostOf(letter, before, behind) : null;
    return host === null ? [] : [{ letter, host }];
  });
  return letters.length > 0 && found.length === letters.length ? found : null;
}

/** The first and the last glyph of a text, and the segment each is in. */
interface RunEnds {
  first: FramedGlyph;
  firstIn: Segment;
  last: FramedGlyph;
  lastIn: Segment;
  letters: number;
}

/** In drawing order. */
function endsByRun(segments: readonly Segment[]): readonly RunEnds[] {
  const ends = new Map<number, RunEnds>();
  for (const segment of segments) {
    for (const glyph of segment.glyphs) {
      if (glyph.space) continue;
      const run = ends.get(glyph.glyph.run);
      if (run === undefined) {
        ends.set(glyph.glyph.run, { first: glyph, firstIn: segment, last: glyph, lastIn: segment, letters: 1 });
        continue;
      }
      run.letters += 1;
      if (glyph.start < run.first.start) Object.assign(run, { first: glyph, firstIn: segment });
      if (glyph.start > run.last.start) Object.assign(run, { last: glyph, lastIn: segment });
    }
  }
  return [...ends].sort(([first], [second]) => first - second).map(([, run]) => run);
}

/** The line of a letter: that of the texts drawn before and after it, if it is between them. */
function hostOf(letter: FramedGlyph, before: RunEnds | undefined, behind: RunEnds | undefined): Segment | null {
  if (before === undefined || behind === undefined || before.lastIn !== behind.firstIn) return null;
  if (!/^\p{L}$/u.test(letter.glyph.text)) return null;
  const host = before.lastIn;
  const em = host.sizePt;
  const drop = letter.baseline - host.baseline;
  const inOrder = before.last.start < letter.start && letter.start < behind.first.start;
  const isClose = letter.start - before.last.end < closeEm * em && behind.first.start - letter.end < closeEm * em;
  return inOrder && isClose && drop < lowestEm * em && -drop < highestEm * em ? host : null;
}
