import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { documentPages, type Page } from './pages.ts';

/** Pages that stand for a folder that documents link to. */
const folderPages: Readonly<Record<string, string>> = {
  'benchmarks/results': 'measured',
  'docs/decisions': 'decisions/0001-one-derived-job-id-for-idempotency',
  examples: 'examples',
};

/**
 * Writes every document into `folder` as the page that it is: links lead to pages, pictures and other files that a document
 * links to come along. Throws where a link leads to a file that there is not.
 */
export async function assemblePages(root: string, folder: string): Promise<void> {
  const bySource = new Map(documentPages.map((page) => [page.source, page.path]));
  const copied = new Set<string>();
  for (const page of documentPages) {
    const markdown = readFileSync(join(root, page.source), 'utf8');
    const assembled = rewriteLinks(withInstallNote(withoutMarkers(markdown), page), page, (target, anchor) => {
      const path = bySource.get(target) ?? folderPages[target.replace(/\/$/, '')];
      if (path !== undefined) return `/${path}.md${anchor}`;
      const file = join(root, target);
      if (!existsSync(file)) throw new Error(`${page.source}: ${target} does not exist`);
      // A folder has no page: its name stays, without a link.
      if (statSync(file).isDirectory()) return null;
      copied.add(target);
      return `/files/${target}${suffixOf(target)}`;
    });
    await write(join(folder, `${page.path}.md`), assembled);
  }
  for (const target of copied) {
    const place = join(folder, 'public', 'files', `${target}${suffixOf(target)}`);
    await mkdir(dirname(place), { recursive: true });
    await copyFile(join(root, target), place);
  }
}

/** Browsers show a text file and take others for a download; pictures are what they are. */
function suffixOf(target: string): string {
  return /\.(?:png|webp|svg|json)$/.test(target) ? '' : '.txt';
}

/** Without what only the tests of the documents read. */
function withoutMarkers(markdown: string): string {
  return markdown.replaceAll(/^<!-- (?:given|generated|end).*-->\n/gm, '');
}

/** Below the first line that installs packages of ours. To be removed with the same sentence of the start page, once they are on npm. */
function withInstallNote(markdown: string, { path }: Page): string {
  if (path === 'start') return markdown;
  const note = '\n\nThe packages are not on npm yet: [install them from a clone](/start.md#five-lines).';
  return markdown.replace(/^```(?:sh)?\nnpm install [^\n]*@platen\/[\s\S]*?^```$/m, (block) => block + note);
}

/** Rewrites relative links outside of code; `resolve` gets the path from the root and returns null to keep the text alone. */
function rewriteLinks(
  markdown: string,
  { source }: Page,
  resolve: (target: string, anchor: string) => string | null,
): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(linkPattern, rewrite)))
    .join('');

  function rewrite(whole: string, mark: string, text: string, target: string, anchor = ''): string {
    if (/^(?:[a-z]+:|#|\/)/.test(target) || (target === '' && anchor !== '')) return whole;
    const resolved = resolve(normalize(join(dirname(source), target)), anchor);
    return resolved === null ? text : `${mark}[${text}](${resolved})`;
  }
}

/** `[text](target#anchor)`, a picture or not; the text may hold a picture or code. */
const linkPattern = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
