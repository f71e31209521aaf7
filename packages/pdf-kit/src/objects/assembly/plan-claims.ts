import { PDFDict } from 'pdf-lib';
import { type DocumentClaims, noClaims, readClaims } from '../document-claims.ts';
import { dictEntry, nameEntry } from '../typed-entries.ts';
import type { AssemblySource } from './assembly-source.ts';
import type { IntentPlan } from './output-intents.ts';
import { isStructureElement } from './rewrite-entries.ts';
import { hasConflictingSpotColors } from './spot-colors.ts';

/** The claims of an output, and those of its sources that it does not keep, with the reason. */
export interface ClaimPlan {
  readonly kept: DocumentClaims;
  readonly dropped: readonly string[];
}

/** The conformance levels of PDF/A-1 to 3, the weakest first: each includes those before it. */
const levels = ['b', 'u', 'a'];

/**
 * The first part of PDF/A that lets a page have output intents of its own, and the first that has no colours described by
 * the CMYK profile of the output (ISO 19005-4, 6.2.4.2).
 */
const firstPartWithPageIntents = 4;

/** The first part in which the name of an ink means one colour throughout the file. */
const firstPartWithOneMeaning = 2;

/**
 * What the output of an assembly may claim: what every source claims, as far as it holds for the whole. A PDF/A claim
 * does not hold when the sources mean their colours for different output and pages cannot say so, or different colours by
 * one name; one of PDF/UA or a
 * further standard not when a source has no tags.
 */
export function planClaims(sources: readonly AssemblySource[], intents: IntentPlan): ClaimPlan {
  const [first = noClaims, ...later] = sources.map(({ document }) => readClaims(document.catalog));
  if (later.length === 0) return { kept: first, dropped: [] };
  const claims = [first, ...later];
  const pdfA = commonPdfA(claims.map((claim) => claim.pdfA));
  const colorFlaw = pdfA === null ? null : colorFlawOf(Number(pdfA[0]), sources, intents);
  const flaw = tagFlaw(sources);
  const isDeclared = later.every(({ declarations }) => declarations.join(' ') === first.declarations.join(' '));
  const kept = {
    pdfA: colorFlaw === null ? pdfA : null,
    pdfUa: flaw === null ? common(claims.map(({ pdfUa }) => pdfUa)) : null,
    declarations: flaw === null && isDeclared ? first.declarations : [],
  };
  return {
    kept,
    dropped: [
      ...(kept.pdfA === null
        ? lost(
            claims.map(({ pdfA }) => prefixed('PDF/A-', pdfA)),
            colorFlaw,
          )
        : []),
      ...(kept.pdfUa === null
        ? lost(
            claims.map(({ pdfUa }) => prefixed('PDF/UA-', pdfUa)),
            flaw,
          )
        : []),
      ...(kept.declarations.length === 0
        ? lost(
            claims.flatMap(({ declarations }) => declarations),
            flaw,
          )
        : []),
    ],
  };
}

/** Why colours of the sources together are not what a part of PDF/A demands though those of each may be; null if they are. */
function colorFlawOf(part: number, sources: readonly AssemblySource[], { others, users }: IntentPlan): string | null {
  const withoutIntent = part >= firstPartWithPageIntents ? users : others;
  if (withoutIntent.size > 0) return 'the colours of the files are meant for different output';
  const isAmbiguous = part >= firstPartWithOneMeaning && hasConflictingSpotColors(sources);
  return isAmbiguous ? 'the files mean different colours by the same name' : null;
}

function prefixed(prefix: string, claim: string | null): string | null {
  return claim === null ? null : prefix + claim;
}

/** One line for the claims of one kind that are not kept; none where no source made any. */
function lost(names: readonly (string | null)[], flaw: string | null): readonly string[] {
  const made = new Set(names.filter((name) => name !== null));
  return made.size === 0 ? [] : [`${[...made].join(', ')}: ${flaw ?? 'not every file claims it'}`];
}

/** Why the tags of the sources together are not what PDF/UA demands though those of each may be; null if they are. */
function tagFlaw(sources: readonly AssemblySource[]): string | null {
  if (sources.some(({ structure }) => structure.tags === null)) return 'not every file is tagged';
  const styles = new Set(sources.flatMap(headingStyles));
  return styles.size > 1 ? 'some files number their headings and others do not' : null;
}

/** A document has headings of one kind: `H`, whose level is that of its section, or `H1`, `H2`, … (ISO 14289-1, 7.4). */
function headingStyles({ document: { context }, structure }: AssemblySource): readonly ('strong' | 'weak')[] {
  const roles = structure.tags === null ? null : dictEntry(structure.tags.root, 'RoleMap');
  const types = new Set<string>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    const type = object instanceof PDFDict && isStructureElement(object) ? nameEntry(object, 'S') : null;
    if (type !== null) types.add((roles === null ? null : nameEntry(roles, type)) ?? type);
  }
  const styles: ('strong' | 'weak')[] = types.has('H') ? ['strong'] : [];
  return [...types].some((type) => /^H\d+$/.test(type)) ? [...styles, 'weak'] : styles;
}

function common(claims: readonly (string | null)[]): string | null {
  const [first = null, ...others] = claims;
  return others.every((claim) => claim === first) ? first : null;
}

/** The same part at the weakest level claimed; null when parts differ, or a level that includes no other. */
function commonPdfA(claims: readonly (string | null)[]): string | null {
  const same = common(claims);
  if (same !== null) return same;
  const parts = common(claims.map((claim) => claim?.[0] ?? null));
  const ranks = claims.map((claim) => levels.indexOf(claim?.slice(1) ?? ''));
  return parts === null || ranks.includes(-1) ? null : parts + (levels[Math.min(...ranks)] ?? '');
}
