import { isSentencePart, type TextPiece } from '../page-model/text/prose.ts';
import type { Box, Line } from '../page-model/types.ts';
import type { Chunk } from './chunk.ts';
import { type PieceKind, pieceKind } from './ledger/piece-kind.ts';
import { buildTextRows } from './text-rows.ts';
import { isDashed } from './typed/dashed-lines.ts';
import { findProse } from './whitespace/find-prose.ts';

/** A text with more words than this is a sentence, and what is beside it another column of text. */
const maxWords = 8;

/** A run of this many dashes is a drawn line. */
const minDrawn = 6;

/** The longest value of a label with a colon, in words. */
const valueKinds: ReadonlySet<PieceKind> = new Set(['number', 'date', 'code']);

/** A row of text outside tables: one line, or a label with what is beside it. */
export interface FreeRow {
  readonly box: Box;
  /** Whether it is a line of running text. */
  readonly isProse: boolean;
  readonly pieces: readonly Pick<Chunk, 'text' | 'bold' | 'words'>[];
}

/**
 * Lines outside tables as rows: short texts side by side form one row; running text stays line by line. Lines drawn
 * with dashes are left out.
 */
export function freeRows(all: readonly Line[]): FreeRow[] {
  const lines = all.filter(({ words }) => !isDrawn(words));
  const level = lines.filter(({ angle }) => angle === 0);
  const rows = buildTextRows(level);
  const prose = findProse(rows);
  const paired = rows.filter(
    (row) => row.chunks.length > 1 && !prose.has(row) && row.chunks.every(({ words }) => words.length <= maxWords),
  );
  const taken = new Set(paired.flatMap(({ chunks }) => chunks.flatMap(({ words }) => words)));
  const sentences = new Set([...prose].flatMap(({ chunks }) => chunks.flatMap(({ words }) => words)));
  const single = lines.filter(({ words }) => !words.some((word) => taken.has(word)));
  return [
    ...paired.map(({ box, chunks }) => ({ box, isProse: false, pieces: chunks })),
    ...single.map(({ box, text, words, style }) => ({
      box,
      isProse: words.some((word) => sentences.has(word)) || isSentence({ text, words, box, sizePt: style.sizePt }),
      pieces: atColon(text).map((piece) => ({ text: piece, bold: style.font.bold, words })),
    })),
  ].sort((a, b) => a.box.y0 - b.box.y0);
}

/** Whether a line by itself is a sentence: a title may have a few words, too. */
function isSentence(piece: TextPiece): boolean {
  return piece.words.length > maxWords && isSentencePart(piece);
}

/** Whether words are runs of dashes that draw a line, unlike the mark of a missing value or a blank to fill in. */
function isDrawn(words: Line['words']): boolean {
  return isDashed(words) && words.some(({ text }) => text.length >= minDrawn && !text.includes('_'));
}

/** Splits a label with a colon from its value; any other text is one piece. */
function atColon(text: string): string[] {
  const [, label, value] = /^([^:]{2,40}:)\s+(\S.*)$/u.exec(text) ?? [];
  return label !== undefined && value !== undefined && valueKinds.has(pieceKind(value)) ? [label, value] : [text];
}
