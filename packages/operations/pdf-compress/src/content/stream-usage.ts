import { identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import {
  asDict,
  dictOrStreamEntry,
  type GraphicsState,
  initialGraphicsState,
  interpretContent,
  nameEntry,
  resourceOf,
  shownTexts,
  softMaskGroup,
  textBytes,
} from '@platen/pdf-kit/objects';
import { type PDFDict, PDFName, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';

/** Something that a content stream draws, once for each different size and direction. */
export interface Placed<Target> {
  readonly target: Target;
  readonly matrix: Matrix;
  /** Whether its text inherits a horizontal scaling (`Tz`) other than 100. */
  readonly isStretched: boolean;
}

/** What one content stream draws, in its own coordinates. */
export interface StreamUsage {
  readonly images: readonly Placed<PDFRef>[];
  /** Form XObjects, tiling patterns and soft-mask groups: content of their own. */
  readonly forms: readonly Placed<PDFRawStream>[];
}

/** Called for each string that is shown, with the dictionary of its font. */
export type TextListener = (font: PDFDict, text: Uint8Array) => void;

/** Interprets one content stream with its resources. */
export function readStreamUsage(content: Uint8Array, resources: PDFDict | null, onText: TextListener): StreamUsage {
  const images = createPlacedSet<PDFRef>();
  const forms = createPlacedSet<PDFRawStream>();

  const drawObject = (name: PDFName, { ctm, horizontalScale }: GraphicsState) => {
    const entry = category(resources, 'XObject')?.get(name);
    const stream = resources?.context.lookup(entry);
    if (!(stream instanceof PDFRawStream)) return;
    if (nameEntry(stream.dict, 'Subtype') === 'Image') {
      if (entry instanceof PDFRef) images.add(entry, ctm);
    } else forms.add(stream, ctm, horizontalScale !== 100);
  };

  for (const { item, state } of interpretContent(content, resources, initialGraphicsState)) {
    const [first] = item.operands;
    if (item.operator === 'Do' && first instanceof PDFName) drawObject(first, state);
    if (item.operator === 'gs') {
      const group = softMaskGroup(asDict(resourceOf(resources, 'ExtGState', first)));
      if (group !== null) forms.add(group, state.ctm);
    }
    const { font } = state;
    if (font !== null) for (const text of shownTexts(item)) onText(font, textBytes(text));
  }
  for (const pattern of tilingPatterns(resources)) forms.add(pattern.target, pattern.matrix);
  return { images: images.placed, forms: forms.placed };
}

/** The tiling patterns in resources. Their matrix maps to the initial coordinates of the content, whatever the current matrix is. */
function tilingPatterns(resources: PDFDict | null): Placed<PDFRawStream>[] {
  const patterns = category(resources, 'Pattern');
  return (patterns?.keys() ?? []).flatMap((key) => {
    const pattern = patterns?.lookup(key);
    return pattern instanceof PDFRawStream ? [{ target: pattern, matrix: identityMatrix, isStretched: false }] : [];
  });
}

function category(resources: PDFDict | null, name: string): PDFDict | null {
  return resources === null ? null : dictOrStreamEntry(resources, name);
}

/** Collects placements; matrices that differ only in their translation count once. */
function createPlacedSet<Target extends object>() {
  const placed: Placed<Target>[] = [];
  const seen = new Map<Target, Set<string>>();
  return {
    placed,
    add(target: Target, [a, b, c, d]: Matrix, isStretched = false) {
      const keys = seen.get(target) ?? new Set();
      seen.set(target, keys);
      const key = `${[a, b, c, d].map((value) => value.toFixed(3)).join()} ${isStretched}`;
      if (keys.has(key)) return;
      keys.add(key);
      placed.push({ target, matrix: [a, b, c, d, 0, 0], isStretched });
    },
  };
}
