import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { onTestFinished } from 'vitest';
import type { OpenedPart } from './split-parts.ts';

/** Three pages and outline entries on the top level, each with the index of its page and its title. */
export async function withOutline(
  entries: readonly (readonly [page: number, title: string])[],
  fileName = 'outlined',
): Promise<string> {
  const document = await PDFDocument.create();
  const { context } = document;
  const pages = Array.from({ length: 3 }, () => document.addPage([200, 100]));
  const root = context.nextRef();
  const refs = entries.map(() => context.nextRef());
  for (const [index, [page, title]] of entries.entries()) {
    const [ref, previous, next] = [refs[index], refs[index - 1], refs[index + 1]];
    const entry = context.obj({ Parent: root, Dest: [pages[page]?.ref ?? null, 'Fit'] });
    entry.set(PDFName.of('Title'), PDFHexString.fromText(title));
    if (previous !== undefined) entry.set(PDFName.of('Prev'), previous);
    if (next !== undefined) entry.set(PDFName.of('Next'), next);
    if (ref !== undefined) context.assign(ref, entry);
  }
  const [first = null, last = null] = [refs[0], refs.at(-1)];
  context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: entries.length }));
  document.catalog.set(PDFName.of('Outlines'), root);
  return saved(document, fileName);
}

/** Pages with a paragraph each, all in one section. */
export async function taggedPages(count: number): Promise<string> {
  const document = await PDFDocument.create();
  const { context } = document;
  const pages = Array.from({ length: count }, () => document.addPage([200, 100]));
  const [root, section] = [context.nextRef(), context.nextRef()];
  const paragraphs = pages.map((page, key) => {
    page.node.set(PDFName.of('StructParents'), context.obj(key));
    return context.register(context.obj({ Type: 'StructElem', S: 'P', P: section, Pg: page.ref, K: 0 }));
  });
  context.assign(section, context.obj({ Type: 'StructElem', S: 'Sect', P: root, K: paragraphs }));
  const parents = { Nums: paragraphs.flatMap((paragraph, key) => [key, [paragraph]]) };
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [section], ParentTree: context.obj(parents) }));
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  return saved(document, 'tagged');
}

/** The elements of the one section of a part of `taggedPages`. */
export function sectionElements({ structure: { tags } }: OpenedPart): readonly PDFDict[] {
  const section = tags?.root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict);
  const kids = section?.lookup(PDFName.of('K'), PDFArray);
  return kids?.asArray().map((_, index) => kids.lookup(index, PDFDict)) ?? [];
}

async function saved(document: PDFDocument, fileName: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-split-made-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, `${fileName}.pdf`);
  writeFileSync(path, await document.save());
  return path;
}
