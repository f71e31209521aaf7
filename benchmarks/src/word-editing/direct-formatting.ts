import type { Docx, DocxParagraph } from './read-docx.ts';

/** How much of a document its styles do not say, as counts. */
export interface DirectFormatting {
  readonly paragraphs: number;
  /** Paragraphs whose `w:pPr` has its own value of a property. */
  readonly paragraphsWith: Readonly<Record<'w:spacing' | 'w:ind' | 'w:jc', number>>;
  readonly letters: number;
  /** Letters whose `w:rPr` has its own value of a property; `w:spacing` sets letters apart. */
  readonly lettersWith: Readonly<Record<'w:rFonts' | 'w:sz' | 'w:color' | 'w:spacing', number>>;
}

export function directFormatting({ paragraphs }: Docx): DirectFormatting {
  const texts = paragraphs.filter(({ text }) => text !== '');
  const runs = texts.flatMap((paragraph) => paragraph.runs);
  const having = (name: string) => texts.filter(({ properties }) => properties.includes(name)).length;
  const lettersHaving = (name: string) =>
    lettersIn(runs.filter(({ properties }) => properties.includes(name)).map(({ text }) => text));
  return {
    paragraphs: texts.length,
    paragraphsWith: { 'w:spacing': having('w:spacing'), 'w:ind': having('w:ind'), 'w:jc': having('w:jc') },
    letters: lettersIn(runs.map(({ text }) => text)),
    lettersWith: {
      'w:rFonts': lettersHaving('w:rFonts'),
      'w:sz': lettersHaving('w:sz'),
      'w:color': lettersHaving('w:color'),
      'w:spacing': lettersHaving('w:spacing'),
    },
  };
}

/** Running text: most of its letters are in paragraphs outside of tables, and there are some of them. */
export function isTextDocument({ paragraphs }: Docx): boolean {
  const letters = (some: readonly DocxParagraph[]) => lettersIn(some.map(({ text }) => text));
  const body = paragraphs.filter(({ place }) => place === 'body');
  return letters(body) > 0.6 * letters(paragraphs) && body.filter(({ text }) => text.length > 200).length >= 3;
}

function lettersIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.replaceAll(/\s/g, '').length, 0);
}
