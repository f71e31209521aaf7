import { asMatrix, chainMatrices, identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import {
  asDict,
  dictOrStreamEntry,
  nameEntry,
  type Operand,
  readContentStream,
  streamEntry,
  textBytes,
} from '@platen/pdf-kit/objects';
import {
  PDFArray,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@platen/pdf-kit/pdf-lib';

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

interface State {
  readonly ctm: Matrix;
  readonly font: PDFDict | null;
  readonly isStretched: boolean;
}

/** Maximum saved graphics states; a `q` beyond them, which occurs only in damaged content, is ignored. */
const maxSavedStates = 512;

/** Interprets one content stream with its resources. */
export function readStreamUsage(content: Uint8Array, resources: PDFDict | null, onText: TextListener): StreamUsage {
  const images = createPlacedSet<PDFRef>();
  const forms = createPlacedSet<PDFRawStream>();
  const saved: State[] = [];
  let state: State = { ctm: identityMatrix, font: null, isStretched: false };

  const show = (text: Operand | undefined) => {
    if (!(text instanceof PDFString || text instanceof PDFHexString) || state.font === null) return;
    onText(state.font, textBytes(text));
  };
  const drawObject = (name: PDFName) => {
    const entry = category(resources, 'XObject')?.get(name);
    const stream = resources?.context.lookup(entry);
    if (!(stream instanceof PDFRawStream)) return;
    if (nameEntry(stream.dict, 'Subtype') === 'Image') {
      if (entry instanceof PDFRef) images.add(entry, state.ctm);
    } else forms.add(stream, state.ctm, state.isStretched);
  };
  const setGraphicsState = (name: PDFName) => {
    const dict = asDict(category(resources, 'ExtGState')?.lookup(name));
    if (dict === null) return;
    const font = dict.lookup(PDFName.of('Font'));
    if (font instanceof PDFArray) state = { ...state, font: asDict(font.lookup(0)) };
    const mask = dictOrStreamEntry(dict, 'SMask');
    const group = mask === null ? null : streamEntry(mask, 'G');
    if (group !== null) forms.add(group, state.ctm);
  };

  for (const { operator, operands } of readContentStream(content)) {
    const [first] = operands;
    switch (operator) {
      case 'q':
        if (saved.length < maxSavedStates) saved.push(state);
        break;
      case 'Q':
        state = saved.pop() ?? state;
        break;
      case 'cm': {
        const matrix = asMatrix(operands);
        if (matrix !== null) state = { ...state, ctm: chainMatrices(matrix, state.ctm) };
        break;
      }
      case 'Do':
        if (first instanceof PDFName) drawObject(first);
        break;
      case 'gs':
        if (first instanceof PDFName) setGraphicsState(first);
        break;
      case 'Tf':
        if (first instanceof PDFName) state = { ...state, font: asDict(category(resources, 'Font')?.lookup(first)) };
        break;
      case 'Tz':
        state = { ...state, isStretched: first !== 100 };
        break;
      case 'Tj':
      case "'":
        show(first);
        break;
      case '"':
        show(operands[2]);
        break;
      case 'TJ':
        if (Array.isArray(first)) for (const item of first) show(item);
        break;
    }
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
