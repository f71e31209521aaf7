import type { FootnoteInline, Inline, LinkInline, PictureInline, TextBoxInline } from '@platen/flow-document';
import { escapeInline, escapeLinkText, linkAddress } from './escape-markdown.ts';
import { type Piece, piecesOf, type SpanLook, type TextSpan } from './text-spans.ts';

/** What the text of a line refers to. */
export interface InlineContext {
  /** The name of the file of a picture; null where pictures are not written. */
  pictureName(picture: PictureInline): string | null;
  /** The label of a note, whose text is written elsewhere. */
  noteLabel(note: FootnoteInline): string;
  /** A place in the document that is linked to. */
  linkTo(bookmark: string): void;
  /** Text apart from that of the line, which is written behind its paragraph. */
  setApart(box: TextBoxInline): void;
}

/** Where the text is: a line breaks only in a paragraph. */
export interface InlinePlace {
  readonly lineBreak: '\\\n' | '<br>' | ' ';
  /** What all of the text looks like in this place, and need not be said. */
  readonly plain?: Partial<SpanLook>;
  /** In the text of a link every bracket counts, and an address is no link. */
  readonly inLink?: boolean;
}

/** The inlines of a paragraph as Markdown; bars are left as they are. */
export function inlineMarkdown(inlines: readonly Inline[], context: InlineContext, place: InlinePlace): string {
  const pieces = piecesOf(inlines, place.plain ?? {});
  let text = '';
  /** Whether the text ends with the mark of emphasis. */
  let endsWithMark = false;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'span') {
      const next = firstCharacter(pieces[index + 1]);
      const marked = spanMarkdown(piece, { before: text, after: next, endsWithMark, inLink: place.inLink ?? false });
      text += marked.text;
      endsWithMark = marked.endsWithMark;
      continue;
    }
    const added = pieceMarkdown(piece, context, place);
    // An exclamation mark before a link would make it a picture.
    if (added.startsWith('[') && /(?<!\\)!$/.test(text)) text = `${text.slice(0, -1)}\\!`;
    text += added;
    if (added !== '') endsWithMark = false;
  }
  return text;
}

function pieceMarkdown(piece: Exclude<Piece, TextSpan>, context: InlineContext, place: InlinePlace): string {
  switch (piece.kind) {
    case 'break':
      return piece.type === 'line' ? place.lineBreak : '';
    case 'link':
      return linkMarkdown(piece, context, place);
    case 'footnote':
      return `[^${context.noteLabel(piece)}]`;
    case 'picture': {
      const name = context.pictureName(piece);
      const alternative = escapeLinkText(piece.alternativeText.replaceAll(/\s+/g, ' ').trim());
      return name === null ? alternative : `![${alternative}](${linkAddress(name)})`;
    }
    case 'text-box':
      context.setApart(piece);
      return '';
    case 'shape':
      return '';
  }
}

function linkMarkdown({ target, children }: LinkInline, context: InlineContext, place: InlinePlace): string {
  const text = inlineMarkdown(children, context, { ...place, lineBreak: ' ', inLink: true });
  const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (core === '') return text;
  if ('bookmark' in target) {
    context.linkTo(target.bookmark);
    return `${before}[${core}](#${linkAddress(target.bookmark)})${after}`;
  }
  return `${before}[${core}](${linkAddress(target.url)})${after}`;
}

interface SpanNeighbours {
  readonly before: string;
  readonly after: string;
  readonly endsWithMark: boolean;
  readonly inLink: boolean;
}

interface MarkedSpan {
  readonly text: string;
  readonly endsWithMark: boolean;
}

function spanMarkdown(span: TextSpan, neighbours: SpanNeighbours): MarkedSpan {
  const [, lead = '', core = '', trail = ''] = /^(\s*)(.*?)(\s*)$/su.exec(span.text) ?? [];
  if (core === '') return { text: span.text, endsWithMark: false };
  const content = span.code ? codeSpan(core) : neighbours.inLink ? escapeLinkText(core) : escapeText(core);
  const scripted = withScript(content, span, core);
  const { text, isMarked } = emphasized(scripted, span, {
    ...neighbours,
    before: lead === '' ? neighbours.before : ' ',
    after: trail === '' ? neighbours.after : ' ',
    endsWithMark: neighbours.endsWithMark && lead === '',
  });
  return { text: lead + text + trail, endsWithMark: isMarked && trail === '' };
}

/** An address in the text is a link, in which nothing can be escaped. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?()[\]{}'’”]/g;

function escapeText(text: string): string {
  let escaped = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    escaped += escapeInline(text.slice(end, index)) + (/[\\`*~_]/.test(url) ? `<${url}>` : url);
    end = index + url.length;
  }
  return escaped + escapeInline(text.slice(end));
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return text.startsWith('`') || text.endsWith('`') ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function withScript(content: string, { script }: SpanLook, core: string): string {
  if (script === 'normal' || core.trim() === '') return content;
  return script === 'superscript' ? `<sup>${content}</sup>` : `<sub>${content}</sub>`;
}

function emphasized(content: string, { bold, italic, strike }: SpanLook, neighbours: SpanNeighbours) {
  if (!bold && !italic && !strike) return { text: content, isMarked: false };
  const mark = strike ? '~~' : bold && italic ? '***' : bold ? '**' : '*';
  if (!(strike && (bold || italic)) && canBeMarked(content, neighbours)) {
    return { text: mark + content + mark, isMarked: true };
  }
  const tags = [bold ? 'strong' : '', italic ? 'em' : '', strike ? 'del' : ''].filter((tag) => tag !== '');
  const open = tags.map((tag) => `<${tag}>`).join('');
  const close = tags
    .map((tag) => `</${tag}>`)
    .toReversed()
    .join('');
  return { text: open + content + close, isMarked: false };
}

const punctuation = /[\p{P}\p{S}]/u;

/** Whether marks around the content open and close emphasis: next to punctuation they do only at the edges of words. */
function canBeMarked(content: string, { before, after, endsWithMark }: SpanNeighbours): boolean {
  if (endsWithMark) return false;
  const [first = '', last = ''] = [[...content][0], [...content].at(-1)];
  const isEdge = (character: string) => character === '' || /\s/.test(character) || punctuation.test(character);
  return (!punctuation.test(first) || isEdge([...before].at(-1) ?? '')) && (!punctuation.test(last) || isEdge(after));
}

/** The first character of what follows, as far as it matters to a mark before it. */
function firstCharacter(piece: Piece | undefined): string {
  if (piece === undefined) return '';
  if (piece.kind === 'span') return [...piece.text][0] ?? '';
  if (piece.kind === 'break') return ' ';
  return piece.kind === 'text-box' || piece.kind === 'shape' ? '' : '[';
}
