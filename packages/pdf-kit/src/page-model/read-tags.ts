import type { Tag, TagContent } from './types.ts';

/** A node of `getStructTree` of pdf.js. Outside data. */
interface PdfJsTag {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly rowSpan?: number;
  readonly colSpan?: number;
  readonly children?: readonly PdfJsTag[];
}

const deepest = 100;

/** The structure tree of a page; null when it has no content in it. */
export function readTags(source: unknown): Tag | null {
  if (typeof source !== 'object' || source === null) return null;
  const root = toTag(source, 0);
  return hasContent(root) ? root : null;
}

function toTag(node: PdfJsTag, depth: number): Tag {
  const children = depth >= deepest ? [] : (node.children ?? []).flatMap((child) => toChild(child, depth));
  return {
    kind: 'tag',
    role: node.role ?? '',
    alt: node.alt ?? null,
    lang: node.lang ?? null,
    rowSpan: toSpan(node.rowSpan),
    colSpan: toSpan(node.colSpan),
    children,
  };
}

function toChild(child: PdfJsTag, depth: number): (Tag | TagContent)[] {
  if (child.type === undefined) return [toTag(child, depth + 1)];
  const mcid = /_mc(\d+)$/.exec(child.id ?? '')?.[1];
  return child.type === 'content' && mcid !== undefined ? [{ kind: 'content', mcid: Number(mcid) }] : [];
}

function toSpan(value: number | undefined): number {
  return Number.isInteger(value) ? Math.min(1000, Math.max(1, value ?? 1)) : 1;
}

function hasContent(tag: Tag): boolean {
  return tag.children.some((child) => child.kind === 'content' || hasContent(child));
}
