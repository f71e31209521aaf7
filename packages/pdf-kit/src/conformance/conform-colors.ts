import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef, PDFString } from 'pdf-lib';
import { dependencyFolder } from '../dependency-folder.ts';
import { decodeData } from '../objects/decode-stream.ts';
import type { OpenedPdf } from '../objects/open-pdf.ts';
import { arrayEntry, dictOrStreamEntry, numberEntry, streamEntry } from '../objects/typed-entries.ts';
import type { ContentUses } from './content-uses.ts';
import { buildSrgbProfile } from './srgb-profile.ts';

/** Larger profiles count as damaged. */
const maxProfileBytes = 16 * 1024 * 1024;
const profileSpaces: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, 'Lab ': 3, CMYK: 4 };

/**
 * Defines the device colours of a document: an output intent of sRGB, or the one that it has, and default colour spaces for
 * what that does not define (ISO 19005-2, 6.2.3 and 6.2.4). Profiles that are none are replaced.
 */
export async function conformColors(document: OpenedPdf, uses: ContentUses): Promise<void> {
  const { context, catalog } = document;
  const profiles = createProfiles(context);
  const definesInks = await replaceBadProfiles(context, profiles);
  const kept = outputProfile(document);
  const profile = kept?.ref ?? (await profiles.ref(3));
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of(kept === null ? 'sRGB' : 'Custom'),
    Info: PDFString.of(kept === null ? 'sRGB' : 'The output intent of the document'),
    DestOutputProfile: profile,
  });
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
  const components = kept?.components ?? 3;
  const defaults = new Map<string, PDFRef>();
  const define = async (device: string, key: string, count: 3 | 4) => {
    if (components === count || !uses.devices.has(device as 'DeviceRGB')) return;
    defaults.set(key, context.register(context.obj(['ICCBased', await profiles.ref(count)])));
  };
  await define('DeviceRGB', 'DefaultRGB', 3);
  await define('DeviceCMYK', 'DefaultCMYK', 4);
  for (const resources of uses.resources) settleDefaults(context, resources, defaults);
  for (const [, object] of context.enumerateIndirectObjects()) {
    const inks = defaults.get('DefaultCMYK');
    if (inks !== undefined) eachDirect(object, (value) => setAlternate(value, inks));
    if (inks !== undefined || definesInks) eachDirect(object, dropOverprintMode);
  }
}

const [cmykName, spaceKey] = [PDFName.of('DeviceCMYK'), PDFName.of('ColorSpace')];

/** Colours of shadings and of inks that are drawn as device colours: patterns have no resources that could define them. */
function setAlternate(value: PDFDict | PDFArray, inks: PDFRef): void {
  if (value instanceof PDFDict) {
    // Of process colours of DeviceN there are components beside the space.
    const hasSpace = ['ShadingType', 'Components'].some((key) => value.has(PDFName.of(key)));
    if (hasSpace && value.lookup(spaceKey) === cmykName) value.set(spaceKey, inks);
  } else if (
    value.size() > 3 &&
    ['/Separation', '/DeviceN'].includes(String(value.get(0))) &&
    value.lookup(2) === cmykName
  ) {
    value.set(2, inks);
  }
}

/** Overprinting of inks by their values is not allowed for inks that a profile defines (ISO 19005-2, 6.2.4.2). */
function dropOverprintMode(value: PDFDict | PDFArray): void {
  if (value instanceof PDFDict && value.has(PDFName.of('OPM'))) value.delete(PDFName.of('OPM'));
}

// Walk: references are not followed.
function eachDirect(object: unknown, visit: (value: PDFDict | PDFArray) => void, depth = 0): void {
  const value = object instanceof PDFRawStream ? object.dict : object;
  if (depth > maxDepth || !(value instanceof PDFDict || value instanceof PDFArray)) return;
  visit(value);
  for (const item of value instanceof PDFDict ? value.values() : value.asArray()) eachDirect(item, visit, depth + 1);
}

