import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject } from 'pdf-lib';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { dictText } from './pdf-text.ts';
import { byReference } from './rewrite-entries.ts';
import { nameTreeText } from './tree-text.ts';
import { uniqueName } from './unique-name.ts';

/** Name trees that do not depend on pages and so go into every output. */
const categories = ['EmbeddedFiles', 'JavaScript', 'AP', 'Renditions', 'AlternatePresentations', 'IDS', 'URLS'];

const destinationKey = PDFName.of('D');

export interface NamesSettings {
  /** False leaves the attachments of the document (not those of its pages) out. */
  readonly attachments: boolean;
}

/** Decides the names of the named destinations of every source; to be called before anything is written. */
export function renameDestinations(sources: readonly SourceGraph[]): void {
  const taken = new Set<string>();
  for (const source of sources) {
    const kept = keptDestinations(source).map(([name]) => name);
    const own = new Set(kept);
    for (const name of kept) {
      const unique = uniqueName(
        name,
        (candidate) => taken.has(candidate) || (candidate !== name && own.has(candidate)),
      );
      if (unique !== name) source.renamings.destinations.set(name, unique);
      taken.add(unique);
    }
  }
}

/** The catalog's `/Names` in PDF syntax; null when there is nothing to name. */
export function namesText(
  output: OutputGraph,
  sources: readonly SourceGraph[],
  settings: NamesSettings,
): string | null {
  const trees: Record<string, string | null> = { Dests: destinationsText(output, sources) };
  for (const category of categories) {
    if (category === 'EmbeddedFiles' && !settings.attachments) continue;
    const entries = new Map<string, string>();
    for (const source of sources) {
      for (const [name, value] of source.structure.names.get(category) ?? []) {
        const key = renamedKey(source, value) ?? name;
        entries.set(
          uniqueName(key, (candidate) => entries.has(candidate)),
          output.text(source, value),
        );
      }
    }
    trees[category] = nameTreeText(output, entries);
  }
  return Object.values(trees).every((tree) => tree === null) ? null : dictText(trees);
}

/** The key of a file that gets another name; readers of invoices go by it. */
function renamedKey(source: SourceGraph, value: PDFObject): string | null {
  const file = source.lookup(value);
  const name = file instanceof PDFDict ? source.renamings.invoiceFiles.get(file) : undefined;
  if (name === undefined) return null;
  return /^[ -~]*$/.test(name) ? name : Buffer.from(PDFHexString.fromText(name).asBytes()).toString('latin1');
}

function destinationsText(output: OutputGraph, sources: readonly SourceGraph[]): string | null {
  const entries = new Map<string, string>();
  for (const source of sources) {
    for (const [name, value] of keptDestinations(source)) {
      const settled = settledDestination(source, value);
      entries.set(source.renamings.destinations.get(name) ?? name, output.text(source, settled));
    }
  }
  return nameTreeText(output, entries);
}

/** What a name stands for, an array or a dictionary with one, where it gives the page by its place in the source. */
function settledDestination({ document: { pages }, ...source }: SourceGraph, value: PDFObject): PDFObject {
  const found = source.lookup(value);
  if (found instanceof PDFArray) return byReference(found, pages) ?? value;
  const inner = found instanceof PDFDict ? found.lookup(destinationKey) : undefined;
  const changed = inner instanceof PDFArray ? byReference(inner, pages) : null;
  if (!(found instanceof PDFDict) || changed === null) return value;
  const settled = found.clone();
  settled.set(destinationKey, changed);
  return settled;
}

function keptDestinations({ structure, pages, pruned }: SourceGraph): readonly (readonly [string, PDFObject])[] {
  const kept = new Set(pages.map(({ index }) => index));
  return [...structure.destinations].flatMap(([name, { value, pageIndex }]) =>
    !pruned || (pageIndex !== null && kept.has(pageIndex)) ? [[name, value] as const] : [],
  );
}
