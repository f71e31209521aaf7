import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemblePages } from './assemble-pages.ts';
import { commandReference } from './command-reference.ts';
import { httpReference, openApiDocument, triedOperations } from './http-reference.ts';
import { labelOf, sections } from './pages.ts';
import { writeTypescriptReference } from './typescript-reference.ts';

// `npm run docs`: the site, in build/docs. The pages are the documents of the repository, and the reference, which is written
// from the sources. VitePress makes HTML of them; each page is there as Markdown as well.

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'build', 'site');
const site = join(root, 'build', 'docs');

await rm(sources, { recursive: true, force: true });
await assemblePages(root, sources);
await writeReference();
await copyFile(join(root, 'docs', 'index.md'), join(sources, 'index.md'));
// In a process of its own: its types would bring those of browsers into all scripts.
execFileSync(process.execPath, [join(root, 'node_modules/vitepress/bin/vitepress.js'), 'build', 'docs'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const pages = await copyMarkdown();
await writeFile(join(site, 'llms.txt'), llmsText());
console.log(`${pages} pages are in ${site}`);

async function writeReference(): Promise<void> {
  const reference = join(sources, 'reference');
  await mkdir(join(sources, 'public'), { recursive: true });
  await mkdir(reference, { recursive: true });
  await writeFile(join(reference, 'http.md'), httpReference());
  await writeFile(join(reference, 'command-line.md'), await commandReference());
  await writeFile(join(sources, 'public', 'openapi.json'), JSON.stringify(openApiDocument(), null, 2));
  await writeFile(join(sources, 'tried-operations.json'), JSON.stringify(triedOperations()));
  await writeTypescriptReference(root, join(reference, 'typescript'));
}

/** Puts the Markdown of each page beside its HTML, and resolves to their number. */
async function copyMarkdown(): Promise<number> {
  const paths = (await readdir(sources, { recursive: true })).filter((path) => path.endsWith('.md'));
  for (const path of paths) {
    await mkdir(dirname(join(site, path)), { recursive: true });
    await copyFile(join(sources, path), join(site, path));
  }
  return paths.length;
}

/** What programs that read Markdown begin with: https://llmstxt.org. */
function llmsText(): string {
  const lists = sections.map(({ title, pages: own }) => {
    const lines = own.map((page) => `- [${labelOf(page)}](/${page.path}.md)${summaryOf(page.path)}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Platen

> The file conversion engine that Node teams embed in the server they already run: PDF to Word and Excel, OCR, compress,
> merge, split, PDF to images, images to PDF.

The OpenAPI document is at [/openapi.json](/openapi.json).

${lists.join('\n\n')}
`;
}

/** The first sentence below the title of a page. */
function summaryOf(path: string): string {
  const [, text = ''] =
    /^# .+\n+([^\n|#`<!-][\s\S]*?)(?:\n\n|$)/m.exec(readFileSync(join(sources, `${path}.md`), 'utf8')) ?? [];
  const sentence =
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
      .match(/^.*?[.:](?= |$)/)?.[0] ?? '';
  return sentence === '' ? '' : `: ${sentence.replace(/:$/, '.')}`;
}
