import { identityMatrix, invertMatrix, largestScale, type Matrix } from '@platen/pdf-kit/geometry';
import { decimalsAt, maxShiftPt } from './decimals-at.ts';
import { type DrawingState, type ShownGlyphs, type SlotName, UnsupportedContentError } from './drawing-events.ts';
import { numberText, roundTo } from './number-text.ts';

/**
 * The distance of a glyph from its position at which it is corrected by a kern: a pixel at 1 200 dpi. With half a pixel, the
 * pages of the corpus are 2.5 % larger, since writers that place glyphs on a grid jitter by that much.
 */
const maxKernShiftPt = 0.06;
/**
 * Additional decimals of the position of a line. Renderers align baselines to whole pixels, and writers place lines on grids
 * just between two, where the smallest difference moves all lines of a page to the next pixel.
 */
const baselineDecimals = 3;
/** The maximum kern within a line, in thousandths of the font size; beyond it, a line is begun. */
const maxKern = 30_000;
/** Significant digits of matrix entries that are multiplied by positions in a line of text. */
const lineMatrixDigits = 6;

/** The parameters as they are set in the output. */
export type EmittedSlots = Record<SlotName | 'Tc' | 'Tw' | 'TL', string>;

/** The text object being written: strings and kerns are collected until something else has to be written. */
// Long: the functions share the position of the pen.
export function createTextRun(write: (content: string) => void) {
  let isOpen = false;
  /** The matrix of the current line, and the position of the pen along it; comparable with the same anchor only. */
  let line: Matrix = identityMatrix;
  let pen = 0;
  let anchor = 0;
  /** Strings and kerns not yet written. */
  let items: (string | number)[] = [];
  let kernDecimals = 0;

  const endStrings = () => {
    if (items.length === 0) return;
    const parts = items.map((item) => (typeof item === 'number' ? numberText(item, kernDecimals) : `(${item})`));
    write(items.length === 1 && typeof items[0] !== 'number' ? `${parts[0]}Tj` : `[${parts.join('')}]TJ`);
    items = [];
  };

  const setSpacing = (state: DrawingState, charSpace: number, wordSpace: number, slots: EmittedSlots) => {
    for (const [name, value, known] of [
      ['Tc', charSpace, state.charSpace],
      ['Tw', wordSpace, state.wordSpace],
    ] as const) {
      setDistance(name, value, known, slots);
    }
  };
  const setDistance = (name: 'Tc' | 'Tw' | 'TL', value: number, known: number, slots: EmittedSlots) => {
    const wanted = Number.isNaN(known) ? '?' : `${numberText(value, 8)} ${name}`;
    if (slots[name] === wanted) return;
    if (wanted === '?') throw new UnsupportedContentError('spacing that cannot be set back');
    endStrings();
    write(wanted);
    slots[name] = wanted;
  };

  return {
    /** Whether the content that is read is in a text object. */
    isWithin: false,
    get isOpen() {
      return isOpen;
    },
    open() {
      if (isOpen) return;
      write('BT');
      isOpen = true;
      line = identityMatrix;
      pen = 0;
      anchor = 0;
    },
    endStrings,
    setSpacing,
    /** Lines are positioned without leading, but a form inherits it. */
    setLeading: ({ leading }: DrawingState, slots: EmittedSlots) => setDistance('TL', leading, leading, slots),
    end() {
      if (!isOpen) return;
      endStrings();
      write('ET');
      isOpen = false;
    },
    show(event: ShownGlyphs, state: DrawingState, scale: number, slots: EmittedSlots) {
      const { text, codeBytes, shifts, advances } = event;
      const lineMatrix = factorsFor(event, scale * largestScale(state.ctm), state.size);
      const pageScale = scale * largestScale(lineMatrix) * largestScale(state.ctm);
      const unit = (state.size * state.stretch) / 1000;
      const spaceDecimals = decimalsAt(pageScale) + 1;
      const charSpace = roundTo(state.charSpace, spaceDecimals);
      const wordSpace = roundTo(state.wordSpace, spaceDecimals);
      setSpacing(state, charSpace, wordSpace, slots);
      kernDecimals = decimalsAt(Math.abs(unit) * pageScale);
      const gap = gapTo(lineMatrix, event, pageScale);
      if (gap === null || Math.abs(gap / unit) > maxKern) moveTo(lineMatrix, event, pageScale);
      let wanted = offsetIn(lineMatrix).x + event.start;
      for (let glyph = 0; glyph < shifts.length; glyph += 1) {
        wanted += shifts[glyph] ?? 0;
        const missing = wanted - pen;
        if (Math.abs(missing) * pageScale > maxKernShiftPt) {
          const kern = roundTo(-missing / unit, kernDecimals);
          const last = items.at(-1);
          if (typeof last === 'number') items[items.length - 1] = last + kern;
          else if (kern !== 0) items.push(kern);
          pen -= kern * unit;
        }
        const first = text[glyph * codeBytes] ?? 0;
        const code = (byteTexts[first] ?? '') + (codeBytes === 1 ? '' : (byteTexts[text[glyph * 2 + 1] ?? 0] ?? ''));
        const last = items.at(-1);
        if (typeof last === 'string') items[items.length - 1] = last + code;
        else items.push(code);
        const advance = advances[glyph] ?? Number.NaN;
        const isSpace = codeBytes === 1 && first === 32;
        const spacing = (charSpaceOf: number, wordSpaceOf: number) =>
          (charSpaceOf + (isSpace ? wordSpaceOf : 0)) * state.stretch;
        const step = advance + spacing(state.charSpace, state.wordSpace);
        if (Number.isNaN(step)) {
          // Both continue from an unknown position, at the same distance from each other.
          const drift = Number.isNaN(state.charSpace)
            ? 0
            : spacing(state.charSpace, state.wordSpace) - spacing(charSpace, wordSpace);
          pen -= Number.isNaN(drift) ? 0 : drift;
        } else {
          wanted += step;
          pen += advance + spacing(charSpace, wordSpace);
        }
      }
      anchor = event.endAnchor;
    },
  };

  /** The matrix of a line as it is written: with the factors of the current line if that makes no difference. */
  function factorsFor({ line: wanted, advances, shifts }: ShownGlyphs, pageScale: number, size: number): Matrix {
    const sums = [...advances, ...shifts].reduce(
      (sum, length) => sum + Math.abs(Number.isNaN(length) ? size : length),
      0,
    );
    const reach = (sums + 2 * Math.abs(size)) * pageScale;
    const isNear = [0, 1, 2, 3].every(
      (index) => Math.abs((wanted[index] ?? 0) - (line[index] ?? 0)) * reach <= maxShiftPt / 3,
    );
    return isNear ? [line[0], line[1], line[2], line[3], wanted[4], wanted[5]] : roundFactors(wanted);
  }

  /** The distance from the pen to text on the current line; null for text on another one, or at an unknown position. */
  function gapTo(matrix: Matrix, event: ShownGlyphs, pageScale: number): number | null {
    if (event.anchor !== anchor || !hasSameFactors(matrix, line)) return null;
    const offset = offsetIn(matrix);
    return Math.abs(offset.y) * pageScale > maxShiftPt / 1000 ? null : offset.x + event.start - pen;
  }

  /** The offset from the start of the current line to that of another, in text space. */
  function offsetIn(matrix: Matrix) {
    const [a, b, c, d] = invertMatrix([matrix[0], matrix[1], matrix[2], matrix[3], 0, 0]);
    const [x, y] = [matrix[4] - line[4], matrix[5] - line[5]];
    return { x: a * x + c * y, y: b * x + d * y };
  }

  function moveTo(matrix: Matrix, event: ShownGlyphs, pageScale: number): void {
    if (event.anchor !== 0) throw new UnsupportedContentError('text behind a place that is not known');
    endStrings();
    const decimals = decimalsAt(pageScale);
    const [a, b, c, d] = matrix;
    if (hasSameFactors(matrix, line)) {
      const offset = offsetIn(matrix);
      const [x, y] = [roundTo(offset.x + event.start, decimals), roundTo(offset.y, decimals + baselineDecimals)];
      // An offset of 0 is written too if the pen has left the start of the line.
      if (x !== 0 || y !== 0 || pen !== 0 || anchor !== 0)
        write(`${numberText(x, decimals)} ${numberText(y, decimals + baselineDecimals)} Td`);
      line = [a, b, c, d, line[4] + a * x + c * y, line[5] + b * x + d * y];
    } else {
      const places = decimalsAt(pageScale / largestScale(matrix)) + baselineDecimals;
      const x = roundTo(matrix[4] + a * event.start, places);
      const y = roundTo(matrix[5] + b * event.start, places);
      const factors = [a, b, c, d].map((factor) => numberText(factor, 10));
      write(`${factors.join(' ')} ${numberText(x, places)} ${numberText(y, places)} Tm`);
      line = [a, b, c, d, x, y];
    }
    anchor = 0;
    pen = 0;
  }
}

/** The factors of a matrix as they are written. */
function roundFactors(matrix: Matrix): Matrix {
  const decimals = Math.max(lineMatrixDigits - Math.ceil(Math.log10(largestScale(matrix))), 0);
  const [a, b, c, d, e, f] = matrix;
  return [roundTo(a, decimals), roundTo(b, decimals), roundTo(c, decimals), roundTo(d, decimals), e, f];
}

function hasSameFactors(one: Matrix, other: Matrix): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3];
}

/** Each byte as it is written in a literal string (ISO 32000-1, 7.3.4.2). */
const byteTexts = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return byte === 0x0d ? '\\r' : /[()\\]/.test(character) ? `\\${character}` : character;
});
