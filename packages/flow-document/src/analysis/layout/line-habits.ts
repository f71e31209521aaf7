import type { TextStyle } from '@platen/pdf-kit/page-model';
import type { TaggedItems } from '../lists/tagged-items.ts';
import type { LineEndSpaces } from '../text/line-end-spaces.ts';
import type { LinePitches } from '../text/line-pitches.ts';

/** What the lines of the document have in common, measured beforehand. */
export interface LineHabits {
  /** How far lines are apart in its paragraphs. */
  readonly pitches: LinePitches;
  readonly lineEndSpaces: LineEndSpaces;
  /** The style most of the text has. */
  readonly bodyStyle: TextStyle | null;
  /** What the author tagged as list items, where the page has tags. */
  readonly items?: TaggedItems;
}
