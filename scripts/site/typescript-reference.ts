import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Application } from 'typedoc';
import { documentPages } from './pages.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** What semantic versioning does not cover: docs/versioning.md. */
const uncovered = ['@platen/pdf-kit', '@platen/flow-document', '@platen/core/internal'];

/** An entry of a published package, such as `@platen/core/memory`, and its source. */
export interface Entry {
  readonly name: string;
  readonly source: string;
}

/** Every entry with types that a version number covers: each package, and what a document imports of it besides. */
function listEntries(root: string): readonly Entry[] {
  const documents = documentPages.map(({ source }) => readFileSync(join(root, source), 'utf8')).join('\n');
  return globSync('packages/{*,*/*}/package.json', { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const { name, private: isPrivate, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
      if (isPrivate === true) return [];
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source =
          typeof target === 'object' && target !== null ? Reflect.get(target, '@platen/source') : undefined;
        const full = join(name, entry);
        if (typeof source !== 'string' || !source.endsWith('.ts')) return [];
        if (entry !== '.' && !documents.includes(`'${full}'`) && !documents.includes(`\`${full}\``)) return [];
        if (uncovered.some((each) => full === each || full.startsWith(`${each}/`))) return [];
        return [{ name: full, source: join(root, dirname(path), source) }];
      });
    });
}

/** Writes a page for each entry into `folder`, from the types and the doc comments of the sources. */
export async function writeTypescriptReference(root: string, folder: string): Promise<readonly Entry[]> {
  const entries = listEntries(root);
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entries.map(({ source }) => source),
    tsconfig: join(root, 'tsconfig.json'),
    skipErrorChecking: true,
    readme: 'none',
    disableSources: true,
    disableGit: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    validation: false,
    logLevel: 'Error',
    outputs: [{ name: 'markdown', path: folder }],
    // Options of the plugin.
    ...{
      router: 'module',
      entryFileName: 'index',
      hidePageHeader: true,
      hideBreadcrumbs: true,
      useCodeBlocks: true,
      useHTMLAnchors: true,
      parametersFormat: 'table',
      interfacePropertiesFormat: 'table',
      typeAliasPropertiesFormat: 'table',
    },
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('typedoc could not read the sources');
  // Named as they are imported, not by the paths of their sources.
  const names = new Map(
    entries.map(({ name, source }) => [relative(join(root, 'packages'), source).replace(/(\/index)?\.ts$/, ''), name]),
  );
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  project.name = 'TypeScript API';
  await application.generateOutputs(project);
  return entries;
}
