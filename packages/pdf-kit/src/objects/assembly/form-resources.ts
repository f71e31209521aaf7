import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFString } from 'pdf-lib';
import { dictEntry, isText } from '../typed-entries.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { dictText } from './pdf-text.ts';
import type { PlannedForm } from './planned-form.ts';
import { uniqueName } from './unique-name.ts';
import { usedDefaults } from './used-defaults.ts';

const alignmentKey = PDFName.of('Q');

/** The default of `/Q` (ISO 32000-2, table 228). */
const leftAligned = PDFNumber.of(0);

/**
 * The merged default resources (`/DR`) of all forms, in PDF syntax; null when there are none. A resource whose name an
 * earlier source uses for another one gets a new name, also in the default appearances (`/DA`) of its source. The output
 * takes `/DA` and `/Q` from the first form, so fields of the other forms that inherited them from their form get entries of
 * their own.
 */
export function mergedResources(output: OutputGraph, forms: readonly PlannedForm[]): string | null {
  const categories = new Map<string, Map<string, string>>();
  const first = forms.findIndex(({ source, roots }) => roots.length > 0 && source.structure.form !== null);
  const isAligned = forms[first]?.source.structure.form?.has(alignmentKey) === true;
  for (const [index, form] of forms.entries()) {
    const resources = form.source.structure.form === null ? null : dictEntry(form.source.structure.form, 'DR');
    const renamedFonts =
      resources === null
        ? new Map<string, string>()
        : addResources(output, form.source, usedDefaults(form, resources), categories);
    if (index > first || renamedFonts.size > 0) settleDefaults(form, renamedFonts, isAligned ? leftAligned : undefined);
  }
  const written = [...categories].map(
    ([category, entries]) => [category, dictText(Object.fromEntries(entries))] as const,
  );
  return written.length === 0 ? null : dictText(Object.fromEntries(written));
}

function addResources(
  output: OutputGraph,
  source: SourceGraph,
  resources: PDFDict,
  categories: Map<string, Map<string, string>>,
): Map<string, string> {
  const renamedFonts = new Map<string, string>();
  for (const key of resources.keys()) {
    const category = key.toString().slice(1);
    const dict = resources.lookup(key);
    if (!(dict instanceof PDFDict)) continue;
    const entries = categories.get(category) ?? new Map<string, string>();
    categories.set(category, entries);
    for (const [name, value] of dict.entries()) {
      const written = output.text(source, value);
      const own = name.toString().slice(1);
      const unique = uniqueName(own, (candidate) => (entries.get(candidate) ?? written) !== written);
      entries.set(unique, written);
      if (unique !== own && category === 'Font') renamedFonts.set(own, unique);
    }
  }
  return renamedFonts;
}

/** Gives top-level fields the `/DA` and `/Q` that they inherited from the form, and all fields the new names of fonts. */
function settleDefaults(
  { source, roots, fields }: PlannedForm,
  renamedFonts: ReadonlyMap<string, string>,
  alignment: PDFNumber | undefined,
): void {
  const { form } = source.structure;
  const defaults = [
    [PDFName.of('DA'), form?.get(PDFName.of('DA'))],
    [alignmentKey, form?.get(alignmentKey) ?? alignment],
  ] as const;
  const topLevel = new Set(roots);
  for (const ref of fields) {
    const field = source.lookup(ref);
    if (!(field instanceof PDFDict)) continue;
    const changed = field.clone();
    for (const [key, value] of defaults) {
      if (topLevel.has(ref) && !field.has(key) && value !== undefined) changed.set(key, value);
    }
    const appearance = changed.lookup(PDFName.of('DA'));
    if (isText(appearance) && renamedFonts.size > 0)
      changed.set(PDFName.of('DA'), renameFonts(appearance, renamedFonts));
    source.replace(ref, changed);
  }
}

function renameFonts(
  appearance: PDFObject & { asBytes(): Uint8Array },
  renamed: ReadonlyMap<string, string>,
): PDFString {
  const text = Buffer.from(appearance.asBytes()).toString('latin1');
  const changed = text.replace(
    /\/([^\s/()<>[\]{}%]+)/g,
    (name, font: string) => `/${renamed.get(font) ?? name.slice(1)}`,
  );
  return PDFString.of(changed.replace(/[\\()]/g, (character) => `\\${character}`));
}
