import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Threshold } from './list-thresholds.ts';

/** What a threshold is set to while a copy of its module is loaded. */
interface Perturbation extends Pick<Threshold, 'path' | 'start' | 'end'> {
  readonly value: number;
}

const perturbations = new Map<string, { readonly folder: string; readonly changed: Perturbation | null }>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const id = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get('perturbed');
    const perturbed = id === null ? undefined : perturbations.get(id);
    if (perturbed === undefined || !resolved.url.startsWith(perturbed.folder)) return resolved;
    return { ...resolved, url: `${resolved.url}?perturbed=${id}` };
  },
  load(url, context, nextLoad) {
    const id = url.startsWith('file:') ? new URL(url).searchParams.get('perturbed') : null;
    const changed = id === null ? null : (perturbations.get(id)?.changed ?? null);
    const loaded = nextLoad(url, context);
    if (changed === null || fileURLToPath(url.split('?')[0] ?? url) !== changed.path) return loaded;
    const source = String(loaded.source);
    return { ...loaded, source: `${source.slice(0, changed.start)}${changed.value}${source.slice(changed.end)}` };
  },
});

/**
 * Imports a module anew with all modules of a folder that it needs, one threshold in them set to another value; null
 * changes nothing.
 */
export async function importPerturbed<Module>(
  path: string,
  folder: string,
  changed: Perturbation | null,
): Promise<Module> {
  const id = String(perturbations.size);
  perturbations.set(id, { folder: pathToFileURL(folder).href, changed });
  return (await import(`${pathToFileURL(path).href}?perturbed=${id}`)) as Module;
}