/** The same default colour spaces in all resources; others define nothing that PDF/A needs. */
function settleDefaults(context: PDFContext, resources: PDFDict, defaults: ReadonlyMap<string, PDFRef>): void {
  const spaces = dictOrStreamEntry(resources, 'ColorSpace');
  const missing = [...defaults].filter(([key]) => !spaces?.has(PDFName.of(key)));
  if (missing.length === 0) return;
  const own = spaces?.clone(context) ?? context.obj({});
  for (const [key, space] of missing) own.set(PDFName.of(key), space);
  resources.set(PDFName.of('ColorSpace'), own);
}

/** The profile of the first output intent that may stay. */
function outputProfile({ context, catalog }: OpenedPdf): { readonly ref: PDFRef; readonly components: number } | null {
  for (const item of arrayEntry(catalog, 'OutputIntents')) {
    const intent = context.lookup(item);
    if (!(intent instanceof PDFDict)) continue;
    const ref = intent.get(PDFName.of('DestOutputProfile'));
    const stream = streamEntry(intent, 'DestOutputProfile');
    const header = stream === null ? null : readHeader(stream);
    if (ref instanceof PDFRef && header !== null && header.isForOutput && header.components !== 1) {
      return { ref, components: header.components };
    }
  }
  return null;
}

/**
 * Puts a profile of ours in the place of those that are damaged, or of another number of components than they say. Whether any
 * is of CMYK.
 */
async function replaceBadProfiles(context: PDFContext, profiles: Profiles): Promise<boolean> {
  let definesInks = false;
  for (const [, object] of context.enumerateIndirectObjects()) {
    const arrays: PDFArray[] = [];
    eachDirect(object, (value) => {
      if (value instanceof PDFArray) arrays.push(value);
    });
    for (const array of arrays) {
      if (array.size() !== 2 || array.lookup(0) !== PDFName.of('ICCBased')) continue;
      const stream = array.lookup(1);
      if (!(stream instanceof PDFRawStream)) continue;
      const count = numberEntry(stream.dict, 'N');
      definesInks ||= count === 4;
      if (readHeader(stream)?.components !== count && (count === 1 || count === 3 || count === 4)) {
        array.set(1, await profiles.ref(count));
      } else stream.dict.delete(PDFName.of('Metadata'));
    }
  }
  return definesInks;
}

const maxDepth = 6;

interface ProfileHeader {
  readonly components: number;
  /** A profile of a monitor or printer. */
  readonly isForOutput: boolean;
}

/** What the header of a profile says; null for none that PDF/A-2 knows (ISO 19005-2, 6.2.4.2). */
function readHeader(stream: PDFRawStream): ProfileHeader | null {
  const decoded = decodeData(stream, { maxBytes: maxProfileBytes });
  if (decoded === null || decoded.imageFilter !== null || decoded.bytes.length < 128) return null;
  const text = Buffer.from(decoded.bytes.subarray(0, 128)).toString('latin1');
  const components = profileSpaces[text.slice(16, 20)];
  const kind = text.slice(12, 16);
  const isKnown = ['scnr', 'mntr', 'prtr', 'spac'].includes(kind) && text.slice(36, 40) === 'acsp';
  if (components === undefined || !isKnown || text.charCodeAt(8) > 4) return null;
  return { components, isForOutput: kind === 'mntr' || kind === 'prtr' };
}

interface Profiles {
  /** The profile of ours for colours of so many components, one object for all. */
  ref(components: 1 | 3 | 4): Promise<PDFRef>;
}

function createProfiles(context: PDFContext): Profiles {
  const made = new Map<number, PDFRef>();
  return {
    async ref(components) {
      const known = made.get(components);
      if (known !== undefined) return known;
      const bytes = components === 4 ? await readCmykProfile() : buildSrgbProfile(components === 1 ? 'gray' : 'rgb');
      const ref = context.register(context.flateStream(bytes, { N: components }));
      made.set(components, ref);
      return ref;
    },
  };
}

/** CMYK of CGATS TR 001, which is what viewers take inks for that nothing is said of; public domain (CC0). */
function readCmykProfile(): Promise<Uint8Array> {
  return readFile(join(dependencyFolder('pdfjs-dist'), 'iccs/CGATS001Compat-v2-micro.icc'));
}
