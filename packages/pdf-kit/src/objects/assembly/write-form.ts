import { PDFBool, PDFDict, PDFHexString, PDFName, PDFRef } from 'pdf-lib';
import { arrayEntry, nameEntry, textEntry } from '../typed-entries.ts';
import { fullName } from './field-actions.ts';
import { mergedResources } from './form-resources.ts';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { dictText, refArrayText } from './pdf-text.ts';
import type { PlannedForm } from './planned-form.ts';
import { settleSignatures } from './settle-signatures.ts';
import { uniqueName } from './unique-name.ts';

/** Levels of fields that are followed. */
const maxDepth = 100;

/**
 * Decides which fields of each source are kept (those with a widget on a page taken; all if no page is left out) and under
 * which names: a root name that an earlier source has gets a suffix. Signed fields go (`settleSignatures`). To be called before
 * anything is written.
 */
export function planForms(
  sources: readonly SourceGraph[],
  widgets: ReadonlyMap<SourceGraph, readonly PDFRef[]>,
): readonly PlannedForm[] {
  const taken = new Set<string>();
  const forms = sources.map((source) => {
    const form = planForm(source, widgets.get(source) ?? []);
    const all = valueFields(source, form.fields);
    const finalNames = renameRoots(source, form.roots, taken);
    const renamed = new Map([...finalNames].filter(([name, unique]) => name !== unique));
    return { source, ...form, all, renamed };
  });
  const isShared = forms.filter(({ fields }) => fields.size > 0).length > 1;
  for (const { source, renamed, all } of forms) if (isShared) source.renamings.fields = { renamed, all };
  return forms.map(({ renamed, ...form }) => ({ ...form, renamed: [...renamed.keys()] }));
}

/** The full names of the terminal fields, whose kids, if any, are widgets. */
function valueFields(source: SourceGraph, fields: ReadonlySet<PDFRef>): readonly string[] {
  const named = [...fields].flatMap((ref) => {
    const field = source.lookup(ref);
    return field instanceof PDFDict && field.has(PDFName.of('T')) ? [field] : [];
  });
  const inner = new Set(named.map((field) => field.lookup(PDFName.Parent)));
  return named.filter((field) => !inner.has(field)).map(fullName);
}

function planForm(
  source: SourceGraph,
  widgets: readonly PDFRef[],
): Pick<PlannedForm, 'roots' | 'fields' | 'removedSignatures'> {
  const onPages = new Set(widgets);
  const fields = new Set<PDFRef>();
  const met = new Set<PDFRef>();
  const signatures: PDFRef[] = [];
  // Most parts of a split have no field, and a document may have thousands.
  const isWithout = source.structure.form === null || (source.pruned && widgets.length === 0);
  const listed = isWithout ? [] : arrayEntry(source.structure.form, 'Fields');
  const declared = listed.filter((field) => field instanceof PDFRef);
  const stray = widgets.map((widget) => rootOf(source, widget)).filter((root) => root !== null);
  const roots = [...new Set([...declared, ...stray])].filter((root) => keepField(root, null, 0));
  settleSignatures(source, signatures);
  return { roots, fields, removedSignatures: signatures.length };

  // Walk: each field once, `maxDepth` levels.
  function keepField(ref: PDFRef, inheritedType: string | null, depth: number): boolean {
    const field = source.lookup(ref);
    if (!(field instanceof PDFDict) || depth > maxDepth || met.has(ref)) return false;
    met.add(ref);
    fields.add(ref);
    const type = nameEntry(field, 'FT') ?? inheritedType;
    if (type === 'Sig' && field.has(PDFName.of('V'))) {
      signatures.push(ref);
      fields.delete(ref);
      return false;
    }
    const kids = arrayEntry(field, 'Kids').filter((kid) => kid instanceof PDFRef);
    const kept = kids.filter((kid) => keepField(kid, type, depth + 1));
    if ((source.pruned || kids.length > 0) && kept.length === 0 && !onPages.has(ref)) {
      fields.delete(ref);
      return false;
    }
    if (kept.length !== kids.length) source.replace(ref, changedField(field, kept));
    return true;
  }
}

