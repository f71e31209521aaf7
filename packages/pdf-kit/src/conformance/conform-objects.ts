import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { decodeData, streamFilters } from '../objects/decode-stream.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { arrayEntry, dictEntry, nameEntry, numberEntry } from '../objects/typed-entries.ts';
import { walkObjects } from '../objects/walk-objects.ts';
import { conformColorants, conformNames } from './conform-names.ts';
import type { Problems } from './problems.ts';

/** Bounds of ISO 19005-2, 6.1.13. */
const [maxInteger, maxReal, maxStringBytes, maxNameBytes, maxColorants] = [2_147_483_647, 3.403e38, 32_767, 127, 32];

const blendModes = new Set(
  (
    'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion ' +
    'Hue Saturation Color Luminosity'
  ).split(' '),
);
const filters = new Set(
  (
    'ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode LZWDecode Crypt ' +
    'BrotliDecode'
  ).split(' '),
);
const processInks = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']);
const renderingIntents = new Set(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation']);

/** Entries that PDF/A has no place for, by what their dictionary is. Viewers show the same without. */
const forbidden: Readonly<Record<'state' | 'image' | 'form' | 'page', readonly string[]>> = {
  state: ['TR', 'HTP', 'HTO'],
  image: ['Alternates', 'OPI'],
  form: ['OPI', 'PS', 'Subtype2', 'Ref'],
  page: ['PresSteps', 'AA', 'Metadata'],
};

/** Removes or corrects what PDF/A forbids in dictionaries and streams, wherever they are; what cannot be corrected is a problem. */
export function conformObjects({ context, catalog }: OpenedPdf, problems: Problems): void {
  const replaced: [PDFRef, PDFRawStream][] = [];
  const roots = [catalog, ...[context.trailerInfo.Info].filter((info) => info !== undefined)];
  for (const root of roots) conformValue(root, 'the catalog', problems);
  walkObjects(context, roots, (ref, object) => {
    const where = `object ${ref.objectNumber}`;
    conformValue(object, where, problems);
    if (object instanceof PDFRawStream) {
      const stream = conformStream(object, where, problems);
      if (stream !== null) replaced.push([ref, stream]);
    }
    return true;
  });
  for (const [ref, stream] of replaced) context.assign(ref, stream);
}

/** An object and what is directly in it, references not followed. */
// Walk: references are not followed.
function conformValue(object: PDFObject, where: string, problems: Problems): void {
  if (object instanceof PDFNumber) {
    const value = object.asNumber();
    const bound = Number.isInteger(value) ? maxInteger : maxReal;
    if (Math.abs(value) > bound && !(Number.isInteger(value) && value === -maxInteger - 1))
      problems.add(where, `the number ${value} is too large`);
  } else if (object instanceof PDFString || object instanceof PDFHexString) {
    if (object.asBytes().length > maxStringBytes) problems.add(where, 'a string is too long');
  } else if (object instanceof PDFName) {
    if (Buffer.byteLength(object.asString()) > maxNameBytes + 1) problems.add(where, 'a name is too long');
  } else if (object instanceof PDFArray) {
    conformArray(object, where, problems);
    for (const item of object.asArray()) conformValue(item, where, problems);
  } else {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return;
    conformDict(dict, object instanceof PDFStream, problems, where);
    for (const [key, value] of dict.entries()) {
      conformValue(key, where, problems);
      conformValue(value, where, problems);
    }
  }
}

function conformArray(array: PDFArray, where: string, problems: Problems): void {
  const family = String(array.get(0));
  if (array.size() < 4 || (family !== '/DeviceN' && family !== '/Separation')) return;
  conformColorants(array);
  const names = array.lookup(1);
  if (names instanceof PDFArray && names.size() > maxColorants)
    problems.add(where, 'a colour space of more than 32 colorants');
  if (names instanceof PDFArray && !areDefined(names, array)) problems.add(where, 'a colorant that is not defined');
}

/** Whether each spot colour of a DeviceN space has a space of its own, too (ISO 19005-2, 6.2.4.4). */
function areDefined(names: PDFArray, space: PDFArray): boolean {
  const attributes = space.size() > 4 ? space.lookup(4) : undefined;
  const colorants = attributes instanceof PDFDict ? dictEntry(attributes, 'Colorants') : null;
  const process = attributes instanceof PDFDict ? dictEntry(attributes, 'Process') : null;
  const components = process === null ? [] : arrayEntry(process, 'Components').map(String);
  return names.asArray().every((name) => {
    if (!(name instanceof PDFName)) return true;
    return processInks.has(name.decodeText()) || components.includes(String(name)) || colorants?.has(name) === true;
  });
}

function conformDict(dict: PDFDict, isStream: boolean, problems: Problems, where: string): void {
  const type = nameEntry(dict, 'Type');
  const subtype = nameEntry(dict, 'Subtype');
  conformNames(dict);
  if (type !== 'Catalog') dict.delete(PDFName.of('Metadata'));
  if (isStream && subtype === 'Image') conformImage(dict);
  else if (isStream && subtype === 'Form') drop(dict, forbidden.form);
  else if (isStream && subtype === 'PS') problems.add(where, 'a PostScript object');
  else if (type === 'Page') drop(dict, forbidden.page);
  else if (type === 'ExtGState' || !isStream) conformState(dict, type, where, problems);
}

function conformImage(dict: PDFDict): void {
  drop(dict, forbidden.image);
  dict.delete(PDFName.of('Interpolate'));
  const intent = nameEntry(dict, 'Intent');
  if (intent !== null && !renderingIntents.has(intent)) dict.delete(PDFName.of('Intent'));
  if (String(dict.lookup(PDFName.of('ImageMask'))) === 'true' && numberEntry(dict, 'BitsPerComponent') !== 1) {
    dict.set(PDFName.of('BitsPerComponent'), PDFNumber.of(1));
  }
}

/** Graphics states often have no type; their entries have names of their own. */
function conformState(dict: PDFDict, type: string | null, where: string, problems: Problems): void {
  if (type === 'Halftone' || dict.has(PDFName.of('HalftoneType'))) {
    const kind = numberEntry(dict, 'HalftoneType');
    if (kind !== 1 && kind !== 5) problems.add(where, 'a halftone of a kind that PDF/A forbids');
    dict.delete(PDFName.of('HalftoneName'));
    dict.delete(PDFName.of('TransferFunction'));
  }
  if (type !== null && type !== 'ExtGState') return;
  if (type === 'ExtGState') drop(dict, forbidden.state);
  if (dict.has(PDFName.of('TR2')) && nameEntry(dict, 'TR2') !== 'Default') dict.delete(PDFName.of('TR2'));
  const intent = nameEntry(dict, 'RI');
  if (intent !== null && !renderingIntents.has(intent)) dict.delete(PDFName.of('RI'));
  conformBlendMode(dict);
}

/** Of a list of blend modes viewers take the first that they know; an unknown one is drawn as `Normal`. */
function conformBlendMode(dict: PDFDict): void {
  const key = PDFName.of('BM');
  if (!dict.has(key)) return;
  const listed = arrayEntry(dict, 'BM').map((mode) => (mode instanceof PDFName ? mode.decodeText() : ''));
  const modes = listed.length > 0 ? listed : [nameEntry(dict, 'BM') ?? ''];
  const known = modes.find((mode) => blendModes.has(mode)) ?? 'Normal';
  if (listed.length > 0 || known !== modes[0]) dict.set(key, PDFName.of(known));
}

function drop(dict: PDFDict, keys: readonly string[]): void {
  for (const key of keys) dict.delete(PDFName.of(key));
}

/** A stream with other filters, where it has some that PDF/A forbids; null if it may stay (ISO 19005-2, 6.1.7). */
function conformStream(stream: PDFRawStream, where: string, problems: Problems): PDFRawStream | null {
  const { dict } = stream;
  if (['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(PDFName.of(key)))) {
    problems.add(where, 'a stream whose data is in another file');
    return null;
  }
  const names = streamFilters(dict).map(({ name }) => name);
  const unknown = names.find((name) => !filters.has(name));
  if (unknown !== undefined) problems.add(where, `a stream with the unknown filter ${unknown}`);
  const isAbbreviated = writtenFilters(dict).some((name) => !filters.has(name));
  if (!isAbbreviated && !names.some((name) => ['LZWDecode', 'Crypt', 'BrotliDecode'].includes(name))) return null;
  const decoded = decodeData(stream, { maxBytes: maxStreamBytes, tolerant: true });
  if (decoded === null) {
    problems.add(where, 'a stream that cannot be decoded');
    return null;
  }
  const plain = dict.clone();
  for (const key of ['Filter', 'DecodeParms', 'DP', 'DL']) plain.delete(PDFName.of(key));
  if (decoded.imageFilter === null) {
    plain.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    return PDFRawStream.of(plain, deflateSync(decoded.bytes));
  }
  plain.set(PDFName.of('Filter'), PDFName.of(decoded.imageFilter.name));
  if (decoded.imageFilter.params !== null) plain.set(PDFName.of('DecodeParms'), decoded.imageFilter.params);
  return PDFRawStream.of(plain, decoded.bytes);
}

/** The filters as the dictionary has them: names for inline images are read elsewhere, too. */
function writtenFilters(dict: PDFDict): readonly string[] {
  const one = nameEntry(dict, 'Filter');
  if (one !== null) return [one];
  return arrayEntry(dict, 'Filter').map((name) => (name instanceof PDFName ? name.decodeText() : ''));
}

const maxStreamBytes = 512 * 1024 * 1024;

/** Gives a form the state that PDF/A asks for, and layers the names of their configurations (ISO 19005-2, 6.4.1 and 6.9). */
export function conformCatalog({ context, catalog }: OpenedPdf): void {
  drop(catalog, ['Requirements', 'NeedsRendering', 'Perms', 'AA', 'Version', 'Extensions']);
  const names = dictEntry(catalog, 'Names');
  if (names !== null) drop(names, ['JavaScript', 'AlternatePresentations', 'EmbeddedFiles', 'Renditions']);
  const form = dictEntry(catalog, 'AcroForm');
  if (form !== null) drop(form, ['XFA', 'NeedAppearances']);
  const layers = dictEntry(catalog, 'OCProperties');
  if (layers === null) return;
  const configurations = [dictEntry(layers, 'D'), ...arrayEntry(layers, 'Configs').map((each) => context.lookup(each))];
  const used = new Set<string>();
  for (const [index, configuration] of configurations.entries()) {
    if (!(configuration instanceof PDFDict)) continue;
    configuration.delete(PDFName.of('AS'));
    const text = configuration.lookup(PDFName.of('Name'));
    const given = text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : '';
    const name = given === '' || used.has(given) ? `Layers ${index + 1}` : given;
    used.add(name);
    if (name !== given) configuration.set(PDFName.of('Name'), PDFHexString.fromText(name));
    completeOrder(configuration, arrayEntry(layers, 'OCGs'));
  }
}

/** An order of layers that leaves some out goes: without one, viewers list all. */
function completeOrder(configuration: PDFDict, layers: readonly PDFObject[]): void {
  const order = configuration.lookup(PDFName.of('Order'));
  if (!(order instanceof PDFArray)) return;
  const listed = new Set<PDFObject>();
  listRefs(configuration.context, order, listed, 0);
  for (const layer of layers) if (!listed.has(layer)) order.push(layer);
}

const maxOrderDepth = 16;

// Walk: `maxOrderDepth` levels.
function listRefs(context: PDFContext, array: PDFArray, listed: Set<PDFObject>, depth: number): void {
  for (const item of array.asArray()) {
    listed.add(item);
    const inner = context.lookup(item);
    if (inner instanceof PDFArray && depth < maxOrderDepth) listRefs(context, inner, listed, depth + 1);
  }
}
