import { PDFDict, PDFName } from 'pdf-lib';
import { textEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { textString } from './pdf-text.ts';
import { topElements } from './write-tags.ts';

const languageKey = PDFName.of('Lang');

/** The tag of a language that is not known (BCP 47, from ISO 639-2). */
const undetermined = 'und';

/**
 * The language of the whole: the first source's. Sources with another get it on their own top-level elements, as far
 * as they are tagged. Where the language of everything must be known (`isRequired`, by PDF/UA) and the first has none
 * for the whole, it is another source's: the first says the language of all its text elsewhere. To be called before
 * anything is written.
 */
export function settleLanguages(sources: readonly SourceGraph[], isRequired: boolean): string | null {
  const languages = sources.map(({ document }) => textEntry(document.catalog, 'Lang'));
  const [first = null] = languages;
  const stated = languages.find((language) => language !== null && language !== '') ?? undetermined;
  const whole = first === null && isRequired && sources.length > 1 ? stated : first;
  for (const [index, source] of sources.entries()) {
    const language = languages[index] ?? null;
    if (language === null || language === whole) continue;
    for (const ref of topElements(source)) {
      const element = source.lookup(ref);
      if (!(element instanceof PDFDict) || element.has(languageKey)) continue;
      const changed = element.clone();
      changed.set(languageKey, textString(language));
      source.replace(ref, changed);
    }
  }
  return whole;
}
