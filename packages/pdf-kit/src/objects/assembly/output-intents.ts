import { createHash } from 'node:crypto';
import { PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { decodeStream } from '../decode-stream.ts';
import { type DefinedSpace, type DeviceSpace, usesColorSpace } from '../device-colors.ts';
import { createInflateBudget } from '../inflate-budget.ts';
import { arrayEntry, numberEntry, textEntry } from '../typed-entries.ts';
import type { AssemblySource } from './assembly-source.ts';

/** Which output intents an assembled document has. */
export interface IntentPlan {
  /** The source whose output intents the document takes; null when none has any. */
  readonly owner: AssemblySource | null;
  /** Sources whose device colours are meant for another profile. */
  readonly others: ReadonlySet<AssemblySource>;
  /** Sources whose device colours viewers show by another profile than in the source itself. */
  readonly shifted: readonly AssemblySource[];
  /** Sources without a profile that use the CMYK profile of the document's output intent in colour spaces of their own. */
  readonly users: ReadonlySet<AssemblySource>;
}

/** Profiles have up to a few megabytes; larger ones are compared by their encoded data. */
const maxProfileBytes = 16 * 1024 * 1024;

/**
 * Device colours are defined by the output intent (ISO 19005, 6.2). The document takes that of the first source with one;
 * sources with another profile, or device colours that theirs would not have defined, are listed. What colours a source
 * without a profile has is up to viewers, so the others come first.
 */
export function planIntents(sources: readonly AssemblySource[]): IntentPlan {
  const profiles = sources.map((source) => [source, profileOf(source)] as const);
  const [owner, first] = profiles.find(([, profile]) => profile !== null) ?? [null, null];
  const differing = profiles.filter(([, profile]) => profile?.key !== first?.key);
  const withIntents = sources.find(({ document }) => arrayEntry(document.catalog, 'OutputIntents').length > 0);
  const users = differing.filter(
    ([source, profile]) => profile === null && first !== null && usesProfile(source, first.key),
  );
  const shifted = differing.filter(([{ document }, profile]) =>
    spaces.some((space) => shownBy(space, profile) !== shownBy(space, first) && usesColorSpace(document, space)),
  );
  return {
    owner: owner ?? withIntents ?? null,
    others: new Set(differing.filter(([, profile]) => profile !== null).map(([source]) => source)),
    shifted: shifted.map(([source]) => source),
    users: new Set(users.map(([source]) => source)),
  };
}

/**
 * What viewers show the colours of a space by, in a document with this output profile. They take DeviceRGB for sRGB; some, such as
 * poppler, take a profile of RGB for that of the screen, and convert all defined colours to it.
 */
function shownBy(space: DeviceSpace | DefinedSpace, profile: OutputProfile | null): string | null {
  const definedBy = deviceOf[space];
  return profile?.space === definedBy ? profile.key : definedBy === 'DeviceRGB' ? srgb : null;
}

/** Whether all sources are meant for the same output. */
export function haveOneCondition(sources: readonly AssemblySource[]): boolean {
  return new Set(sources.map(conditionOf)).size === 1;
}

/** What output a source is meant for: the profile, or the name of the condition; null for none in particular. */
function conditionOf(source: AssemblySource): string | null {
  const [intent] = arrayEntry(source.document.catalog, 'OutputIntents');
  const dict = source.document.context.lookup(intent);
  return (
    profileOf(source)?.key ?? (dict instanceof PDFDict ? (textEntry(dict, 'OutputConditionIdentifier') ?? '') : null)
  );
}

/** Whether a source has a CMYK profile of the same bytes. */
function usesProfile({ document }: AssemblySource, profile: string): boolean {
  const objects = document.context.enumerateIndirectObjects();
  return objects.some(
    ([, object]) =>
      object instanceof PDFStream && numberEntry(object.dict, 'N') === 4 && describeProfile(object) === profile,
  );
}

/** An output profile. */
interface OutputProfile {
  /** Equal for equal bytes, and for all sRGB profiles. */
  readonly key: string;
  /** What it defines. */
  readonly space: DeviceSpace | null;
}

/** The device space whose profile decides how colours of each space are shown. */
const deviceOf = {
  DeviceGray: 'DeviceGray',
  DeviceRGB: 'DeviceRGB',
  DeviceCMYK: 'DeviceCMYK',
  ICCBased: 'DeviceRGB',
  CalRGB: 'DeviceRGB',
  Lab: 'DeviceRGB',
} as const;
const spaces = Object.keys(deviceOf) as readonly (keyof typeof deviceOf)[];
const spaceOfComponents: Readonly<Record<number, DeviceSpace>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };
const srgb = 'sRGB';

/** Null for a source without a profile. */
function profileOf({ document: { catalog, context } }: AssemblySource): OutputProfile | null {
  for (const item of arrayEntry(catalog, 'OutputIntents')) {
    const intent = context.lookup(item);
    if (!(intent instanceof PDFDict)) continue;
    const profile: PDFObject | undefined = intent.lookup(PDFName.of('DestOutputProfile'));
    if (!(profile instanceof PDFStream)) continue;
    return { key: describeProfile(profile), space: spaceOfComponents[numberEntry(profile.dict, 'N') ?? 0] ?? null };
  }
  return null;
}

function describeProfile(stream: PDFStream): string {
  const bytes = stream.getContentsSize() > maxProfileBytes ? null : inflate(stream);
  if (bytes === null) return createHash('sha256').update(stream.getContents()).digest('hex');
  const text = Buffer.from(bytes).toString('latin1');
  // The data colour space is at byte 16. The profile description is in ASCII or UTF-16.
  const isSrgb = text.slice(16, 20) === 'RGB ' && text.replaceAll('\0', '').includes('sRGB');
  return isSrgb ? srgb : createHash('sha256').update(bytes).digest('hex');
}

function inflate(stream: PDFStream): Uint8Array | null {
  try {
    return decodeStream(stream, createInflateBudget(maxProfileBytes));
  } catch {
    // Larger than a profile may be.
    return null;
  }
}
