import { processingFailed } from '@platen/core';
import { PDFName, PDFRawStream } from 'pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { dictEntry } from './typed-entries.ts';

/** So many levels of forms inside forms are looked into; no drawing of a program has as many. */
const maxFormDepth = 32;
/** Drawings that one form may come to with all it holds. */
const maxDrawings = 1_000_000;

/** A name followed by `Do`; what a string or an inline image has of it does little harm. */
const drawPattern = /\/([^\s/[\]<>(){}%]+)\s+Do\b/g;

/**
 * Form XObjects may draw each other: eight levels of ten draw a hundred million pictures out of a kilobyte, and whoever
 * interprets the page draws every one. Rejects with `damaged_file`.
 */
export function checkForms({ context, fileName }: OpenedPdf, budget: InflateBudget): void {
  const drawn = new Map<PDFRawStream, readonly PDFRawStream[]>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && isForm(object)) drawn.set(object, formsDrawnBy(object, budget));
  }
  // Level by level from the innermost: what a form comes to is what it draws and what those come to.
  let drawings = new Map<PDFRawStream, number>();
  for (let depth = 0; depth < maxFormDepth; depth++) {
    const deeper = new Map<PDFRawStream, number>();
    for (const [form, children] of drawn) {
      const count = children.reduce((sum, child) => sum + 1 + (drawings.get(child) ?? 0), 0);
      if (count > maxDrawings) {
        throw processingFailed('damaged_file', 'The drawings of the file contain each other in a loop', { fileName });
      }
      if (count > 0) deeper.set(form, count);
    }
    if ([...deeper].every(([form, count]) => drawings.get(form) === count)) return;
    drawings = deeper;
  }
}

/** The forms that a form draws, each as often as it does; only forms that list others are read. */
function formsDrawnBy(form: PDFRawStream, budget: InflateBudget): readonly PDFRawStream[] {
  const resources = dictEntry(form.dict, 'Resources');
  const listed = resources === null ? null : dictEntry(resources, 'XObject');
  if (listed === null) return [];
  const inner = new Map<string, PDFRawStream>();
  for (const name of listed.keys()) {
    const object = listed.lookup(name);
    if (object instanceof PDFRawStream && isForm(object)) inner.set(name.decodeText(), object);
  }
  if (inner.size === 0) return [];
  const content = Buffer.from(decodeStream(form, budget) ?? []).toString('latin1');
  return [...content.matchAll(drawPattern)].flatMap(([, name = '']) => inner.get(name) ?? []);
}

function isForm({ dict }: PDFRawStream): boolean {
  return dict.get(PDFName.of('Subtype')) === PDFName.of('Form');
}
