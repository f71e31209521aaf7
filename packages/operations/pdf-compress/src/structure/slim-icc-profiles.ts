import { deflateSync } from 'node:zlib';
import { decodeData } from '@platen/pdf-kit/objects';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef } from '@platen/pdf-kit/pdf-lib';
import { minGainBytes } from '../levels.ts';
import { replaceStream } from './replace-stream.ts';
import { slimIccData } from './slim-icc-data.ts';
import { visitObjects } from './visit-objects.ts';

/** Smaller profiles contain nothing that could be removed. */
const minProfileBytes = 700;
const maxProfileBytes = 16 * 1024 * 1024;

/**
 * Tags for the conversion from the profile connection space to the device, and for the gamut. Black point compensation reads
 * those of CMYK profiles, although a colour space of PDF is only converted in the other direction: they stay as they are.
 */
const reverseTags = new Set(['B2A0', 'B2A1', 'B2A2', 'B2D0', 'B2D1', 'B2D2', 'B2D3', 'gamt']);

/** Tags with information about the device: no conversion reads them, and none is required (ISO 15076-1, 8). */
const informationTags = new Set(
  'dmnd dmdd dscm vued view lumi meas tech vcgt ndin mmod targ calt scrn scrd psd0 psd1 psd2 psd3 ps2i ps2s crdi pre0 pre1 pre2'.split(
    ' ',
  ),
);

/**
 * Reduces ICC profiles to what viewers use: removes information about the device, and reduces curves and tables that are finer
 * than 8-bit colour needs. Profiles that colours are converted *to* stay as they are: output intents and the blending colour spaces of
 * transparency groups.
 */
export function slimIccProfiles(context: PDFContext): void {
  const targets = conversionTargets(context);
  for (const ref of profileRefs(context)) {
    const stream = context.lookup(ref);
    if (targets.has(ref) || !(stream instanceof PDFRawStream) || stream.getContentsSize() < minProfileBytes) continue;
    const decoded = decodeData(stream, { maxBytes: maxProfileBytes });
    const slim = decoded === null || decoded.imageFilter !== null ? null : slimProfile(decoded.bytes);
    const deflated = slim === null ? null : deflateSync(slim);
    if (deflated === null || deflated.length >= stream.getContentsSize() - minGainBytes) continue;
    replaceStream(context, ref, stream.dict, { bytes: deflated, filter: 'FlateDecode' });
  }
}

/** The streams of `ICCBased` colour spaces. */
function profileRefs(context: PDFContext): ReadonlySet<PDFRef> {
  const refs = new Set<PDFRef>();
  visitArrays(context, (array) => {
    const [family, profile] = array.asArray();
    if (family === PDFName.of('ICCBased') && profile instanceof PDFRef) refs.add(profile);
  });
  return refs;
}

function conversionTargets(context: PDFContext): ReadonlySet<PDFRef> {
  const targets = new Set<PDFRef>();
  const addSpace = (space: unknown) => {
    const profile = space instanceof PDFArray ? space.get(1) : undefined;
    if (profile instanceof PDFRef) targets.add(profile);
  };
  visitDicts(context, (dict) => {
    const output = dict.get(PDFName.of('DestOutputProfile'));
    if (output instanceof PDFRef) targets.add(output);
    if (dict.get(PDFName.of('S')) === PDFName.of('Transparency')) addSpace(dict.lookup(PDFName.of('CS')));
  });
  return targets;
}

function visitArrays(context: PDFContext, visit: (array: PDFArray) => void): void {
  visitObjects(context, (value) => {
    if (value instanceof PDFArray && value.size() >= 2) visit(value);
  });
}

function visitDicts(context: PDFContext, visit: (dict: PDFDict) => void): void {
  visitObjects(context, (value) => {
    if (value instanceof PDFDict) visit(value);
  });
}

interface ProfileTag {
  readonly signature: string;
  readonly data: Uint8Array;
}

/** Null when the profile is damaged. Source of the layout: ISO 15076-1, 7.2–7.3. */
function slimProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (profile.length < 132 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
  const connectionSpace = profile.toString('latin1', 20, 24);
  const count = profile.readUInt32BE(128);
  if (132 + 12 * count > profile.length) return null;
  const tags = Array.from({ length: count }, (_, index): ProfileTag => {
    const entry = 132 + 12 * index;
    const offset = profile.readUInt32BE(entry + 4);
    const signature = profile.toString('latin1', entry, entry + 4);
    return { signature, data: profile.subarray(offset, offset + profile.readUInt32BE(entry + 8)) };
  });
  const needed = tags.filter(({ signature }) => !informationTags.has(signature));
  const slimmed = needed.map(({ signature, data }) => ({
    signature,
    data: reverseTags.has(signature) ? data : slimIccData(data, connectionSpace),
  }));
  return writeProfile(profile.subarray(0, 128), slimmed);
}

/** Equal data is stored once, as profiles do. */
function writeProfile(header: Uint8Array, tags: readonly ProfileTag[]): Uint8Array {
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length, 0);
  const places = new Map<string, number>();
  const chunks: Uint8Array[] = [];
  let offset = 128 + directory.length;
  tags.forEach(({ signature, data }, index) => {
    const key = Buffer.from(data).toString('latin1');
    let place = places.get(key);
    if (place === undefined) {
      place = offset;
      places.set(key, place);
      const padded = Buffer.alloc((data.length + 3) & ~3);
      padded.set(data);
      chunks.push(padded);
      offset += padded.length;
    }
    const entry = 4 + 12 * index;
    directory.write(signature, entry, 'latin1');
    directory.writeUInt32BE(place, entry + 4);
    directory.writeUInt32BE(data.length, entry + 8);
  });
  const profile = Buffer.concat([header, directory, ...chunks]);
  profile.writeUInt32BE(profile.length, 0);
  // The identifier is a digest of the profile; zeros stand for "not computed".
  profile.fill(0, 84, 100);
  return profile;
}
