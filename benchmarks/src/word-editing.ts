import { basename } from 'node:path';
import { ConversionError } from '@platen/core';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToWord } from '@platen/pdf-to-word';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { brokenSentences } from './word-editing/broken-sentences.ts';
import { type DirectFormatting, directFormatting, isTextDocument } from './word-editing/direct-formatting.ts';
import { type KeptWords, keptWords } from './word-editing/kept-words.ts';
import { type Docx, readDocx } from './word-editing/read-docx.ts';
import { readTextLayer } from './word-editing/text-layer.ts';

/** A document that lacks more than this share of its words has to say so. */
const lostShare = 0.001;
/** Warnings that say that words are missing, or may be. */
const warnsOfWords = ['WORDS_MISSING', 'TEXT_NOT_READABLE', 'PAGE_NOT_READ', 'PAGE_DEGRADED'];

let lastMeasured: readonly Measured[] = [];

/** Needs poppler on the path: a word is what `pdftotext` and PDFium both find, whatever the converter reads. */
export const benchmark: Benchmark = {
  name: 'word-editing',
  description:
    'Every PDF of the corpus (`PLATEN_CORPUS`) to Word: the words that `pdftotext` and PDFium both find against those of the document, hard page breaks in the middle of a sentence, and what paragraphs and letters say that their styles do not. Text documents are those with most of their letters in prose.',
  async run() {
    const engine = createEngine({ operations: [pdfToWord], executor: createThreadExecutor({ threads: 1 }) });
    try {
      const measured: Measured[] = [];
      for (const file of await corpusFiles('.pdf')) {
        const one = await measure(file, engine);
        if (one !== null) measured.push(one);
      }
      lastMeasured = measured;
      return [...wordFigures(measured), ...formatFigures(measured)];
    } finally {
      await engine.stop();
    }
  },
  notes: () => noteLines(lastMeasured),
};

interface Measured {
  readonly file: string;
  readonly words: KeptWords;
  readonly warnings: readonly string[];
  readonly broken: readonly string[];
  /** Null for forms, tables and the like. */
  readonly formatting: DirectFormatting | null;
  readonly shapes: Docx['shapes'];
}

/** Null for a file that one of the readers cannot read. */
async function measure(file: string, engine: ReturnType<typeof createEngine>): Promise<Measured | null> {
  const pages = await readTextLayer(file);
  if (pages === null) return null;
  try {
    await using conversion = await engine.convert(pdfToWord, file, { ocr: 'off' });
    const docx = await readDocx(conversion.outputs[0]?.path ?? '');
    return {
      file: basename(file),
      words: keptWords(pages, docx),
      warnings: conversion.warnings.map(({ code }) => code),
      broken: brokenSentences(docx.paragraphs),
      formatting: isTextDocument(docx) ? directFormatting(docx) : null,
      shapes: docx.shapes,
    };
  } catch (error) {
    if (ConversionError.is(error)) return null;
    throw error;
  }
}

function lacksWords({ words }: Measured): boolean {
  return words.lost.length > lostShare * words.total;
}

function warns({ warnings }: Measured): boolean {
  return warnings.some((code) => warnsOfWords.includes(code));
}

function sumOf<Thing>(things: readonly Thing[], value: (thing: Thing) => number): number {
  return things.reduce((sum, thing) => sum + value(thing), 0);
}

function alone(name: string, ours: number, target?: number): Figure {
  return { name, unit: '', ours, peer: null, ...(target === undefined ? {} : { target }) };
}

function wordFigures(measured: readonly Measured[]): readonly Figure[] {
  const total = sumOf(measured, ({ words }) => words.total);
  const shareOf = (value: (one: Measured) => number) => sumOf(measured, value) / total;
  return [
    alone('files', measured.length),
    alone('words', total),
    alone(
      'share of words in neither text nor alternative texts',
      shareOf(({ words }) => words.lost.length),
      lostShare,
    ),
    alone(
      'share of words in alternative texts only',
      shareOf(({ words }) => words.pictured.length),
    ),
    alone('files that lack words and say nothing', measured.filter((one) => lacksWords(one) && !warns(one)).length, 0),
    alone(
      'files that say so and lack none',
      measured.filter((one) => !lacksWords(one) && one.warnings.includes('WORDS_MISSING')).length,
      0,
    ),
    alone(
      'page breaks in the middle of a sentence',
      sumOf(measured, ({ broken }) => broken.length),
      0,
    ),
  ];
}

function formatFigures(measured: readonly Measured[]): readonly Figure[] {
  const texts = measured.flatMap(({ formatting }) => formatting ?? []);
  const paragraphs = sumOf(texts, (one) => one.paragraphs);
  const letters = sumOf(texts, (one) => one.letters);
  const paragraphsWith = (name: keyof DirectFormatting['paragraphsWith']) =>
    sumOf(texts, (one) => one.paragraphsWith[name]) / paragraphs;
  const lettersWith = (name: keyof DirectFormatting['lettersWith']) =>
    sumOf(texts, (one) => one.lettersWith[name]) / letters;
  return [
    alone('text documents', texts.length),
    alone('paragraphs with their own spacing', paragraphsWith('w:spacing'), 0.4),
    alone('paragraphs with their own indents', paragraphsWith('w:ind')),
    alone('paragraphs with their own alignment', paragraphsWith('w:jc')),
    alone('letters with their own face', lettersWith('w:rFonts')),
    alone('letters with their own size', lettersWith('w:sz')),
    alone('letters with their own spacing', lettersWith('w:spacing')),
    alone(
      'white shapes',
      sumOf(measured, ({ shapes }) => shapes.white),
    ),
    alone(
      'lines as shapes',
      sumOf(measured, ({ shapes }) => shapes.lines),
    ),
  ];
}

/** How many files and words a note names. */
const maxFiles = 20;
const maxWords = 10;

function noteLines(measured: readonly Measured[]): string {
  const lacking = measured.filter(lacksWords).sort((one, other) => other.words.lost.length - one.words.lost.length);
  return [
    '## Files that lack words',
    '',
    ...lacking.slice(0, maxFiles).map((one) => {
      const { total, lost } = one.words;
      return `- ${one.file}: ${lost.length} of ${total}, ${warns(one) ? 'warned' : 'silent'}: ${lost.slice(0, maxWords).join(' ')}`;
    }),
    '',
    '## Page breaks in the middle of a sentence',
    '',
    ...measured.flatMap(({ file, broken }) => broken.map((at) => `- ${file}: ${at}`)),
    '',
  ].join('\n');
}
