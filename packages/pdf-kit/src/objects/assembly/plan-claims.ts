import { PDFDict } from 'pdf-lib';
import { type DocumentClaims, noClaims, readClaims } from '../document-claims.ts';
import { dictEntry, nameEntry } from '../typed-entries.ts';
import type { AssemblySource } from './assembly-source.ts';
import { haveOneCondition, type IntentPlan } from './output-intents.ts';
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
 * The first part of PDF/A that allows output intents for a page, and that forbids colour spaces with the CMYK profile of the
 * output intent (ISO 19005-4, 6.2.4.2).
 */
const firstPartWithPageIntents = 4;

/** The first part in which a colorant must have one definition throughout the file. */
const firstPartWithOneMeaning = 2;

/**
 * What the output of an assembly may claim: what every source claims, if it holds for the whole. A PDF/A claim does not hold
 * if the sources have different output intents and pages cannot have their own, or define a colorant differently; one of
 * PDF/X does not if their output intents differ; one of PDF/UA or of a further standard does not if a source has no tags, or their heading styles differ.
 */
export function planClaims(sources: readonly AssemblySource[], intents: IntentPlan): ClaimPlan {
  const [first = noClaims, ...later] = sources.map(({ document }) => readClaims(document.catalog));
  if (later.length === 0) return { kept: first, dropped: [] };
  const claims = [first, ...later];
  const pdfA = commonPdfA(claims.map((claim) => claim.pdfA));
  const colorFlaw = pdfA === null ? null : colorFlawOf(Number(pdfA[0]), sources, intents);
  const printFlaw = haveOneCondition(sources) ? null : 'the files have different output intents';
  const flaw = tagFlaw(sources);
  const isDeclared = later.every(({ declarations }) => declarations.join(' ') === first.declarations.join(' '));
  const kept = {
    pdfA: colorFlaw === null ? pdfA : null,
    pdfX: printFlaw === null ? common(claims.map(({ pdfX }) => pdfX)) : null,
    pdfUa: flaw === null ? common(claims.map(({ pdfUa }) => pdfUa)) : null,
    declarations: flaw === null && isDeclared ? first.declarations : [],
    invoice: first.invoice,
  };
  const dropped = [
    kept.pdfA !== null
      ? null
      : droppedClaims(
          prefixed(
            'PDF/A-',
            claims.map((claim) => claim.pdfA),
          ),
          colorFlaw,
        ),
    kept.pdfX !== null
      ? null
      : droppedClaims(
          claims.flatMap(({ pdfX }) => pdfX ?? []),
          printFlaw,
        ),
    kept.pdfUa !== null
      ? null
      : droppedClaims(
          prefixed(
            'PDF/UA-',
            claims.map(({ pdfUa }) => pdfUa),
          ),
          flaw,
        ),
    kept.declarations.length > 0
      ? null
      : droppedClaims(
          claims.flatMap(({ declarations }) => declarations),
          flaw,
        ),
  ];
  return { kept, dropped: dropped.filter((line) => line !== null) };
}

/** Why the colours of the sources together do not conform to a part of PDF/A, although those of each may; null if they do. */
function colorFlawOf(part: number, sources: readonly AssemblySource[], { others, users }: IntentPlan): string | null {
  const withoutIntent = part >= firstPartWithPageIntents ? users : others;
  if (withoutIntent.size > 0) return 'the files have different output intents';
  const isAmbiguous =
    part >= firstPartWithOneMeaning && hasConflictingSpotColors(sources.map(({ document }) => document.context));
  return isAmbiguous ? 'the files use the same name for different spot colours' : null;
}

function prefixed(prefix: string, claims: readonly (string | null)[]): readonly string[] {
  return claims.flatMap((claim) => (claim === null ? [] : prefix + claim));
}

/** A line for the claims of one kind that are not kept; null if no source made any. */
function droppedClaims(names: readonly string[], flaw: string | null): string | null {
  return names.length === 0 ? null : `${[...new Set(names)].join(', ')}: ${flaw ?? 'not every file claims it'}`;
}

/** Why the tags of the sources together do not conform to PDF/UA, although those of each may; null if they do. */
function tagFlaw(sources: readonly AssemblySource[]): string | null {
  if (sources.some(({ structure }) => structure.tags === null)) return 'not every file is tagged';
  const styles = new Set(sources.flatMap(headingStyles));
  return styles.size > 1 ? 'some files number their headings and others do not' : null;
}

/** The heading styles of a source, of which PDF/UA allows one: `H`, with the level of its section, or `H1`, `H2`, … (ISO 14289-1, 7.4). */
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

/** The common part at the lowest level claimed; null if the parts differ, or a level that includes no other is claimed. */
function commonPdfA(claims: readonly (string | null)[]): string | null {
  const same = common(claims);
  if (same !== null) return same;
  const parts = common(claims.map((claim) => claim?.[0] ?? null));
  const ranks = claims.map((claim) => levels.indexOf(claim?.slice(1) ?? ''));
  return parts === null || ranks.includes(-1) ? null : parts + (levels[Math.min(...ranks)] ?? '');
}
