import { chainMatrices, identityMatrix, type Matrix } from '@platen/pdf-kit/geometry';
import {
  asDict,
  type ContentOperator,
  dictOrStreamEntry,
  nameEntry,
  type Operand,
  textBytes,
} from '@platen/pdf-kit/objects';
import { type PDFDict, PDFHexString, PDFName, PDFString } from '@platen/pdf-kit/pdf-lib';
import {
  type DrawingEvent,
  type DrawingState,
  type PathOperator,
  type SlotName,
  UnsupportedContentError,
} from './drawing-events.ts';
import { type FontAdvances, readFontAdvances } from './font-advances.ts';
import { initialSlots } from './initial-slots.ts';
import { significantText } from './number-text.ts';
import { matrixOf, numberAt, operandsText } from './operand-values.ts';
import { saveUses } from './save-uses.ts';
import { colorDecimals, slotParameters } from './slot-parameters.ts';

export interface DrawingSource {
  readonly content: Uint8Array;
  readonly operators: readonly ContentOperator[];
  readonly resources: PDFDict | null;
  /** A form begins with the graphics state of what draws it; a page with that of ISO 32000-2, tables 51 and 102. */
  readonly isForm: boolean;
}

/** Digits of what is multiplied by the length of a line of text. */
const scaleDigits = 6;

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
// Long: one branch for each operator.
export function* readDrawing(source: DrawingSource): Generator<readonly [DrawingEvent, DrawingState]> {
  const { content, operators, isForm } = source;
  const uses = saveUses(operators, isForm);
  const reader = createReader(source);
  const saved: DrawingState[] = [];
  const savedKinds: boolean[] = [];
  let clip: 'W' | 'W*' | null = null;
  let skipUntil = -1;

  for (let index = 0; index < operators.length; index += 1) {
    if (index <= skipUntil) continue;
    const { operator, operands, start, end } = operators[index] as ContentOperator;
    const [first] = operands;
    const raw = () => Buffer.from(content.buffer, content.byteOffset + start, end - start).toString('latin1');
    const parameter = slotParameters.get(operator);
    if (parameter !== undefined) {
      setSlot(reader, parameter.slot, parameter.textOf(operands, operator));
      continue;
    }
    switch (operator) {
      case 'q': {
        if (reader.inText) throw new UnsupportedContentError('a state saved in text');
        const use = uses.get(index);
        if (use?.isEmpty === true) {
          skipUntil = use.end;
          break;
        }
        saved.push(reader.state);
        savedKinds.push(use?.isNeeded !== false);
        if (savedKinds.at(-1) === true) yield [{ kind: 'save' }, reader.state];
        break;
      }
      case 'Q': {
        if (reader.inText) throw new UnsupportedContentError('a state restored in text');
        const restored = saved.pop();
        if (restored === undefined) break;
        reader.state = restored;
        if (savedKinds.pop() === true) yield [{ kind: 'restore' }, reader.state];
        break;
      }
      case 'cm': {
        // Out of place within a text object, where viewers agree all the same: it holds from there on.
        if (reader.path.operators.length > 0) throw new UnsupportedContentError('a matrix out of place');
        const matrix = matrixOf(operands);
        if (matrix.join() === identityMatrix.join()) break;
        if (matrix[0] * matrix[3] === matrix[1] * matrix[2]) throw new UnsupportedContentError('a flat matrix');
        reader.state = { ...reader.state, ctm: chainMatrices(matrix, reader.state.ctm) };
        yield [{ kind: 'concat', matrix }, reader.state];
        break;
      }
      // Between them operators that are not known may be left out; those that are not known here end the reading.
      case 'BX':
      case 'EX':
        break;
      case 'gs':
        if (!(first instanceof PDFName)) throw new UnsupportedContentError('no graphics state');
        extend(reader, first);
        yield [{ kind: 'extend', name: first.toString() }, reader.state];
        break;
      case 'sc':
      case 'scn':
        setColor(reader, 'fill', operands, operator);
        break;
      case 'SC':
      case 'SCN':
        setColor(reader, 'stroke', operands, operator);
        break;
      case 'm':
      case 'l':
        addSegment(reader, operator, numberAt(operands, 0), numberAt(operands, 1));
        break;
      case 'c':
        addSegment(reader, 'c', ...matrixOf(operands));
        break;
      case 'v':
        addSegment(
          reader,
          'c',
          reader.x,
          reader.y,
          numberAt(operands, 0),
          numberAt(operands, 1),
          numberAt(operands, 2),
          numberAt(operands, 3),
        );
        break;
      case 'y':
        addSegment(
          reader,
          'c',
          numberAt(operands, 0),
          numberAt(operands, 1),
          numberAt(operands, 2),
          numberAt(operands, 3),
          numberAt(operands, 2),
          numberAt(operands, 3),
        );
        break;
      case 're':
        addSegment(
          reader,
          're',
          numberAt(operands, 0),
          numberAt(operands, 1),
          numberAt(operands, 2),
          numberAt(operands, 3),
        );
        break;
      case 'h':
        if (reader.path.operators.length > 0) addSegment(reader, 'h');
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
        if (reader.inText) throw new UnsupportedContentError('a path in text');
        if (reader.path.operators.length > 0 && (operator !== 'n' || clip !== null)) {
          const paint = operator === 'F' ? 'f' : operator;
          const event: DrawingEvent = { kind: 'path', paint, clip, path: reader.path };
          // The clip applies to what comes after the path.
          const before = reader.state;
          if (clip !== null)
            reader.state = {
              ...reader.state,
              clip: { before: reader.state.clip, item: { rule: clip, path: reader.path, ctm: reader.state.ctm } },
            };
          yield [event, before];
        } else if (clip !== null) throw new UnsupportedContentError('an empty clip');
        reader.path = { operators: [], operands: [] };
        clip = null;
        break;
      }
      case 'BT':
        if (reader.inText) throw new UnsupportedContentError('text in text');
        reader.inText = true;
        reader.line = identityMatrix;
        moveLine(reader, 0, 0);
        yield [{ kind: 'beginText' }, reader.state];
        break;
      case 'ET':
        if (!reader.inText) break;
        reader.inText = false;
        yield [{ kind: 'endText' }, reader.state];
        break;
      case 'Tf':
        setFont(reader, operands);
        break;
      case 'Tc':
        reader.state = { ...reader.state, charSpace: numberAt(operands, 0) };
        break;
      case 'Tw':
        reader.state = { ...reader.state, wordSpace: numberAt(operands, 0) };
        break;
      case 'Tz':
        reader.state = { ...reader.state, stretch: numberAt(operands, 0) / 100 };
        setSlot(reader, 'Tz', `${significantText(numberAt(operands, 0), scaleDigits)} Tz`);
        break;
      case 'TL':
        reader.state = { ...reader.state, leading: numberAt(operands, 0) };
        break;
      case 'Td':
        moveLine(reader, numberAt(operands, 0), numberAt(operands, 1));
        break;
      case 'TD':
        reader.state = { ...reader.state, leading: -numberAt(operands, 1) };
        moveLine(reader, numberAt(operands, 0), numberAt(operands, 1));
        break;
      case 'Tm':
        reader.line = matrixOf(operands);
        if (reader.line[0] * reader.line[3] === reader.line[1] * reader.line[2])
          throw new UnsupportedContentError('flat text');
        reader.along = 0;
        reader.anchor = 0;
        break;
      case 'T*':
        nextLine(reader);
        break;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"': {
        if (operator === '"')
          reader.state = { ...reader.state, wordSpace: numberAt(operands, 0), charSpace: numberAt(operands, 1) };
        if (operator === "'" || operator === '"') nextLine(reader);
        const items = operator === 'TJ' ? first : [operands[operator === '"' ? 2 : 0] ?? null];
        if (!Array.isArray(items)) throw new UnsupportedContentError('no text');
        const event = show(reader, items);
        if (event !== null) yield [event, reader.state];
        break;
      }
      case 'Do': {
        if (!(first instanceof PDFName) || reader.inText) throw new UnsupportedContentError('an object out of place');
        const target = asDict(resourceOf(reader.resources, 'XObject', first));
        const isForm = target === null || nameEntry(target, 'Subtype') !== 'Image';
        yield [{ kind: 'object', name: first.toString(), isForm }, reader.state];
        break;
      }
      case 'sh':
        if (reader.inText) throw new UnsupportedContentError('a shading in text');
        yield [{ kind: 'shade', text: raw() }, reader.state];
        break;
      case 'BI':
        if (reader.inText) throw new UnsupportedContentError('an image in text');
        yield [{ kind: 'inline', text: raw() }, reader.state];
        break;
      case 'BMC':
      case 'BDC':
      case 'EMC':
      case 'MP':
      case 'DP':
        if (reader.path.operators.length > 0) throw new UnsupportedContentError('a mark within a path');
        yield [{ kind: 'mark', text: raw() }, reader.state];
        break;
      default:
        throw new UnsupportedContentError(`the operator ${operator}`);
    }
  }
}