function changedField(field: PDFDict, kids: readonly PDFRef[]): PDFDict {
  const changed = field.clone();
  if (kids.length === 0) {
    changed.delete(PDFName.of('Kids'));
    return changed;
  }
  changed.set(PDFName.of('Kids'), field.context.obj([...kids]));
  return changed;
}

/** The field at the top of a widget's chain of parents; null for a widget that belongs to no field. */
function rootOf(source: SourceGraph, widget: PDFRef): PDFRef | null {
  let ref = widget;
  const met = new Set<PDFRef>();
  for (;;) {
    met.add(ref);
    const dict = source.lookup(ref);
    if (!(dict instanceof PDFDict)) return null;
    const parent = dict.get(PDFName.Parent);
    if (!(parent instanceof PDFRef) || met.has(parent) || !(source.lookup(parent) instanceof PDFDict)) {
      return dict.has(PDFName.of('T')) ? ref : null;
    }
    ref = parent;
  }
}

/** Gives root fields names that no earlier source has, and returns the new name for each old one. */
function renameRoots(source: SourceGraph, roots: readonly PDFRef[], taken: Set<string>): ReadonlyMap<string, string> {
  const names = roots.map((root) => fieldName(source, root));
  const own = new Set(names);
  const finalNames = new Map<string, string>();
  for (const name of own) {
    if (name === null) continue;
    const unique = uniqueName(name, (candidate) => taken.has(candidate) || (candidate !== name && own.has(candidate)));
    finalNames.set(name, unique);
  }
  for (const [index, root] of roots.entries()) {
    const unique = finalNames.get(names[index] ?? '');
    const field = source.lookup(root);
    if (unique === undefined || unique === names[index] || !(field instanceof PDFDict)) continue;
    const changed = field.clone();
    changed.set(PDFName.of('T'), PDFHexString.fromText(unique));
    source.replace(root, changed);
  }
  for (const unique of finalNames.values()) taken.add(unique);
  return finalNames;
}

function fieldName(source: SourceGraph, ref: PDFRef): string | null {
  const field = source.lookup(ref);
  return field instanceof PDFDict ? textEntry(field, 'T') : null;
}

/** Writes the one form of the output and gives its number; null when no field is kept. */
export function writeForm(output: OutputGraph, forms: readonly PlannedForm[]): number | null {
  if (forms.every(({ roots }) => roots.length === 0)) return null;
  const resources = mergedResources(output, forms);
  const first = forms.find(({ source, roots }) => roots.length > 0 && source.structure.form !== null)?.source;
  const entry = (key: string): string | null => {
    const value = first?.structure.form?.get(PDFName.of(key));
    return first === undefined || value === undefined ? null : output.text(first, value);
  };
  const fields = forms.flatMap(({ source, roots }) => roots.map((root) => output.numberOf(source, root)));
  const order = forms.flatMap(calculationOrder).map(([source, field]) => output.numberOf(source, field));
  const needAppearances = forms.some(({ source: { structure }, roots }) => {
    return roots.length > 0 && structure.form?.lookup(PDFName.of('NeedAppearances')) === PDFBool.True;
  });
  return output.add(
    dictText({
      Fields: refArrayText(fields.filter((number) => number !== null)),
      CO: order.length === 0 ? null : refArrayText(order.filter((number) => number !== null)),
      DR: resources,
      DA: entry('DA'),
      Q: entry('Q'),
      NeedAppearances: needAppearances ? 'true' : null,
    }),
  );
}

function calculationOrder({ source, fields }: PlannedForm): readonly (readonly [SourceGraph, PDFRef])[] {
  const order = source.structure.form === null ? [] : arrayEntry(source.structure.form, 'CO');
  return order.flatMap((field) => (field instanceof PDFRef && fields.has(field) ? [[source, field] as const] : []));
}
