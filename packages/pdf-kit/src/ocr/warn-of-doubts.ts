import type { WorkerContext } from '@platen/core';
import type { PageRecognition } from './recognize-page.ts';
import { languageOfScript } from './script-languages.ts';

/** Warns if most of a page was read wrong by all signs (`LOW_CONFIDENCE`), or if much of it was not read (`TEXT_UNREAD`). */
export function warnOfDoubts(
  page: number,
  { doubts, confidence, lines }: Pick<PageRecognition, 'doubts' | 'confidence' | 'lines'>,
  languages: readonly string[],
  warn: WorkerContext['warn'],
): void {
  if (doubts.lowConfidence) {
    const percent = Math.round(100 * confidence);
    warn('LOW_CONFIDENCE', `Page ${page} was read with little confidence (${percent} %)${hint(doubts, languages)}`);
  }
  if (!doubts.textUnread) return;
  const unread =
    lines.length === 0
      ? 'nothing could be read'
      : `${Math.round(100 * doubts.unreadShare)} % of what looks like text was not read`;
  warn('TEXT_UNREAD', `Page ${page} has ink, but ${unread}${doubts.lowConfidence ? '' : hint(doubts, languages)}`);
}

/** What would help, as far as it can be told. */
function hint({ looksLike }: PageRecognition['doubts'], languages: readonly string[]): string {
  const language = languageOfScript(looksLike?.script);
  const base = (code: string) => code.split('_')[0];
  if (language !== null && !languages.some((code) => base(code) === base(language))) {
    return `: it looks like ${looksLike?.script} script, which needs another language than ${languages.join('+')}, such as ${language}`;
  }
  const rotation = looksLike?.rotation ?? 0;
  return rotation === 0 ? '' : `: it may have to be turned clockwise by ${rotation} degrees`;
}
