import { deflateSync } from 'node:zlib';
import { decodeData, type IccTag, writeIccProfile } from '@platen/pdf-kit/objects';
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

/** Null when the profile is damaged. Source of the layout: ISO 15076-1, 7.2–7.3. */
function slimProfile(bytes: Uint8Array): Uint8Array | null {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (profile.length < 132 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
  const connectionSpace = profile.toString('latin1', 20, 24);
  const count = profile.readUInt32BE(128);
  if (132 + 12 * count > profile.length) return null;
  const tags = Array.from({ length: count }, (_, index): IccTag => {
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
  return writeIccProfile(profile.subarray(0, 128), slimmed);
}
