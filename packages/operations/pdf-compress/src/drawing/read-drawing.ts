import { chainMatrices, identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import { asDict, type ContentOperator, dictOrStreamEntry, nameEntry, type Operand } from '@platen/pdf-kit/objects';
import { type PDFDict, PDFHexString, PDFName, PDFString } from '@platen/pdf-kit/pdf-lib';
import {
  type DrawingEvent,
  type DrawingState,
  type PathOperator,
  type SlotName,
  type Slots,
  slotNames,
  UnsupportedContentError,
} from './drawing-events.ts';
import { type FontAdvances, readFontAdvances } from './font-advances.ts';
import { numberText, significantText } from './number-text.ts';
import { saveUses } from './save-uses.ts';

export interface DrawingSource {
  readonly content: Uint8Array;
  readonly operators: readonly ContentOperator[];
  readonly resources: PDFDict | null;
  /** A form begins with the graphics state of what draws it; a page with that of ISO 32000-2, tables 51 and 102. */
  readonly isForm: boolean;
}

/** Decimals of colours: half a thousandth is an eighth of a step of 8 bits. */
const colorDecimals = 3;
/** Digits that widths of lines and the like need. */
const lengthDigits = 4;
/** Digits of what is multiplied by the length of a line of text. */
const scaleDigits = 6;

const pageSlots: Slots = {
  fill: '0 g',
  stroke: '0 G',
  w: '1 w',
  J: '0 J',
  j: '0 j',
  M: '10 M',
  d: '[]0 d',
  ri: '?',
  i: '?',
  Tf: '?',
  Tz: '100 Tz',
  Tr: '0 Tr',
  Ts: '0 Ts',
};

const unknownSlots = Object.fromEntries(slotNames.map((name) => [name, '?'])) as Record<SlotName, string>;

/** Entries of a graphics state dictionary that operators set as well. */
const extendedSlots: ReadonlyMap<string, SlotName> = new Map([
  ['LW', 'w'],
  ['LC', 'J'],
  ['LJ', 'j'],
  ['ML', 'M'],
  ['D', 'd'],
  ['RI', 'ri'],
  ['FL', 'i'],
  ['Font', 'Tf'],
]);

/** The operators that set a colour and its device space at once, with which a colour alone is set in that space. */
const deviceOperators: ReadonlyMap<string, { readonly operator: string; readonly components: number }> = new Map(
  (['g', 'rg', 'k', 'G', 'RG', 'K'] as const).map((operator) => [
    operator,
    { operator, components: { g: 1, rg: 3, k: 4 }[operator.toLowerCase() as 'g' | 'rg' | 'k'] },
  ]),
);

/**
 * What a content stream draws, in order, with the graphics state at each step. Saved states that change nothing but what
 * an operator can set back, and those around nothing, are left out. Throws an `UnsupportedContentError`.
 */
// Long: the operators share the state they change.
export function* readDrawing(source: DrawingSource): Generator<readonly [DrawingEvent, DrawingState]> {
  const { content, operators, resources, isForm } = source;
  const uses = saveUses(operators, isForm);
  const fonts = new Map<PDFDict, FontAdvances | null>();
  const saved: DrawingState[] = [];
  const savedKinds: boolean[] = [];
  let state = initialState(isForm);
  let path: { operators: PathOperator[]; operands: number[] } = { operators: [], operands: [] };
  let [startX, startY, x, y] = [0, 0, 0, 0];
  let clip: 'W' | 'W*' | null = null;
  let inText = false;
  let line: Matrix = identityMatrix;
  let along = 0;
  let anchor = 0;
  let lastAnchor = 0;
  let skipUntil = -1;

  const setSlot = (name: SlotName, text: string) => {
    if (state.slots[name] !== text) state = { ...state, slots: { ...state.slots, [name]: text } };
  };
  const setColor = (slot: 'fill' | 'stroke', operands: readonly Operand[], operator: string) => {
    const space = state.slots[slot].split('\n')[0] ?? '';
    const device = deviceOperators.get(/(?:^| )(g|rg|k)$/i.exec(space)?.[1] ?? '');
    if (device !== undefined && operands.length === device.components) {
      setSlot(slot, `${operandsText(operands, colorDecimals)}${device.operator}`);
      return;
    }
    if (!/ cs$/i.test(space)) throw new UnsupportedContentError('a colour without a space');
    setSlot(slot, `${space}\n${operandsText(operands, colorDecimals)}${operator}`);
  };
  const moveLine = (tx: number, ty: number) => {
    line = chainMatrices([1, 0, 0, 1, tx, ty], line);
    along = 0;
    anchor = 0;
  };
  const nextLine = () => {
    if (Number.isNaN(state.leading)) throw new UnsupportedContentError('a line at an unknown distance');
    moveLine(0, -state.leading);
  };
  const addSegment = (operator: PathOperator, ...operands: readonly number[]) => {
    if (path.operators.length === 0 && operator !== 'm' && operator !== 're') {
      throw new UnsupportedContentError('a path without a beginning');
    }
    path.operators.push(operator);
    path.operands.push(...operands);
    if (operator === 'm' || operator === 're') [startX = 0, startY = 0] = operands;
    if (operator === 'h' || operator === 're') [x, y] = [startX, startY];
    else [x = 0, y = 0] = operands.slice(-2);
  };

  function show(items: readonly Operand[]): DrawingEvent | null {
    const { font, size, stretch, charSpace, wordSpace } = state;
    if (font === null || font === undefined || !inText) throw new UnsupportedContentError('text in an unknown font');
    if (size === 0 || stretch === 0) throw new UnsupportedContentError('text of no size');
    const { codeBytes, widthOf } = font;
    const bytes: number[] = [];
    const shifts: number[] = [];
    const advances: number[] = [];
    const [start, firstAnchor] = [along, anchor];
    let shift = 0;
    for (const item of items) {
      if (typeof item === 'number') {
        shift -= (item / 1000) * size * stretch;
        continue;
      }
      if (!(item instanceof PDFString || item instanceof PDFHexString)) throw new UnsupportedContentError('no text');
      const text = item.asBytes();
      if (text.length % codeBytes !== 0) throw new UnsupportedContentError('half a code');
      for (let at = 0; at < text.length; at += codeBytes) {
        const code = codeBytes === 1 ? (text[at] ?? 0) : ((text[at] ?? 0) << 8) | (text[at + 1] ?? 0);
        const advance = (widthOf(code) / 1000) * size * stretch;
        const isSpace = codeBytes === 1 && code === 32;
        const step = shift + advance + (charSpace + (isSpace ? wordSpace : 0)) * stretch;
        for (let byte = 0; byte < codeBytes; byte += 1) bytes.push(text[at + byte] ?? 0);
        shifts.push(shift);
        advances.push(advance);
        if (Number.isNaN(step)) {
          anchor = ++lastAnchor;
          along += shift;
        } else along += step;
        shift = 0;
      }
    }
    along += shift;
    if (shifts.length === 0) return null;
    const text = Uint8Array.from(bytes);
    return { kind: 'show', text, codeBytes, line, start, anchor: firstAnchor, endAnchor: anchor, shifts, advances };
  }

  function setFont(operands: readonly Operand[]): void {
    const [name, size] = operands;
    if (!(name instanceof PDFName) || typeof size !== 'number') throw new UnsupportedContentError('no font');
    const dict = asDict(resourceOf(resources, 'Font', name));
    let font = dict === null ? null : fonts.get(dict);
    if (font === undefined && dict !== null) {
      font = readFontAdvances(dict);
      fonts.set(dict, font);
    }
    state = { ...state, font: font ?? null, size };
    setSlot('Tf', `${name.toString()} ${significantText(size, scaleDigits)} Tf`);
  }

  function extend(name: PDFName): void {
    const dict = asDict(resourceOf(resources, 'ExtGState', name));
    state = { ...state, extended: { before: state.extended, item: name.toString() } };
    for (const [entry, slot] of extendedSlots) {
      if (dict !== null && !dict.has(PDFName.of(entry))) continue;
      setSlot(slot, `?${name.toString()}`);
      if (slot === 'Tf') state = { ...state, font: null };
    }
  }

  for (let index = 0; index < operators.length; index += 1) {
    if (index <= skipUntil) continue;
    const { operator, operands, start, end } = operators[index] as ContentOperator;
    const [first] = operands;
    const number = (place: number) => {
      const value = operands[place];
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnsupportedContentError('a missing number');
      return value;
    };
    const raw = () => Buffer.from(content.buffer, content.byteOffset + start, end - start).toString('latin1');
    switch (operator) {
      case 'q': {
        if (inText) throw new UnsupportedContentError('a state saved in text');
        const use = uses.get(index);
        if (use?.isEmpty === true) {
          skipUntil = use.end;
          break;
        }
        saved.push(state);
        savedKinds.push(use?.isNeeded !== false);
        if (savedKinds.at(-1) === true) yield [{ kind: 'save' }, state];
        break;
      }
      case 'Q': {
        if (inText) throw new UnsupportedContentError('a state restored in text');
        const restored = saved.pop();
        if (restored === undefined) break;
        state = restored;
        if (savedKinds.pop() === true) yield [{ kind: 'restore' }, state];
        break;
      }
      case 'cm': {
        // Out of place within a text object, where viewers agree all the same: it holds from there on.
        if (path.operators.length > 0) throw new UnsupportedContentError('a matrix out of place');
        const matrix: Matrix = [number(0), number(1), number(2), number(3), number(4), number(5)];
        if (matrix.join() === identityMatrix.join()) break;
        if (matrix[0] * matrix[3] === matrix[1] * matrix[2]) throw new UnsupportedContentError('a flat matrix');
        state = { ...state, ctm: chainMatrices(matrix, state.ctm) };
        yield [{ kind: 'concat', matrix }, state];
        break;
      }
      // Between them operators that are not known may be left out; those that are not known here end the reading.
      case 'BX':
      case 'EX':
        break;
      case 'gs':
        if (!(first instanceof PDFName)) throw new UnsupportedContentError('no graphics state');
        extend(first);
        yield [{ kind: 'extend', name: first.toString() }, state];
        break;
      case 'w':
      case 'M':
        setSlot(operator, `${significantText(number(0), lengthDigits)} ${operator}`);
        break;
      case 'J':
      case 'j':
      case 'i':
        setSlot(operator, `${numberText(number(0), 0)} ${operator}`);
        break;
      case 'ri':
        setSlot('ri', `${operandsText(operands, 0)}ri`);
        break;
      case 'd': {
        if (!Array.isArray(first) || !first.every((dash) => typeof dash === 'number')) {
          throw new UnsupportedContentError('no dashes');
        }
        const dashes = first.map((dash) => significantText(dash, lengthDigits)).join(' ');
        setSlot('d', `[${dashes}]${significantText(number(1), lengthDigits)} d`);
        break;
      }
      case 'g':
      case 'rg':
      case 'k':
        setSlot('fill', `${operandsText(operands, colorDecimals)}${operator}`);
        break;
      case 'G':
      case 'RG':
      case 'K':
        setSlot('stroke', `${operandsText(operands, colorDecimals)}${operator}`);
        break;
      case 'cs':
        setSlot('fill', `${operandsText(operands, 0)}cs`);
        break;
      case 'CS':
        setSlot('stroke', `${operandsText(operands, 0)}CS`);
        break;
      case 'sc':
      case 'scn':
        setColor('fill', operands, operator);
        break;
      case 'SC':
      case 'SCN':
        setColor('stroke', operands, operator);
        break;
      case 'm':
      case 'l':
        addSegment(operator, number(0), number(1));
        break;
      case 'c':
        addSegment('c', number(0), number(1), number(2), number(3), number(4), number(5));
        break;
      case 'v':
        addSegment('c', x, y, number(0), number(1), number(2), number(3));
        break;
      case 'y':
        addSegment('c', number(0), number(1), number(2), number(3), number(2), number(3));
        break;
      case 're':
        addSegment('re', number(0), number(1), number(2), number(3));
        break;
      case 'h':
        if (path.operators.length > 0) addSegment('h');
        break;
      case 'W':
      case 'W*':
        clip = operator;
        break;
      case 'S':
      case 's':
      case 'f':
      case 'F':
      case 'f*':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
      case 'n': {
        if (inText) throw new UnsupportedContentError('a path in text');
        if (path.operators.length > 0 && (operator !== 'n' || clip !== null)) {
          const paint = operator === 'F' ? 'f' : operator;
          const event: DrawingEvent = { kind: 'path', paint, clip, path };
          // The clip applies to what comes after the path.
          const before = state;
          if (clip !== null)
            state = { ...state, clip: { before: state.clip, item: { rule: clip, path, ctm: state.ctm } } };
          yield [event, before];
        } else if (clip !== null) throw new UnsupportedContentError('an empty clip');
        path = { operators: [], operands: [] };
        clip = null;
        break;
      }
      case 'BT':
        if (inText) throw new UnsupportedContentError('text in text');
        inText = true;
        line = identityMatrix;
        moveLine(0, 0);
        yield [{ kind: 'beginText' }, state];
        break;
      case 'ET':
        if (!inText) break;
        inText = false;
        yield [{ kind: 'endText' }, state];
        break;
      case 'Tf':
        setFont(operands);
        break;
      case 'Tc':
        state = { ...state, charSpace: number(0) };
        break;
      case 'Tw':
        state = { ...state, wordSpace: number(0) };
        break;
      case 'Tz':
        state = { ...state, stretch: number(0) / 100 };
        setSlot('Tz', `${significantText(number(0), scaleDigits)} Tz`);
        break;
      case 'TL':
        state = { ...state, leading: number(0) };
        break;
      case 'Tr':
        if (number(0) > 3) throw new UnsupportedContentError('text that clips');
        setSlot('Tr', `${numberText(number(0), 0)} Tr`);
        break;
      case 'Ts':
        setSlot('Ts', `${significantText(number(0), lengthDigits)} Ts`);
        break;
      case 'Td':
        moveLine(number(0), number(1));
        break;
      case 'TD':
        state = { ...state, leading: -number(1) };
        moveLine(number(0), number(1));
        break;
      case 'Tm':
        line = [number(0), number(1), number(2), number(3), number(4), number(5)];
        if (line[0] * line[3] === line[1] * line[2]) throw new UnsupportedContentError('flat text');
        along = 0;
        anchor = 0;
        break;
      case 'T*':
        nextLine();
        break;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"': {
        if (operator === '"') state = { ...state, wordSpace: number(0), charSpace: number(1) };
        if (operator === "'" || operator === '"') nextLine();
        const items = operator === 'TJ' ? first : [operands[operator === '"' ? 2 : 0] ?? null];
        if (!Array.isArray(items)) throw new UnsupportedContentError('no text');
        const event = show(items);
        if (event !== null) yield [event, state];
        break;
      }
      case 'Do': {
        if (!(first instanceof PDFName) || inText) throw new UnsupportedContentError('an object out of place');
        const target = asDict(resourceOf(resources, 'XObject', first));
        const isForm = target === null || nameEntry(target, 'Subtype') !== 'Image';
        yield [{ kind: 'object', name: first.toString(), isForm }, state];
        break;
      }
      case 'sh':
        if (inText) throw new UnsupportedContentError('a shading in text');
        yield [{ kind: 'shade', text: raw() }, state];
        break;
      case 'BI':
        if (inText) throw new UnsupportedContentError('an image in text');
        yield [{ kind: 'inline', text: raw() }, state];
        break;
      case 'BMC':
      case 'BDC':
      case 'EMC':
      case 'MP':
      case 'DP':
        if (path.operators.length > 0) throw new UnsupportedContentError('a mark within a path');
        yield [{ kind: 'mark', text: raw() }, state];
        break;
      default:
        throw new UnsupportedContentError(`the operator ${operator}`);
    }
  }
}

/** The parameters content begins with. */
export function initialSlots(isForm: boolean): Slots {
  return isForm ? unknownSlots : pageSlots;
}

function initialState(isForm: boolean): DrawingState {
  return {
    ctm: identityMatrix,
    slots: initialSlots(isForm),
    clip: null,
    extended: null,
    font: undefined,
    size: 0,
    charSpace: isForm ? Number.NaN : 0,
    wordSpace: isForm ? Number.NaN : 0,
    stretch: 1,
    leading: isForm ? Number.NaN : 0,
  };
}

function resourceOf(resources: PDFDict | null, category: string, name: PDFName) {
  const entries = resources === null ? null : dictOrStreamEntry(resources, category);
  return entries?.lookup(name) ?? null;
}

/** Numbers and names, each with a space behind it. */
function operandsText(operands: readonly Operand[], decimals: number): string {
  return operands
    .map((operand) => {
      if (typeof operand === 'number') return `${numberText(operand, decimals)} `;
      if (operand instanceof PDFName) return `${operand.toString()} `;
      throw new UnsupportedContentError('an operand of no use');
    })
    .join('');
}
