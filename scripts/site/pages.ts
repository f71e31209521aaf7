import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the site that is a document of the repository. */
export interface Page {
  /** Where the site has it, without its ending. */
  readonly path: string;
  /** The document, from the root of the repository. */
  readonly source: string;
  /** In the sidebar, where the title of the document says too much or too little. */
  readonly label?: string;
}

/** A page that the build writes from the sources. */
export interface GeneratedPage {
  readonly path: string;
  readonly label: string;
  readonly generated: true;
}

/** A group of the sidebar. */
export interface Section {
  readonly title: string;
  /** Closed until somebody opens it or reads one of its pages. */
  readonly collapsed?: true;
  readonly pages: readonly (Page | GeneratedPage)[];
}

const root = new URL('../..', import.meta.url).pathname;

const document = (name: string, label?: string): Page => page(name, `docs/${name}.md`, label);
const generated = (path: string, label: string): GeneratedPage => ({ path, label, generated: true });

function page(path: string, source: string, label?: string): Page {
  return { path, source, ...(label === undefined ? {} : { label }) };
}

/** The README of a package, below `packages/`. */
function readme(folder: string, label?: string): Page {
  return page(`packages/${folder.split('/').at(-1)}`, `packages/${folder}/README.md`, label);
}

/** All documents of a folder, in the order of their names. */
function folder(path: string, pattern: string): readonly Page[] {
  return globSync(pattern, { cwd: root })
    .toSorted()
    .map((source) => page(`${path}/${source.split('/').at(-1)?.replace(/\.md$/, '')}`, source));
}

/** Every page of the site, in the order in which somebody reads who reads it all. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      page('start', 'README.md', 'Five minutes'),
      document('tutorial', 'Tutorial'),
      document('install'),
      document('glossary'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      readme('host', 'One call: createPlaten'),
      readme('adapters/express', 'Express'),
      readme('adapters/fastify', 'Fastify'),
      readme('adapters/web', 'Web standard: Hono, h3, Bun'),
      document('next', 'Next.js'),
      document('nest', 'NestJS'),
      readme('engine', 'In process'),
      readme('client', 'Calling a server'),
      document('jobs'),
      document('management', 'Managing jobs'),
      document('webhooks'),
      readme('dashboard', 'Dashboard'),
      document('writing-an-operation'),
      document('writing-a-store'),
      document('several-machines'),
      document('tuning'),
      document('security', 'Security and hardening'),
      document('observability'),
      document('testing-your-host'),
      readme('mcp', 'Tools for agents'),
      readme('create-platen', 'A new server'),
    ],
  },
  {
    title: 'Recipes',
    pages: [document('recipes/index', 'All recipes'), ...folder('recipes', 'docs/recipes/!(index).md')],
  },
  {
    title: 'Operations',
    pages: folderOfOperations(),
  },
  {
    title: 'Reference',
    pages: [
      generated('reference/http', 'HTTP interface'),
      readme('http', 'HTTP surface and its options'),
      generated('reference/command-line', 'Commands and flags'),
      readme('cli', 'Command line'),
      generated('reference/typescript/index', 'TypeScript API'),
      document('errors'),
      document('warnings'),
      document('limits'),
      document('metrics'),
    ],
  },
  {
    title: 'Deploy',
    pages: [document('deploy', 'Where it runs'), page('deploy/files', 'deploy/README.md', 'Units, charts, balancers')],
  },
  { title: 'Compare', pages: [document('compare', 'With other tools')] },
  {
    title: 'How it is measured',
    collapsed: true,
    pages: [
      document('measured', 'Results in short'),
      page('measured/repeat', 'benchmarks/README.md', 'Measure again'),
      ...folder('measured', 'benchmarks/results/*.md'),
    ],
  },
  {
    title: 'More packages',
    collapsed: true,
    pages: [
      readme('core'),
      readme('webhooks'),
      readme('testing'),
      readme('stores/sqlite'),
      readme('stores/postgres'),
      readme('queues/pg-boss'),
      readme('blobs/s3'),
      readme('cluster'),
      readme('paddle-ocr'),
      readme('operations/standard'),
      readme('pdf-kit'),
      readme('flow-document'),
      readme('platen'),
    ],
  },
  {
    title: 'Project',
    collapsed: true,
    pages: [
      document('versioning'),
      page('changelog', 'CHANGELOG.md'),
      page('examples', 'examples/README.md'),
      page('examples/frameworks', 'examples/frameworks/README.md'),
      page('contributing', 'CONTRIBUTING.md'),
      document('first-change'),
      document('style-guide'),
      page('reporting', 'SECURITY.md', 'Reporting a vulnerability'),
      page('support', 'SUPPORT.md'),
      page('conduct', 'CODE_OF_CONDUCT.md'),
      document('architecture'),
      ...folder('decisions', 'docs/decisions/*.md'),
    ],
  },
];

function folderOfOperations(): readonly Page[] {
  return globSync('packages/operations/!(standard)/README.md', { cwd: root })
    .toSorted()
    .map((source) => page(`operations/${source.split('/')[2]}`, source));
}

/** Pages that are documents. */
export const documentPages: readonly Page[] = sections
  .flatMap(({ pages }) => pages)
  .filter((each): each is Page => 'source' in each);

/** The first heading of a document. */
function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll(/[`*]|\[(.*?)\]\(.*?\)/g, '$1') ?? '';
}

/** What the sidebar calls a page. */
export function labelOf(each: Page | GeneratedPage): string {
  if (each.label !== undefined) return each.label;
  const title = 'source' in each ? titleOf(readFileSync(join(root, each.source), 'utf8')) : '';
  return title.replace(/^(\d{4}): /, '') || (each.path.split('/').at(-1) ?? '');
}
