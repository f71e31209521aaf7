import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { samplePdf } from './sample-pdf.ts';
import { servePlaten } from './serve-platen.ts';

const modules: Readonly<Record<string, () => Promise<object>>> = {
  'node:fs': () => import('node:fs'),
  'node:fs/promises': () => import('node:fs/promises'),
  '@platen/client': () => import('../src/index.ts'),
};

test('the example of the README turns a file into a Word document', async () => {
  await using server = await servePlaten();
  const folder = await mkdtemp(join(tmpdir(), 'platen-client-'));
  try {
    await writeFile(join(folder, 'report.pdf'), samplePdf().stream());
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    const code = example
      .replaceAll(/^import (.+) from ('.+');$/gm, 'const $1 = await load($2);')
      .replace("'https://api.example.com'", 'server.url')
      .replace('process.env.PLATEN_KEY', 'server.apiKey')
      .replace("openAsBlob('report.pdf')", "openAsBlob(folder + '/report.pdf')")
      .replace('writeFile(file.fileName', "writeFile(folder + '/' + file.fileName");
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    const run = AsyncFunction('load', 'server', 'folder', code);
    await run((name: string) => modules[name]?.(), server, folder);
    expect(await readdir(folder)).toContain('report.docx');
  } finally {
    await rm(folder, { recursive: true });
  }
});