/** Where reading is: what the operators change. */
interface Reader {
  readonly resources: PDFDict | null;
  readonly fonts: Map<PDFDict, FontAdvances | null>;
  state: DrawingState;
  path: { readonly operators: PathOperator[]; readonly operands: number[] };
  /** Where the subpath began, and where it is. */
  startX: number;
  startY: number;
  x: number;
  y: number;
  inText: boolean;
  /** The line of text, how far along it the pen is, and from what that counts. */
  line: Matrix;
  along: number;
  anchor: number;
  lastAnchor: number;
}

// Functions of this file, not closures of the reader: V8 optimizes those anew for every stream.

function createReader({ resources, isForm }: DrawingSource): Reader {
  return {
    resources,
    fonts: new Map(),
    state: initialState(isForm),
    path: { operators: [], operands: [] },
    startX: 0,
    startY: 0,
    x: 0,
    y: 0,
    inText: false,
    line: identityMatrix,
    along: 0,
    anchor: 0,
    lastAnchor: 0,
  };
}

function setSlot(reader: Reader, name: SlotName, text: string): void {
  const { state } = reader;
  if (state.slots[name] !== text) reader.state = { ...reader.state, slots: { ...state.slots, [name]: text } };
}

function setColor(reader: Reader, slot: 'fill' | 'stroke', operands: readonly Operand[], operator: string): void {
  const space = reader.state.slots[slot].split('\n')[0] ?? '';
  const device = deviceOperators.get(/(?:^| )(g|rg|k)$/i.exec(space)?.[1] ?? '');
  if (device !== undefined && operands.length === device.components) {
    setSlot(reader, slot, `${operandsText(operands, colorDecimals)}${device.operator}`);
    return;
  }
  if (!/ cs$/i.test(space)) throw new UnsupportedContentError('a colour without a space');
  setSlot(reader, slot, `${space}\n${operandsText(operands, colorDecimals)}${operator}`);
}

