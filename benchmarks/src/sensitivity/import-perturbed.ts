import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Threshold } from './list-thresholds.ts';

/** What a threshold is set to while a copy of its module is loaded. */
interface Perturbation extends Pick<Threshold, 'path' | 'start' | 'end'> {
  readonly value: number;
}

const perturbations = new Map<string, { readonly folders: readonly string[]; readonly changed: Perturbation | null }>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const id = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get('perturbed');
    const perturbed = id === null ? undefined : perturbations.get(id);
    if (perturbed?.folders.some((folder) => resolved.url.startsWith(folder)) !== true) return resolved;
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
 * A function that imports modules anew, with all modules of the folders that they need, one threshold in them set to
 * another value; null changes nothing. What it imports shares its modules.
 */
export function perturbedImport(
  folders: readonly string[],
  changed: Perturbation | null,
): <Module>(path: string) => Promise<Module> {
  const id = String(perturbations.size);
  perturbations.set(id, { folders: folders.map((folder) => pathToFileURL(folder).href), changed });
  return async <Module>(path: string) => (await import(`${pathToFileURL(path).href}?perturbed=${id}`)) as Module;
}
