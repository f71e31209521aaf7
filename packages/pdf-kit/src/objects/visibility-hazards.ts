import { limitExceeded, structureLimits } from '@platen/core';
import { PDFArray, PDFName, type PDFObject } from 'pdf-lib';
import { directDicts } from './direct-containers.ts';
import { foldObjects } from './fold-objects.ts';
import type { OpenedPdf } from './open-pdf.ts';
import { arrayEntry, dictEntry, pdfArrayEntry } from './typed-entries.ts';

const { maxRadioLayers, maxVisibilityTerms } = structureLimits;
/** The levels of nested expressions that PDFium evaluates. */
const maxDepth = 40;

const [typeKey, membershipType] = [PDFName.Type, PDFName.of('OCMD')];

/**
 * Counts the terms that visibility expressions of layers (ISO 32000-2, 8.11.2.3) expand to: forty levels of two are a
 * billion, and PDFium evaluates them all for each object it draws. Counts the layers of radio groups as well. Rejects with
 * `structure_limit`.
 */
export function checkVisibility(document: OpenedPdf): void {
  const { context, fileName } = document;
  checkRadioGroups(document);
  const count = foldObjects<number>({
    lookup: (object) => context.lookup(object),
    maxDepth,
    cut: () => 1,
    fold: (object, inner) =>
      object instanceof PDFArray ? object.asArray().reduce((sum: number, term) => sum + inner(term), 0) : 1,
  });
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const expression of expressionsIn(object)) {
      const actual = count(expression);
      if (actual <= maxVisibilityTerms) continue;
      const details = { limit: 'maxVisibilityTerms', allowed: maxVisibilityTerms, actual, fileName } as const;
      throw limitExceeded(
        'structure_limit',
        `The visibility of a layer depends on more than ${maxVisibilityTerms} terms`,
        details,
      );
    }
  }
}

function checkRadioGroups({ catalog, context, fileName }: OpenedPdf): void {
  const properties = dictEntry(catalog, 'OCProperties');
  const config = properties === null ? null : dictEntry(properties, 'D');
  let actual = 0;
  for (const item of config === null ? [] : arrayEntry(config, 'RBGroups')) {
    const group = context.lookup(item);
    if (group instanceof PDFArray) actual += group.size();
  }
  if (actual <= maxRadioLayers) return;
  const details = { limit: 'maxRadioLayers', allowed: maxRadioLayers, actual, fileName } as const;
  throw limitExceeded('structure_limit', `The radio groups of layers have more than ${maxRadioLayers} layers`, details);
}

/** The expressions of membership dictionaries. */
function* expressionsIn(object: PDFObject): Generator<PDFArray> {
  for (const dict of directDicts(object)) {
    const expression = dict.get(typeKey) === membershipType ? pdfArrayEntry(dict, 'VE') : null;
    if (expression !== null) yield expression;
  }
}
