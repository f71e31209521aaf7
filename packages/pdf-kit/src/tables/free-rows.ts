import { uniteBoxes } from '../page-model/box.ts';
import { createPlaceIndex } from '../page-model/place-index.ts';
import { isSentencePart, type TextPiece } from '../page-model/text/prose.ts';
import type { Box, Line } from '../page-model/types.ts';
import { valuesIn } from './accounting/values-in.ts';
import type { Chunk } from './chunk.ts';
import { cutAtLabel } from './cut-at-label.ts';
import { type PieceKind, pieceKind } from './ledger/piece-kind.ts';
import { buildTextRows, type TextRow } from './text-rows.ts';
import { isDashed } from './typed/dashed-lines.ts';
import { findProse } from './whitespace/find-prose.ts';

/** A text with more words than this is a sentence, and what is beside it another column of text. */
const maxWords = 8;

/** A run of this many dashes is a drawn line. */
const minDrawn = 6;

/** A value beside a label shares at least this part of its height with it. */
const leastShared = 0.25;

/** What a label with a colon, or a label alone, may have beside it. */
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
  const found = buildTextRows(level);
  const prose = findProse(found);
  const rows = withValuesBeside(found.filter((row) => !prose.has(row)));
  const paired = rows.filter(
    (row) => row.chunks.length > 1 && row.chunks.every(({ words }) => words.length <= maxWords),
  );
  const taken = new Set(paired.flatMap(({ chunks }) => chunks.flatMap(({ words }) => words)));
  const sentences = new Set([...prose].flatMap(({ chunks }) => chunks.flatMap(({ words }) => words)));
  const single = lines.filter(({ words }) => !words.some((word) => taken.has(word)));
  return [
    ...paired.map(({ box, chunks }) => ({ box, isProse: false, pieces: chunks.flatMap(withValueApart) })),
    ...single.map(({ box, text, words, style }) => {
      const isProse =
        words.some((word) => sentences.has(word)) || isSentence({ text, words, box, sizePt: style.sizePt });
      const piece = { text, bold: style.font.bold, words };
      return { box, isProse, pieces: withValueApart(piece) };
    }),
  ].sort((a, b) => a.box.y0 - b.box.y0);
}

/**
 * Rows in which a label and the value that is printed a little higher or lower are one: panels often place both by
 * themselves. A value belongs to the label to its left with which it shares most of its height.
 */
function withValuesBeside(rows: readonly TextRow[]): readonly TextRow[] {
  const labels = createPlaceIndex(rows.flatMap((row) => (isLabel(row) ? [[row, row.box] as const] : [])));
  const owners = new Map<TextRow, TextRow>();
  const taken = new Set<TextRow>();
  for (const row of rows) {
    if (!row.chunks.every(({ text }) => isValue(text)) && !isOneValue(row.chunks)) continue;
    const shared = (label: TextRow) => Math.min(label.box.y1, row.box.y1) - Math.max(label.box.y0, row.box.y0);
    const [label] = labels
      .touching({ ...row.box, x0: 0 })
      .filter((own) => own.box.x1 < row.box.x0 && shared(own) >= leastShared * (row.box.y1 - row.box.y0))
      .toSorted((a, b) => shared(b) - shared(a) || b.box.x1 - a.box.x1);
    if (label === undefined || taken.has(label)) continue;
    taken.add(label);
    owners.set(row, label);
  }
  const besides = new Map([...owners].map(([value, label]) => [label, value]));
  return rows.flatMap((row) => {
    if (owners.has(row)) return [];
    const value = besides.get(row);
    if (value === undefined) return [row];
    return [{ ...row, box: uniteBoxes([row.box, value.box]), chunks: [...row.chunks, ...value.chunks] }];
  });
}

/** Whether pieces are the groups of one number, which are printed apart. */
export function isOneValue(pieces: readonly { readonly text: string }[]): boolean {
  const text = pieces.map((piece) => piece.text).join(' ');
  return valuesIn(text)[0] === text;
}

function isValue(text: string): boolean {
  return valueKinds.has(pieceKind(text)) || valuesIn(text)[0] === text;
}

/** Whether a row is a text without figures: the label of a value. */
function isLabel({ chunks: [first, ...others] }: TextRow): boolean {
  return first !== undefined && others.length === 0 && /\p{L}{2}/u.test(first.text) && !/\d/.test(first.text);
}

/** Whether a line by itself is a sentence: a title may have a few words, too. */
function isSentence(piece: TextPiece): boolean {
  return piece.words.length > maxWords && isSentencePart(piece);
}

/** Whether words are runs of dashes that draw a line, unlike the mark of a missing value or a blank to fill in. */
function isDrawn(words: Line['words']): boolean {
  return isDashed(words) && words.some(({ text }) => text.length >= minDrawn && !text.includes('_'));
}

/** A label with a colon and its value as two texts; a phrase behind a colon may be text. */
function withValueApart(piece: FreeRow['pieces'][number]): FreeRow['pieces'] {
  const parts = cutAtLabel(piece);
  return valueKinds.has(pieceKind(parts[1]?.text ?? '')) ? parts : [piece];
}
