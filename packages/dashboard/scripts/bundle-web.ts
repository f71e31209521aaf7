import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const web = (path: string) => fileURLToPath(new URL(`../web/${path}`, import.meta.url));

/** What a browser loads first, and the script of the frame that draws Word documents. */
export const webEntries = { app: web('main.tsx'), 'word-frame': web('word-frame/draw-document.ts') };

/** How both are put together. */
export const webOptions: BuildOptions = {
  bundle: true,
  minify: true,
  write: false,
  target: ['chrome123', 'firefox120', 'safari17.5'],
  outdir: '/',
  legalComments: 'none',
  logLevel: 'error',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** Everything a browser loads, by file name: one script and one style sheet first, the rest when it is needed. */
export async function bundleWeb(): Promise<ReadonlyMap<string, Buffer>> {
  const [app, frame] = await Promise.all([
    build({
      ...webOptions,
      entryPoints: { app: webEntries.app },
      format: 'esm',
      splitting: true,
      write: false,
    }),
    build({
      ...webOptions,
      entryPoints: { 'word-frame': webEntries['word-frame'] },
      format: 'iife',
      write: false,
    }),
  ]);
  const built = [...app.outputFiles, ...frame.outputFiles].map(
    ({ path, contents }) => [path.replace(/^.*[\\/]/, ''), Buffer.from(contents)] as const,
  );
  const copied = ['index.html', 'icon.svg', 'word-frame.html'].map(async (name) => {
    const folder = name === 'word-frame.html' ? `word-frame/${name}` : name;
    return [name, await readFile(web(folder))] as const;
  });
  return new Map([...built, ...(await Promise.all(copied))]);
}
