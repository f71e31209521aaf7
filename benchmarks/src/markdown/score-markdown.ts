import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { type TreeNode, treeDistance, treeSize } from './tree-distance.ts';

/** How alike a Markdown document is to what it should be, from 0 to 1; null where there is nothing to compare. */
export interface MarkdownScore {
  /** Its text in reading order: indels of characters, by the length of both. */
  readonly order: number;
  /** Tables as trees of rows and cells (TEDS). */
  readonly tables: number | null;
  /** Headings as a tree by their levels. */
  readonly headings: number | null;
}

/**
 * Scores a document as opendataloader-bench does (NID, TEDS, MHS): links, pictures and the look of text do not count, as not
 * every program writes them.
 */
export function scoreMarkdown(truth: string, written: string): MarkdownScore {
  const [right, found] = [outlineOf(truth), outlineOf(written)];
  return {
    order: likeness(right.text, found.text),
    tables: right.tables.children.length === 0 ? null : treeLikeness(right.tables, found.tables),
    headings: right.headings.children.length === 0 ? null : treeLikeness(right.headings, found.headings),
  };
}

/** The mean of the parts that there are. */
export function overallScore({ order, tables, headings }: MarkdownScore): number {
  const parts = [order, tables, headings].filter((part) => part !== null);
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

interface Outline {
  readonly text: string;
  readonly tables: TreeNode;
  readonly headings: TreeNode;
}

function outlineOf(markdown: string): Outline {
  const root: Root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const texts: string[] = [];
  const tables: TreeNode[] = [];
  const headings: { readonly depth: number; readonly node: { label: string; children: TreeNode[] } }[] = [
    { depth: 0, node: { label: '', children: [] } },
  ];
  const [top] = headings;
  const addTable = (rows: readonly (readonly string[])[]) => {
    tables.push(
      nodeOf(
        'table',
        rows.map((row) =>
          nodeOf(
            'tr',
            row.map((cell) => nodeOf(cell, [])),
          ),
        ),
      ),
    );
    texts.push(...rows.map((row) => row.join(' ')));
  };
  const visit = (node: Nodes): void => {
    if (node.type === 'table') {
      addTable(node.children.map(({ children }) => children.map((cell) => plain(textOf(cell)))));
    } else if (node.type === 'html') {
      if (node.value.includes('<table')) addTable(htmlRows(node.value));
      else texts.push(plain(node.value.replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')));
    } else if (node.type === 'heading') {
      const text = plain(textOf(node));
      texts.push(text);
      while ((headings.at(-1)?.depth ?? 0) >= node.depth) headings.pop();
      const own = { label: text, children: [] };
      headings.at(-1)?.node.children.push(own);
      headings.push({ depth: node.depth, node: own });
    } else if (node.type === 'paragraph' || node.type === 'code') texts.push(plain(textOf(node)));
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return {
    text: texts.filter((text) => text !== '').join('\n'),
    tables: nodeOf('', tables),
    headings: top?.node ?? nodeOf('', []),
  };
}

function nodeOf(label: string, children: readonly TreeNode[]): TreeNode {
  return { label, children };
}

function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function htmlRows(html: string): readonly (readonly string[])[] {
  return [...html.matchAll(/<tr[^>]*>([\s\S]*?)(?=<tr|<\/table|$)/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)(?=<t[dh]|<\/tr|$)/g)].map(([, cell = '']) =>
      plain(cell).replace(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole),
    ),
  );
}

function treeLikeness(one: TreeNode, other: TreeNode): number {
  const distance = treeDistance(one, other, (first, second) => 1 - likeness(first, second));
  return Math.max(0, 1 - distance / Math.max(treeSize(one), treeSize(other)));
}

/** 1 for equal texts, 0 for texts without a character in common. */
function likeness(one: string, other: string): number {
  const length = one.length + other.length;
  return one === other || length === 0 ? 1 : (2 * commonLength(one, other)) / length;
}

/** The length of the longest common subsequence. */
function commonLength(one: string, other: string): number {
  let before = new Uint32Array(other.length + 1);
  let row = new Uint32Array(other.length + 1);
  for (let index = 0; index < one.length; index += 1) {
    const letter = one.charCodeAt(index);
    for (let column = 1; column <= other.length; column += 1) {
      const diagonal = before[column - 1] as number;
      const [above, left] = [before[column] as number, row[column - 1] as number];
      row[column] = letter === other.charCodeAt(column - 1) ? diagonal + 1 : above > left ? above : left;
    }
    [before, row] = [row, before];
  }
  return before[other.length] ?? 0;
}
