import { PDFName } from 'pdf-lib';
import { describeObjects } from '../describe-objects.ts';
import type { SourceGraph } from './graphs.ts';
import { idsOf, structureMap } from './structure-tree.ts';
import { uniqueName } from './unique-name.ts';

/**
 * Gives structure types and classes that mean something else in earlier sources new names in their source. To be called
 * before anything is written.
 */
export function renameTypes(sources: readonly SourceGraph[]): void {
  for (const key of ['RoleMap', 'ClassMap'] as const) {
    const meanings = new Map<string, string>();
    for (const source of sources) {
      const renamed = key === 'RoleMap' ? source.renamings.roles : source.renamings.classes;
      const describe = describeObjects(source.document.context);
      for (const [name, target] of structureMap(source, key)?.entries() ?? []) {
        const meaning = describe(target);
        const own = name.decodeText();
        const unique = uniqueName(own, (candidate) => (meanings.get(candidate) ?? meaning) !== meaning);
        meanings.set(unique, meaning);
        if (unique !== own) renamed.set(name, PDFName.of(unique));
      }
    }
  }
}

/**
 * Gives identifiers of structure elements that earlier sources have too new ones in their source. To be called before
 * anything is written.
 */
export function renameIds(sources: readonly SourceGraph[]): void {
  const taken = new Set<string>();
  for (const source of sources) {
    const own = [...idsOf(source).keys()];
    const ownSet = new Set(own);
    for (const id of own) {
      const unique = uniqueName(id, (candidate) => taken.has(candidate) || (candidate !== id && ownSet.has(candidate)));
      if (unique !== id) source.renamings.ids.set(id, unique);
      taken.add(unique);
    }
  }
}
