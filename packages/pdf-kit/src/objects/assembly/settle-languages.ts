import { PDFDict, PDFName } from 'pdf-lib';
import { textEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { textString } from './pdf-text.ts';
import { topElements } from './structure-tree.ts';

const languageKey = PDFName.of('Lang');

/** The language tag for an unknown language (BCP 47). */
const undetermined = 'und';

/**
 * The language of the output: that of the first source. A tagged source with another one gets it on its top-level elements.
 * If a document language is required (by PDF/UA) and the first source has none, because it gives the language of all its
 * text on elements, that of another source is taken. To be called before anything is written.
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
