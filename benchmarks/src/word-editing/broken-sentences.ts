import type { DocxParagraph } from './read-docx.ts';

/** Ends of a page in the middle of a sentence: what is before the break, and what is after it. */
export function brokenSentences(paragraphs: readonly DocxParagraph[]): readonly string[] {
  const texts = paragraphs.filter(({ text, beginsPage, place }) => place !== 'text box' && (text !== '' || beginsPage));
  return texts.flatMap((paragraph, index) => {
    if (!paragraph.beginsPage) return [];
    const before = texts[index - 1];
    const after = texts.slice(index).find(({ text }) => text !== '');
    if (before?.place !== 'body' || after?.place !== 'body' || after.numbered) return [];
    return goesOn(before.text, after.text) ? [`${before.text.slice(-60)} ⏎ ${after.text.slice(0, 40)}`] : [];
  });
}

/** Words that no sentence ends with. */
const openWords =
  /(?:^|\s)(?:the|an?|of|and|or|to|in|for|by|with|from|that|at|on|der|die|das|und|oder|von|zu|mit|für)$/i;

function goesOn(before: string, after: string): boolean {
  if (before.split(/\s+/).length < 3) return false;
  if (/\p{L}[-\u00ad\u2010]$/u.test(before) && /^\p{L}/u.test(after)) return true;
  if (openWords.test(before) || /,$/.test(before)) return /^[\p{L}\d]/u.test(after);
  return /[\p{L}\p{N};)\]"'”’]$/u.test(before) && /^\p{Ll}[\p{L}\s,]/u.test(after);
}
