import {
  type ContentStep,
  dictOrStreamEntry,
  type GraphicsState,
  initialGraphicsState,
  interpretContent,
} from '@platen/pdf-kit/objects';
import { PDFArray, type PDFDict, PDFName, type PDFObject } from '@platen/pdf-kit/pdf-lib';
import { describeGraySpace, type GraySpace } from './gray-space.ts';
import type { KeptColors } from './kept-colors.ts';

export interface GrayContentRequest {
  readonly content: Uint8Array;
  /** The resources that names refer to; a space for patterns is added where one is needed. */
  readonly resources: PDFDict | null;
  readonly kept: KeptColors;
}

type Paint = 'fill' | 'stroke';

/** What colours mean to the operators that set one: a space, a pattern space with what it is based on, or unknown. */
type Space = { readonly space: GraySpace } | { readonly base: GraySpace | null } | null;

interface State extends GraphicsState {
  readonly fill: Space;
  readonly stroke: Space;
}

const initial: State = { ...initialGraphicsState, fill: null, stroke: null };

/** Operators that set a colour in a device space, and their number of operands. */
const deviceOperators: Readonly<Record<string, readonly [paint: Paint, space: string]>> = {
  g: ['fill', 'DeviceGray'],
  G: ['stroke', 'DeviceGray'],
  rg: ['fill', 'DeviceRGB'],
  RG: ['stroke', 'DeviceRGB'],
  k: ['fill', 'DeviceCMYK'],
  K: ['stroke', 'DeviceCMYK'],
};

/** The spaces that operators without a known one mean, by their number of operands. */
const spacesOfCounts = [null, 'DeviceGray', null, 'DeviceRGB', 'DeviceCMYK'];

const patternSpaceName = 'PlatenGrayPattern';
const grayDecimals = 4;

/** The same content with grey colours; null if it sets none that is not grey. */
// Long: the operators share the colour spaces that are selected.
export function grayContent({ content, resources, kept }: GrayContentRequest): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  const set = (step: ContentStep<State>, paint: Paint, space: Space) => {
    step.state = { ...step.state, [paint]: space };
  };
  const setGray = (paint: Paint, value: number) => `${grayText(value)} ${paint === 'fill' ? 'g' : 'G'}`;

  const selectSpace = (step: ContentStep<State>, paint: Paint, name: PDFName): string | null => {
    const space = lookUpSpace(resources, name);
    if (isPattern(space)) {
      const base = space instanceof PDFArray && space.size() > 1 ? describeGraySpace(space.lookup(1)) : null;
      set(step, paint, { base });
      if (base === null || base.isGray) return null;
      if (base.grayOf === null || resources === null) {
        kept.add('spot');
        return null;
      }
      addPatternSpace(resources);
      return `/${patternSpaceName} ${paint === 'fill' ? 'cs' : 'CS'}`;
    }
    const described = describeGraySpace(space);
    // In a space that cannot be read, no number is a colour.
    set(step, paint, described === null ? { base: null } : { space: described });
    if (described === null || described.isGray) return null;
    if (described.grayOf !== null) return setGray(paint, described.grayOf(described.initial));
    kept.add('spot');
    return null;
  };

  const setColor = ({ item, state }: ContentStep<State>, paint: Paint): string | null => {
    const { operands, operator } = item;
    const numbers = operands.filter((operand) => typeof operand === 'number');
    const current = state[paint] ?? { space: describeGraySpace(nameOfCount(numbers.length)) };
    if ('base' in current) {
      const [pattern] = operands.slice(-1);
      const { base } = current;
      if (base === null || base.isGray || base.grayOf === null || resources === null) return null;
      return `${grayText(base.grayOf(numbers))} ${String(pattern)} ${operator}`;
    }
    const { space } = current;
    if (space === null || space.isGray || space.grayOf === null || numbers.length !== operands.length) return null;
    return setGray(paint, space.grayOf(numbers));
  };

  const convert = (step: ContentStep<State>): string | null => {
    const { operator, operands, start, end } = step.item;
    const device = deviceOperators[operator];
    if (device !== undefined) {
      const [paint, name] = device;
      const space = describeGraySpace(PDFName.of(name));
      set(step, paint, space === null ? null : { space });
      return name === 'DeviceGray' ? null : setColor(step, paint);
    }
    const [first] = operands;
    switch (operator) {
      case 'cs':
      case 'CS':
        return first instanceof PDFName ? selectSpace(step, operator === 'cs' ? 'fill' : 'stroke', first) : null;
      case 'sc':
      case 'scn':
        return setColor(step, 'fill');
      case 'SC':
      case 'SCN':
        return setColor(step, 'stroke');
      case 'BI':
        if (!isGrayInlineImage(content.subarray(start, end), resources)) kept.add('inline image');
        return null;
      default:
        return null;
    }
  };

  for (const step of interpretContent(content, null, initial)) {
    const text = convert(step);
    if (text === null) continue;
    const { start, end } = step.item;
    pieces.push(content.subarray(copied, start), Buffer.from(text, 'latin1'));
    copied = end;
  }
  return copied === 0 ? null : Buffer.concat([...pieces, content.subarray(copied)]);
}

function nameOfCount(count: number): PDFName | null {
  const name = spacesOfCounts[count] ?? null;
  return name === null ? null : PDFName.of(name);
}

function grayText(value: number): string {
  return String(Number(Math.max(0, Math.min(1, value)).toFixed(grayDecimals)));
}

function lookUpSpace(resources: PDFDict | null, name: PDFName): PDFObject | null {
  const spaces = resources === null ? null : dictOrStreamEntry(resources, 'ColorSpace');
  return spaces?.lookup(name) ?? name;
}

function isPattern(space: PDFObject | null): boolean {
  const family = space instanceof PDFArray && space.size() > 0 ? space.lookup(0) : space;
  return family === PDFName.of('Pattern');
}

function addPatternSpace(resources: PDFDict): void {
  const { context } = resources;
  const key = PDFName.of('ColorSpace');
  const spaces = dictOrStreamEntry(resources, 'ColorSpace') ?? context.obj({});
  resources.set(key, spaces);
  spaces.set(PDFName.of(patternSpaceName), context.obj([PDFName.of('Pattern'), PDFName.of('DeviceGray')]));
}

/** Whether an inline image is a stencil, or its space is grey (ISO 32000-2, 8.9.7). */
function isGrayInlineImage(source: Uint8Array, resources: PDFDict | null): boolean {
  const head = Buffer.from(source.buffer, source.byteOffset, Math.min(source.length, 1_024)).toString('latin1');
  const dict = head.split(/\sID\s/)[0] ?? '';
  if (/\/(IM|ImageMask)\s+true/.test(dict)) return true;
  const name = /\/(?:CS|ColorSpace)\s*\/([^\s/[\]()<>]+)/.exec(dict)?.[1];
  const space = name === undefined ? null : describeGraySpace(lookUpSpace(resources, PDFName.of(name)));
  return space?.isGray === true || (name === undefined && !/\/(CS|ColorSpace)\s*\[/.test(dict));
}
