import { chainMatrices, identityMatrix } from '@platen/pdf-kit/geometry';
import { asDict, type ContentOperator, nameEntry, type Operand } from '@platen/pdf-kit/objects';
import { type PDFDict, PDFName } from '@platen/pdf-kit/pdf-lib';
import { addToPath } from './add-to-path.ts';
import { type DrawingEvent, type DrawingState, UnsupportedContentError } from './drawing-events.ts';
import { createDrawingReader, type DrawingReader, resourceOf, setSlot } from './drawing-reader.ts';
import { extendState } from './extend-state.ts';
import { significantText } from './number-text.ts';
import { matrixOf, numberAt } from './operand-values.ts';
import { isClipPainted, paintPath } from './paint-path.ts';
import { saveUses } from './save-uses.ts';
import { selectFont } from './select-font.ts';
import { setColor } from './set-color.ts';
import { showText } from './show-text.ts';
import { scaleDigits, slotParameters } from './slot-parameters.ts';
import { beginText, moveLine, nextLine, setLineMatrix } from './text-line.ts';

export interface DrawingSource {
  readonly content: Uint8Array;
  readonly operators: readonly ContentOperator[];
  readonly resources: PDFDict | null;
  readonly isForm: boolean;
}

/**
 * What a content stream draws, in order, with the graphics state at each step. Saved states are left out if nothing is drawn
 * in them, or if operators can undo all their changes. Throws an `UnsupportedContentError`.
 */
// Long: one branch for each operator.
export function* readDrawing(source: DrawingSource): Generator<readonly [DrawingEvent, DrawingState]> {
  const { content, operators, resources, isForm } = source;
  const uses = saveUses(operators, isForm);
  const reader = createDrawingReader(resources, isForm);
  const saved: DrawingState[] = [];
  const savedKinds: boolean[] = [];
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
        // Not allowed within a text object, but viewers agree on it: it applies from there on.
        if (reader.path.operators.length > 0) throw new UnsupportedContentError('a matrix out of place');
        const matrix = matrixOf(operands);
        if (matrix.join() === identityMatrix.join()) break;
        if (matrix[0] * matrix[3] === matrix[1] * matrix[2]) throw new UnsupportedContentError('a flat matrix');
        reader.state = { ...reader.state, ctm: chainMatrices(matrix, reader.state.ctm) };
        yield [{ kind: 'concat', matrix }, reader.state];
        break;
      }
      // Compatibility sections, in which unknown operators are ignored; an operator unknown here is unsupported anyway.
      case 'BX':
      case 'EX':
        break;
      case 'gs':
        if (!(first instanceof PDFName)) throw new UnsupportedContentError('no graphics state');
        extendState(reader, first);
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
      case 'c':
      case 'v':
      case 'y':
      case 're':
      case 'h':
        addToPath(reader, operator, operands);
        break;
      case 'W':
      case 'W*':
        if (reader.path.operators.length === 0 || !isClipPainted(operators, index))
          throw new UnsupportedContentError('a clip out of place');
        reader.clip = operator;
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
        // A clipping path applies after the path is painted.
        const { state } = reader;
        const event = paintPath(reader, operator);
        if (event !== null) yield [event, state];
        break;
      }
      case 'BT':
        beginText(reader);
        yield [{ kind: 'beginText' }, reader.state];
        break;
      case 'ET':
        if (!reader.inText) break;
        reader.inText = false;
        yield [{ kind: 'endText' }, reader.state];
        break;
      case 'Tf':
        selectFont(reader, operands);
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
        setLineMatrix(reader, matrixOf(operands));
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
        const event = showText(reader, shownItems(operator, operands));
        if (event !== null) yield [event, reader.state];
        break;
      }
      case 'Do':
        if (!(first instanceof PDFName) || reader.inText) throw new UnsupportedContentError('an object out of place');
        yield [{ kind: 'object', name: first.toString(), isForm: mayBeForm(reader, first) }, reader.state];
        break;
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

/** The strings that an operator shows, and for `TJ` the shifts between them. */
function shownItems(operator: string, operands: readonly Operand[]): readonly Operand[] {
  const items = operator === 'TJ' ? operands[0] : [operands[operator === '"' ? 2 : 0] ?? null];
  if (!Array.isArray(items)) throw new UnsupportedContentError('no text');
  return items;
}

function mayBeForm(reader: DrawingReader, name: PDFName): boolean {
  const target = asDict(resourceOf(reader, 'XObject', name));
  return target === null || nameEntry(target, 'Subtype') !== 'Image';
}
