import { rmSync, writeFileSync } from 'node:fs';
import {
  type Block,
  type FlowFormat,
  type Inline,
  type ListDefinition,
  type Paragraph,
  type TableBlock,
  titleLevel,
} from '@platen/flow-document';

/** Markdown, written from nothing but the flow document: another format beside DOCX. */
export const markdown: FlowFormat = {
  extension: 'md',
  mediaType: 'text/markdown',
  createWriter(path) {
    const blocks: Block[] = [];
    return {
      write: (block) => void blocks.push(block),
      endSection: () => {},
      close: async ({ lists }) => writeFileSync(path, markdownOf(blocks, lists)),
      abandon: () => rmSync(path, { force: true }),
    };
  },
};

function markdownOf(blocks: readonly Block[], lists: readonly ListDefinition[]): string {
  const parts: { readonly text: string; readonly list: string | null }[] = [];
  const notes: string[] = [];
  const write = (block: Block) => {
    const text = block.kind === 'table' ? tableText(block, notes) : paragraphText(block, lists, notes);
    if (text !== '') parts.push({ text, list: block.kind === 'paragraph' ? (block.list?.listId ?? null) : null });
  };
  blocks.forEach(write);
  const body = parts.map(({ text, list }, index) => {
    const isTight = list !== null && list === parts[index + 1]?.list;
    return text + (isTight ? '\n' : '\n\n');
  });
  return [...body, ...notes.map((note, index) => `[^${index + 1}]: ${note}\n`)].join('');
}

function paragraphText(paragraph: Paragraph, lists: readonly ListDefinition[], notes: string[]): string {
  const { headingLevel, list } = paragraph;
  const text = inlineText(paragraph.inlines, notes).trim();
  if (text === '') return '';
  if (headingLevel > 0) return `${'#'.repeat(headingLevel === titleLevel ? 1 : Math.min(6, headingLevel + 1))} ${text}`;
  if (list === null) return text;
  const level = lists.find(({ id }) => id === list.listId)?.levels[list.level];
  return `${'   '.repeat(list.level)}${level?.format === 'bullet' ? '-' : '1.'} ${text}`;
}

function inlineText(inlines: readonly Inline[], notes: string[]): string {
  return inlines.map((inline) => textOf(inline, notes)).join('');
}

function textOf(inline: Inline, notes: string[]): string {
  switch (inline.kind) {
    case 'text': {
      const { bold, italic } = inline.style;
      const mark = `${bold ? '**' : ''}${italic ? '*' : ''}`;
      const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(inline.text) ?? [];
      return text === '' || mark === '' ? inline.text : `${before}${mark}${text}${mark}${after}`;
    }
    case 'tab':
      return ' ';
    case 'break':
      return inline.type === 'line' ? '  \n' : '';
    case 'link': {
      const { target } = inline;
      return `[${inlineText(inline.children, notes)}](${'url' in target ? target.url : `#${target.bookmark}`})`;
    }
    case 'footnote': {
      const note = inline.blocks.map((block) => (block.kind === 'paragraph' ? inlineText(block.inlines, notes) : ''));
      return `[^${notes.push(note.join(' ').trim())}]`;
    }
    case 'picture':
      return `![${inline.alternativeText}]()`;
    case 'page-number':
      return inline.text;
    case 'shape':
      return '';
    case 'text-box':
      return inline.paragraphs.map(({ inlines }) => inlineText(inlines, notes)).join(' ');
  }
}

function tableText({ rows, columnWidthsPt }: TableBlock, notes: string[]): string {
  const [head = '', ...rest] = rows.map(({ cells }) => {
    const texts = cells.map(({ blocks }) =>
      blocks.map((block) => (block.kind === 'paragraph' ? inlineText(block.inlines, notes) : '')).join(' '),
    );
    return `| ${texts.join(' | ')} |`;
  });
  return [head, `|${' --- |'.repeat(columnWidthsPt.length)}`, ...rest].join('\n');
}
