import { PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { hasFontProgram } from '../font-program.ts';
import { arrayItems, dictEntry, isText, pdfArrayEntry } from '../typed-entries.ts';
import type { SourceGraph } from './graphs.ts';
import { resourceCategories, withNames } from './page-resources.ts';
import type { PlannedForm } from './planned-form.ts';

const fontKey = PDFName.of('Font');

/**
 * The default resources of a form; if pages are left out, only those that the kept fields and annotations may use. Fonts
 * that are not embedded always stay: viewers and scripts look for some by name, such as `ZaDb`, and they take no space.
 */
export function usedDefaults({ source, fields }: PlannedForm, resources: PDFDict): PDFDict {
  const names = source.pruned ? usedNames(source, fields, resources) : null;
  if (names === null) return resources;
  const kept = resources.clone();
  for (const { key, dict } of resourceCategories(resources)) {
    const plain = key === fontKey ? dict.keys().filter((name) => !isEmbedded(dict.lookup(name))) : [];
    const used = withNames(dict, new Set([...names, ...plain]));
    if (used.keys().length > 0) kept.set(key, used);
    else kept.delete(key);
  }
  return kept;
}

/** Null for all: rich text refers to fonts by family. */
function usedNames(
  source: SourceGraph,
  fields: PlannedForm['fields'],
  resources: PDFDict,
): ReadonlySet<PDFName> | null {
  const users = [...fields, ...source.pages.flatMap(({ page }) => pdfArrayEntry(page.dict, 'Annots')?.asArray() ?? [])]
    .map((item) => source.lookup(item))
    .filter((item) => item instanceof PDFDict);
  if (users.some((user) => user.has(PDFName.of('RV')) || user.has(PDFName.of('DS')))) return null;
  const appearances = [source.structure.form, ...users].map((user) => user?.lookup(PDFName.of('DA')));
  return source.structure.usedNames.of(
    resources,
    appearances.filter(isText).map((text) => text.asBytes()),
    users.flatMap((user) => [dictEntry(user, 'AP') ?? [], dictEntry(user, 'MK') ?? []].flat()),
  );
}

/** A font with a program of its own, or whose glyphs are content. */
function isEmbedded(font: unknown): boolean {
  if (!(font instanceof PDFDict)) return false;
  const descendants = font.lookup(PDFName.of('DescendantFonts'));
  const fonts = [font, ...(descendants instanceof PDFArray ? arrayItems(descendants) : [])];
  return fonts.some((each) => {
    if (!(each instanceof PDFDict)) return false;
    return hasFontProgram(dictEntry(each, 'FontDescriptor')) || each.has(PDFName.of('CharProcs'));
  });
}
