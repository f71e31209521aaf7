import { createHash } from 'node:crypto';
import { PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { decodeStream } from '../decode-stream.ts';
import { createInflateBudget } from '../inflate-budget.ts';
import { arrayEntry, numberEntry, textEntry } from '../typed-entries.ts';
import type { AssemblySource } from './assembly-source.ts';

/** Which output intents an assembled document has. */
export interface IntentPlan {
  /** The source whose output intents the document takes; null when none has any. */
  readonly owner: AssemblySource | null;
  /** Sources whose device colours are meant for another profile. */
  readonly others: ReadonlySet<AssemblySource>;
  /** Sources without a profile that use the CMYK profile of the document's output intent in colour spaces of their own. */
  readonly users: ReadonlySet<AssemblySource>;
}

/** Profiles have up to a few megabytes; larger ones are compared by their encoded data. */
const maxProfileBytes = 16 * 1024 * 1024;

/**
 * Device colours are defined by the output intent (ISO 19005, 6.2). The document takes that of the first source with one;
 * sources with another profile are listed. A source without one has no device colours that need it.
 */
export function planIntents(sources: readonly AssemblySource[]): IntentPlan {
  const profiles = sources.map((source) => [source, profileOf(source)] as const);
  const [owner, first] = profiles.find(([, profile]) => profile !== null) ?? [null, null];
  const others = profiles.filter(([, profile]) => profile !== null && profile !== first).map(([source]) => source);
  const withIntents = sources.find(({ document }) => arrayEntry(document.catalog, 'OutputIntents').length > 0);
  const users = profiles.filter(
    ([source, profile]) => profile === null && first !== null && usesProfile(source, first),
  );
  return {
    owner: owner ?? withIntents ?? null,
    others: new Set(others),
    users: new Set(users.map(([source]) => source)),
  };
}

/** Whether all sources are meant for the same output. */
export function haveOneCondition(sources: readonly AssemblySource[]): boolean {
  return new Set(sources.map(conditionOf)).size === 1;
}

/** What output a source is meant for: the profile, or the name of the condition; null for none in particular. */
function conditionOf(source: AssemblySource): string | null {
  const [intent] = arrayEntry(source.document.catalog, 'OutputIntents');
  const dict = source.document.context.lookup(intent);
  return profileOf(source) ?? (dict instanceof PDFDict ? (textEntry(dict, 'OutputConditionIdentifier') ?? '') : null);
}

/** Whether a source has a CMYK profile of the same bytes. */
function usesProfile({ document }: AssemblySource, profile: string): boolean {
  const objects = document.context.enumerateIndirectObjects();
  return objects.some(
    ([, object]) =>
      object instanceof PDFStream && numberEntry(object.dict, 'N') === 4 && describeProfile(object) === profile,
  );
}

/** A key for the output profile of a source: equal for equal bytes, and for all sRGB profiles. Null without a profile. */
function profileOf({ document: { catalog, context } }: AssemblySource): string | null {
  for (const item of arrayEntry(catalog, 'OutputIntents')) {
    const intent = context.lookup(item);
    if (!(intent instanceof PDFDict)) continue;
    const profile: PDFObject | undefined = intent.lookup(PDFName.of('DestOutputProfile'));
    if (profile instanceof PDFStream) return describeProfile(profile);
  }
  return null;
}

function describeProfile(stream: PDFStream): string {
  const bytes = stream.getContentsSize() > maxProfileBytes ? null : inflate(stream);
  if (bytes === null) return createHash('sha256').update(stream.getContents()).digest('hex');
  const text = Buffer.from(bytes).toString('latin1');
  // The data colour space is at byte 16. The profile description is in ASCII or UTF-16.
  const isSrgb = text.slice(16, 20) === 'RGB ' && text.replaceAll('\0', '').includes('sRGB');
  return isSrgb ? 'sRGB' : createHash('sha256').update(bytes).digest('hex');
}

function inflate(stream: PDFStream): Uint8Array | null {
  try {
    return decodeStream(stream, createInflateBudget(maxProfileBytes));
  } catch {
    // Larger than a profile may be.
    return null;
  }
}
