import type { Inline } from '@platen/flow-document';
import { escapeHtml, htmlAttribute } from './escape-markdown.ts';
import type { InlineContext } from './inline-markdown.ts';
import { type Piece, piecesOf, type TextSpan } from './text-spans.ts';

/** The inlines of a paragraph as HTML on one line. A note is a raised label: Markdown knows no notes inside HTML. */
export function inlineHtml(inlines: readonly Inline[], context: InlineContext): string {
  return piecesOf(inlines, {})
    .map((piece) => (piece.kind === 'span' ? spanHtml(piece) : pieceHtml(piece, context)))
    .join('')
    .trim();
}

function pieceHtml(piece: Exclude<Piece, TextSpan>, context: InlineContext): string {
  switch (piece.kind) {
    case 'break':
      return piece.type === 'line' ? '<br>' : '';
    case 'link': {
      const { target } = piece;
      if ('bookmark' in target) context.linkTo(target.bookmark);
      const href = 'url' in target ? target.url : `#${target.bookmark}`;
      return `<a href=${htmlAttribute(href)}>${inlineHtml(piece.children, context)}</a>`;
    }
    case 'footnote':
      return `<sup>${escapeHtml(context.noteLabel(piece))}</sup>`;
    case 'picture': {
      const name = context.pictureName(piece);
      if (name === null) return escapeHtml(piece.alternativeText.replaceAll(/\s+/g, ' '));
      return `<img src=${htmlAttribute(encodeURIComponent(name))} alt=${htmlAttribute(piece.alternativeText)}>`;
    }
    case 'text-box':
      context.setApart(piece);
      return '';
    case 'shape':
      return '';
  }
}

function spanHtml({ text, bold, italic, strike, script, code }: TextSpan): string {
  if (text.trim() === '') return text;
  const tags = [
    bold ? 'strong' : '',
    italic ? 'em' : '',
    strike ? 'del' : '',
    script === 'superscript' ? 'sup' : script === 'subscript' ? 'sub' : '',
    code ? 'code' : '',
  ].filter((tag) => tag !== '');
  const [, lead = '', core = '', trail = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  const open = tags.map((tag) => `<${tag}>`).join('');
  const close = tags
    .map((tag) => `</${tag}>`)
    .toReversed()
    .join('');
  return `${lead}${open}${escapeHtml(core)}${close}${trail}`;
}