function moveLine(reader: Reader, tx: number, ty: number): void {
  reader.line = chainMatrices([1, 0, 0, 1, tx, ty], reader.line);
  reader.along = 0;
  reader.anchor = 0;
}

function nextLine(reader: Reader): void {
  const { leading } = reader.state;
  if (Number.isNaN(leading)) throw new UnsupportedContentError('a line at an unknown distance');
  moveLine(reader, 0, -leading);
}

function addSegment(reader: Reader, operator: PathOperator, ...operands: readonly number[]): void {
  const { path } = reader;
  if (path.operators.length === 0 && operator !== 'm' && operator !== 're') {
    throw new UnsupportedContentError('a path without a beginning');
  }
  path.operators.push(operator);
  path.operands.push(...operands);
  if (operator === 'm' || operator === 're') [reader.startX = 0, reader.startY = 0] = operands;
  if (operator === 'h' || operator === 're') [reader.x, reader.y] = [reader.startX, reader.startY];
  else [reader.x = 0, reader.y = 0] = operands.slice(-2);
}

function show(reader: Reader, items: readonly Operand[]): DrawingEvent | null {
  const { font, size, stretch, charSpace, wordSpace } = reader.state;
  if (font === null || font === undefined || !reader.inText) {
    throw new UnsupportedContentError('text in an unknown font');
  }
  if (size === 0 || stretch === 0) throw new UnsupportedContentError('text of no size');
  const { codeBytes, widthOf } = font;
  const bytes: number[] = [];
  const shifts: number[] = [];
  const advances: number[] = [];
  const { line, along: start, anchor: firstAnchor } = reader;
  let { along, anchor } = reader;
  let shift = 0;
  for (const item of items) {
    if (typeof item === 'number') {
      shift -= (item / 1000) * size * stretch;
      continue;
    }
    if (!(item instanceof PDFString || item instanceof PDFHexString)) throw new UnsupportedContentError('no text');
    const text = textBytes(item);
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
        anchor = ++reader.lastAnchor;
        along += shift;
      } else along += step;
      shift = 0;
    }
  }
  reader.along = along + shift;
  reader.anchor = anchor;
  if (shifts.length === 0) return null;
  const text = Uint8Array.from(bytes);
  return { kind: 'show', text, codeBytes, line, start, anchor: firstAnchor, endAnchor: anchor, shifts, advances };
}

function setFont(reader: Reader, operands: readonly Operand[]): void {
  const [name, size] = operands;
  if (!(name instanceof PDFName) || typeof size !== 'number') throw new UnsupportedContentError('no font');
  const { fonts, resources } = reader;
  const dict = asDict(resourceOf(resources, 'Font', name));
  let font = dict === null ? null : fonts.get(dict);
  if (font === undefined && dict !== null) {
    font = readFontAdvances(dict);
    fonts.set(dict, font);
  }
  reader.state = { ...reader.state, font: font ?? null, size };
  setSlot(reader, 'Tf', `${name.toString()} ${significantText(size, scaleDigits)} Tf`);
}

function extend(reader: Reader, name: PDFName): void {
  const dict = asDict(resourceOf(reader.resources, 'ExtGState', name));
  reader.state = { ...reader.state, extended: { before: reader.state.extended, item: name.toString() } };
  for (const [entry, slot] of extendedSlots) {
    if (dict !== null && !dict.has(PDFName.of(entry))) continue;
    setSlot(reader, slot, `?${name.toString()}`);
    if (slot === 'Tf') reader.state = { ...reader.state, font: null };
  }
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
