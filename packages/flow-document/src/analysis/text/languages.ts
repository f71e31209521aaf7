import type { eld as detector } from 'eld/small';

/** The languages of a document, as BCP 47 tags such as `de-DE`. */
export interface Languages {
  /** What most of its text is written in. */
  readonly document: string;
  /** The language of a paragraph to be said with its text; null where the document's own says it. */
  ofParagraph(text: string): string | null;
}

/** The language if neither the text nor the file indicates one. */
const fallbackLanguage = 'en-US';
/** Minimum letters for detection; less text may be only names and numbers of a form. */
const minLettersOfDocument = 60;
/**
 * Minimum letters of a foreign paragraph, a sentence or two: shorter quotations and headings keep the language of the
 * document.
 */
const minLettersOfParagraph = 100;
/**
 * A paragraph is foreign if the document's language scores less than this share of its best language: related languages
 * score more.
 */
const foreignShare = 0.75;
/** More text does not change the answer. */
const maxLetters = 20_000;

/**
 * Detects the language of a document from a sample of its text, paragraph by paragraph; what the file declares only
 * adds the region, since writers declare the language of the program. `declared` is null where the file says nothing.
 */
export async function detectLanguages(sample: readonly string[], declared: string | null): Promise<Languages> {
  // Its tables take some milliseconds to load: not before they are needed.
  const { eld } = await import('eld/small');
  const document = languageOfDocument(sample, declared, eld);
  // Readers take the language that most runs name for that of the document: it is named all over, or nowhere.
  const isMixed = sample.some((text) => foreignLanguage(text, document, eld) !== null);
  return {
    document,
    ofParagraph: (text) => (isMixed ? (foreignLanguage(text, document, eld) ?? document) : null),
  };
}

type Detector = typeof detector;

function languageOfDocument(sample: readonly string[], declared: string | null, eld: Detector): string {
  const own = declared === null || !isTag(declared) ? null : declared;
  const letters = lettersOf(sample.join(' ')).slice(0, maxLetters);
  if (letters.length < minLettersOfDocument) return own ?? fallbackLanguage;
  const result = eld.detect(letters);
  if (!result.isReliable()) return own ?? fallbackLanguage;
  return own !== null && primaryOf(own) === result.language ? withRegion(own) : withRegion(result.language);
}

function foreignLanguage(text: string, document: string, eld: Detector): string | null {
  const letters = lettersOf(text);
  if (letters.length < minLettersOfParagraph) return null;
  const result = eld.detect(letters.slice(0, maxLetters));
  const scores = result.getScores();
  const own = primaryOf(document);
  if (result.language === own || !result.isReliable()) return null;
  return (scores[own] ?? 0) < foreignShare * (scores[result.language] ?? 0) ? withRegion(result.language) : null;
}

/** Words of the text: numbers, signs and single letters say nothing of a language, but in scripts without spaces. */
function lettersOf(text: string): string {
  return (text.match(/\p{L}{2,}|\p{Lo}/gu) ?? []).join(' ');
}

function primaryOf(tag: string): string {
  return new Intl.Locale(tag).language;
}

/**
 * Word wants a region: the one where most people speak the language, unless the tag has its own. It knows Norwegian only by
 * its two written forms, of which Bokmål is the common one.
 */
function withRegion(tag: string): string {
  const locale = new Intl.Locale(tag);
  const { language, region } = locale.maximize();
  if (region === undefined) return tag;
  return `${language === 'no' ? 'nb' : language}-${locale.region ?? region}`;
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== 'und';
  } catch {
    return false;
  }
}
