import type { Block, Inline } from '../model/blocks.ts';
import type { ListItem } from '../model/formats.ts';

/** What some blocks say. */
export interface BlockText {
  readonly text: string;
  /** The alternative texts of its pictures. */
  readonly alternative: string;
  /** Paragraphs whose labels the word processor writes. */
  readonly items: readonly ListItem[];
  /** How many notes it numbers. */
  readonly notes: number;
}

/** The text of blocks with all that is in them: cells, links, notes, text boxes. */
export function blockText(blocks: readonly Block[]): BlockText {
  const texts: string[] = [];
  const alternatives: string[] = [];
  const items: ListItem[] = [];
  let notes = 0;

  function readInline(inline: Inline): void {
    if (inline.kind === 'text') texts.push(inline.text);
    else if (inline.kind === 'tab' || inline.kind === 'break') texts.push(' ');
    else if (inline.kind === 'page-number') texts.push(inline.field === 'page-count' ? ` ${inline.text} ` : ' ');
    else if (inline.kind === 'link') inline.children.forEach(readInline);
    else if (inline.kind === 'picture') {
      alternatives.push(` ${inline.alternativeText} `);
      for (const { runs } of inline.layers?.texts ?? []) texts.push('\n', ...runs.map(({ text }) => text), '\n');
    } else if (inline.kind === 'text-box') readBlocks(inline.paragraphs);
    else if (inline.kind === 'footnote') {
      notes += 1;
      readBlocks(inline.blocks);
    }
  }

  function readBlocks(some: readonly Block[]): void {
    for (const block of some) {
      texts.push('\n');
      if (block.kind === 'table') {
        for (const cell of block.rows.flatMap(({ cells }) => cells)) readBlocks(cell.blocks);
        continue;
      }
      if (block.list !== null) items.push(block.list);
      block.inlines.forEach(readInline);
    }
    texts.push('\n');
  }

  readBlocks(blocks);
  return { text: texts.join(''), alternative: alternatives.join(''), items, notes };
}
