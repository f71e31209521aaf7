import type { Inline, RunStyle } from '@platen/flow-document';

/** What of the look of text Markdown can say. */
export interface SpanLook {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly script: RunStyle['script'];
  readonly code: boolean;
}

/** Text of one look. */
export interface TextSpan extends SpanLook {
  readonly kind: 'span';
  readonly text: string;
}

/** What a line consists of, its text in as few spans as possible. */
export type Piece = TextSpan | Exclude<Inline, { readonly kind: 'text' | 'tab' | 'page-number' }>;

/** Families whose letters are equally wide, by their names. */
const monospaced =
  /courier|\bmono|mono\b|consol|menlo|monaco|typewriter|lucida ?console|inconsolata|\bcode\b|fixed(?:sys|width)/i;

/** Whether a family is one that programs are printed in. */
export function isMonospaced(fontName: string): boolean {
  return monospaced.test(fontName);
}

/** The pieces of a paragraph. Tabs are spaces; soft hyphens, which mark where a line ended, are left out. */
export function piecesOf(inlines: readonly Inline[], plain: Partial<SpanLook>): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const inline of inlines) {
    const piece = pieceOf(inline, plain);
    const last = pieces.at(-1);
    if (piece.kind === 'span' && last?.kind === 'span' && (looksAlike(piece, last) || piece.text.trim() === '')) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else pieces.push(piece);
  }
  return pieces;
}

function pieceOf(inline: Inline, plain: Partial<SpanLook>): Piece {
  switch (inline.kind) {
    case 'text':
    case 'page-number': {
      const { bold, italic, strike, script, fontName } = inline.style;
      const text = inline.text.replaceAll(/\u00AD/g, '').replaceAll(/[\t\n\r ]+/g, ' ');
      return { kind: 'span', text, bold, italic, strike, script, code: isMonospaced(fontName), ...plain };
    }
    case 'tab':
      return { kind: 'span', text: ' ', bold: false, italic: false, strike: false, script: 'normal', code: false };
    default:
      return inline;
  }
}

function looksAlike(first: SpanLook, second: SpanLook): boolean {
  return (
    first.bold === second.bold &&
    first.italic === second.italic &&
    first.strike === second.strike &&
    first.script === second.script &&
    first.code === second.code
  );
}
