import { usualLineHeight } from './layout-of.ts';
import { measureLetterHeight } from './letter-height.ts';
import { lettersOf, meanConfidence } from './mean-confidence.ts';
import type { ReadingSummary } from './page-reading.ts';
import type { GreyRaster, Orientation, RasterLine, Recognizer } from './recognizer.ts';
import { doubts, upright } from './thresholds.ts';
import { unreadInk, wordPlaces } from './unread-ink.ts';

/** What seems not to have been read on a page, or not rightly. */
export interface ReadingDoubts {
  /** Share of the places that look like lines of text but are in no word, 0–1; 1 if nothing was read on a page with ink. */
  readonly unreadShare: number;
  /** Whether so much is unread that the page should be looked at. */
  readonly textUnread: boolean;
  /** Whether the confidence is one at which most words are wrong. */
  readonly lowConfidence: boolean;
  /** Of a page of low confidence, what its letters look like: the script (as in Unicode) and the turn that makes it upright. */
  readonly looksLike: Pick<Orientation, 'script' | 'rotation'> | null;
}

/**
 * Judges the lines that are `kept` of all readings of a page. Only a page that was hardly read costs another call of the
 * recognizer, for its script and orientation.
 */
export async function doubtsOf(
  recognizer: Recognizer,
  page: GreyRaster,
  kept: readonly RasterLine[],
  readings: readonly ReadingSummary[],
  signal?: AbortSignal,
): Promise<ReadingDoubts> {
  const { share, places } = unreadOf(page, kept);
  const isEmpty = kept.length === 0;
  const textUnread = isEmpty ? places > 0 : share >= doubts.unreadShare && places >= doubts.minPlaces;
  const whole = readings.filter(({ isPart, letters }) => !isPart && letters > 0);
  const surest = Math.max(meanConfidence(kept), ...whole.map(({ confidence }) => confidence));
  const most = Math.max(0, ...whole.map(({ letters }) => letters));
  const lowConfidence =
    whole.length > 0 && (surest < doubts.lowConfidence || lettersIn(kept) < doubts.keptLetters * most);
  return {
    unreadShare: isEmpty && places > 0 ? 1 : share,
    textUnread,
    lowConfidence,
    looksLike: lowConfidence || (isEmpty && textUnread) ? await looksOf(recognizer, page, signal) : null,
  };
}

/** Ink that no kept word covers; of a page without any, every letter. */
function unreadOf(page: GreyRaster, kept: readonly RasterLine[]): { readonly share: number; readonly places: number } {
  const lineHeightPx = usualLineHeight(kept) ?? measureLetterHeight(page);
  if (lineHeightPx === null) return { share: 0, places: 0 };
  if (kept.length === 0) return { share: 1, places: 1 };
  const { share, places } = unreadInk(page, kept, lineHeightPx);
  const ofWords = wordPlaces(places).length;
  return { share: places.length === 0 ? 0 : (share * ofWords) / places.length, places: ofWords };
}

function lettersIn(lines: readonly RasterLine[]): number {
  return lettersOf(lines.flatMap(({ words }) => words));
}

async function looksOf(
  recognizer: Recognizer,
  page: GreyRaster,
  signal: AbortSignal | undefined,
): Promise<ReadingDoubts['looksLike']> {
  const found = await recognizer.detectOrientation(page, signal);
  if (found === null || found.confidence < upright.minOrientationConfidence) return null;
  return { rotation: found.rotation, ...(found.script === undefined ? {} : { script: found.script }) };
}
