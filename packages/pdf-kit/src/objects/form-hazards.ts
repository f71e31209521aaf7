import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { anyEntry, dictEntry } from './typed-entries.ts';

/** Levels of nested forms whose drawings are counted; no program writes as many. */
const maxFormDepth = 32;
const { maxNestedForms, maxFormDrawings } = structureLimits;

/** A name followed by `Do` or `gs`. Matches within strings and inline images do little harm. */
const drawPattern = /\/([^\s/[\]<>(){}%]+)\s+(Do|gs)\b/g;

/**
 * Counts the drawings that form XObjects expand to, since they may draw each other, or set soft masks that are drawn by one:
 * eight levels of ten are a hundred million out of a kilobyte, and an interpreter draws every one. Rejects with `structure_limit`.
 */
export function checkForms({ context, fileName }: OpenedPdf, budget: InflateBudget): void {
  const drawn = new Map<PDFRawStream, readonly PDFRawStream[]>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isForm(object)) drawn.set(object, formsDrawnBy(object, budget));
  }
  const depth = nestingDepth(drawn);
  if (depth > maxNestedForms) {
    const details = { limit: 'maxNestedForms', allowed: maxNestedForms, actual: depth, fileName } as const;
    throw limitExceeded(
      'structure_limit',
      `The drawings of the file are nested more than ${maxNestedForms} deep`,
      details,
    );
  }
  // Level by level from the innermost: the drawings of a form are its own and those of the forms it draws.
  let drawings = new Map<PDFRawStream, number>();
  for (let level = 0; level < maxFormDepth; level++) {
    const deeper = new Map<PDFRawStream, number>();
    for (const [form, children] of drawn) {
      const count = children.reduce((sum, child) => sum + 1 + (drawings.get(child) ?? 0), 0);
      if (count > maxFormDrawings) {
        const details = { limit: 'maxFormDrawings', allowed: maxFormDrawings, actual: count, fileName } as const;
        throw limitExceeded(
          'structure_limit',
          `A drawing of the file expands to more than ${maxFormDrawings} others`,
          details,
        );
      }
      if (count > 0) deeper.set(form, count);
    }
    if ([...deeper].every(([form, count]) => drawings.get(form) === count)) return;
    drawings = deeper;
  }
}

/** How many forms are nested in each other; those in a cycle are not counted. */
function nestingDepth(drawn: ReadonlyMap<PDFRawStream, readonly PDFRawStream[]>): number {
  const parents = new Map<PDFRawStream, PDFRawStream[]>();
  const open = new Map<PDFRawStream, number>();
  for (const [form, children] of drawn) {
    const inner = new Set(children);
    open.set(form, inner.size);
    for (const child of inner) {
      const list = parents.get(child);
      if (list === undefined) parents.set(child, [form]);
      else list.push(form);
    }
  }
  // In topological order from the innermost: a form is settled when all forms it draws are.
  let settled = [...drawn.keys()].filter((form) => open.get(form) === 0);
  for (let depth = 1; ; depth += 1) {
    const next: PDFRawStream[] = [];
    for (const form of settled.flatMap((child) => parents.get(child) ?? [])) {
      const left = (open.get(form) ?? 0) - 1;
      open.set(form, left);
      if (left === 0) next.push(form);
    }
    if (next.length === 0) return depth;
    settled = next;
  }
}

/** The forms that a form draws, each as often as it does. Only forms with others in their resources are read. */
function formsDrawnBy(form: PDFRawStream, budget: InflateBudget): readonly PDFRawStream[] {
  const resources = dictEntry(form.dict, 'Resources');
  if (resources === null) return [];
  const inner = new Map<string, PDFRawStream>();
  const add = (category: string, operator: string, formIn: (object: PDFObject | undefined) => unknown) => {
    const listed = dictEntry(resources, category);
    for (const name of listed?.keys() ?? []) {
      const object = formIn(listed?.lookup(name));
      if (object instanceof PDFRawStream && isForm(object)) inner.set(`${name.decodeText()} ${operator}`, object);
    }
  };
  add('XObject', 'Do', (object) => object);
  add('ExtGState', 'gs', maskOf);
  if (inner.size === 0) return [];
  const content = Buffer.from(decodeStream(form, budget) ?? []).toString('latin1');
  return [...content.matchAll(drawPattern)].flatMap(([, name, operator]) => inner.get(`${name} ${operator}`) ?? []);
}

/** The form that the soft mask of a graphics state is drawn by. */
function maskOf(state: PDFObject | undefined): PDFObject | null {
  const mask = state instanceof PDFDict ? dictEntry(state, 'SMask') : null;
  return mask === null ? null : anyEntry(mask, 'G');
}

function isForm({ dict }: PDFRawStream): boolean {
  return dict.get(PDFName.of('Subtype')) === PDFName.of('Form');
}
