import { anyEntry, arrayItems, asDict, numberEntry, numbersEntry } from '@platen/pdf-kit/objects';
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { type Evaluate, readFunction } from './evaluate-function.ts';
import { grayMesh } from './gray-mesh.ts';
import { describeGraySpace, type GraySpace } from './gray-space.ts';

/** Values of a shading that are tabulated: more than a display shows steps of grey. */
const sampleCount = 256;

/**
 * Makes the colours of a shading grey, whose geometry stays (ISO 32000-2, 8.7.4.5). `replace` stores a mesh. False if it keeps
 * its colours: where a function is a program, or has two inputs.
 */
export function grayShading(shading: PDFObject, replace: (mesh: PDFRawStream, bytes: Uint8Array) => void): boolean {
  const dict = asDict(shading);
  if (dict === null) return true;
  const space = describeGraySpace(anyEntry(dict, 'ColorSpace'));
  if (space?.isGray === true) return true;
  if (space === null || space.grayOf === null) return false;
  const entry = anyEntry(dict, 'Function');
  if (entry === null) return shading instanceof PDFRawStream && convertMesh(shading, space, replace);
  const evaluate = readColors(entry);
  if (evaluate === null || numberEntry(dict, 'ShadingType') === 1) return false;
  const domain = domainOf(entry, dict);
  const table = tabulate(space, space.grayOf, evaluate, domain);
  const { context } = dict;
  const sampled = context.obj({
    FunctionType: 0,
    Domain: [...domain],
    Range: [0, 1],
    Size: [sampleCount],
    BitsPerSample: 16,
  });
  dict.set(PDFName.of('Function'), context.register(PDFRawStream.of(sampled, table)));
  setGraySpace(dict, space);
  return true;
}

function convertMesh(
  mesh: PDFRawStream,
  space: GraySpace,
  replace: (mesh: PDFRawStream, bytes: Uint8Array) => void,
): boolean {
  const { components, grayOf } = space;
  const gray = grayOf === null ? null : grayMesh(mesh, { components, grayOf });
  if (gray === null) return false;
  const { dict } = mesh;
  dict.set(PDFName.of('BitsPerComponent'), dict.context.obj(gray.bitsPerComponent));
  dict.set(PDFName.of('Decode'), dict.context.obj([...gray.decode]));
  setGraySpace(dict, space);
  replace(mesh, gray.bytes);
  return true;
}

/** The colours of a function, or of one function for each component. */
function readColors(entry: PDFObject | null): Evaluate | null {
  if (!(entry instanceof PDFArray)) return readFunction(entry);
  const parts = arrayItems(entry).map((part) => readFunction(part));
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? (input) => known.map((part) => part(input)[0] ?? 0) : null;
}

function domainOf(entry: PDFObject | null, shading: PDFDict): readonly [number, number] {
  const first = asDict(entry instanceof PDFArray ? (arrayItems(entry)[0] ?? null) : entry);
  const ofFunction = first === null ? null : numbersEntry(first, 'Domain');
  const [low = 0, high = 1] = ofFunction ?? numbersEntry(shading, 'Domain') ?? [];
  return [low, high];
}

function tabulate(
  space: GraySpace,
  grayOf: (color: readonly number[]) => number,
  evaluate: Evaluate,
  [low, high]: readonly [number, number],
): Uint8Array {
  const table = Buffer.alloc(2 * sampleCount);
  for (let at = 0; at < sampleCount; at += 1) {
    const color = evaluate(low + (at / (sampleCount - 1)) * (high - low));
    const limited = color.map((part, index) =>
      Math.max(space.range[2 * index] ?? 0, Math.min(space.range[2 * index + 1] ?? 1, part)),
    );
    table.writeUInt16BE(Math.round(65_535 * Math.max(0, Math.min(1, grayOf(limited)))), 2 * at);
  }
  return table;
}

function setGraySpace(dict: PDFDict, { grayOf }: GraySpace): void {
  dict.set(PDFName.of('ColorSpace'), PDFName.of('DeviceGray'));
  const background = numbersEntry(dict, 'Background');
  if (background !== null && grayOf !== null)
    dict.set(PDFName.of('Background'), dict.context.obj([grayOf(background)]));
}
