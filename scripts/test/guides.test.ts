import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPdf } from '@platen/pdf-kit/objects';
import { PDFDict, PDFHexString, PDFName } from '@platen/pdf-kit/pdf-lib';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { samplePdf } from '../../packages/cli/src/service/sample-pdf.ts';
import { followGuide, type Guide } from '../documents/follow-guide.ts';
import { freePort } from '../documents/free-port.ts';
import { linkModules } from '../documents/link-modules.ts';

// What a page tells to do is done word by word, with the packages as they are bundled for tests. `npm run smoke` does it with
// packed ones, and the examples of all documents are type-checked beside this.

afterEach(() => vi.unstubAllEnvs());

/** Follows a guide in a folder that what is installed here is linked into; `project` is the folder that it works in, below. */
async function follow(guide: Guide, project: string) {
  const start = mkdtempSync(join(tmpdir(), 'platen-guide-'));
  onTestFinished(() => rmSync(start, { recursive: true, force: true }));
  vi.stubEnv('PATH', `${dirname(process.execPath)}:${process.env.PATH}`);
  // `npx platen` runs the sources.
  vi.stubEnv('NODE_OPTIONS', '--conditions=@platen/source');
  // Worker processes may read a real `node_modules`; this one is linked from elsewhere.
  vi.stubEnv('PLATEN_OCR_LANGUAGES', join(start, project, 'node_modules'));
  const installed = new Set<string>();
  const folder = await followGuide(guide, start, {
    port: await freePort(),
    install: async (place, names) => {
      if (installed.size === 0) {
        linkModules(join(place, 'node_modules'), inject('builtPackages'));
        writeFileSync(join(place, 'report.pdf'), samplePdf('Report'));
      }
      for (const name of names) installed.add(name);
    },
    adapt: (line) =>
      line.replace(/^npx tsc$/, 'npx tsc --noCheck --noResolve').replace(/^node /, `${process.execPath} `),
  });
  return { folder, installed };
}

describe.skipIf(process.platform === 'win32')('word by word', () => {
  test('the five lines of README.md convert a file over HTTP', async () => {
    const { folder } = await follow({ document: 'README.md', section: 'Five lines' }, '.');
    expect(readFileSync(join(folder, 'report.docx')).subarray(0, 2).toString()).toBe('PK');
  }, 300_000);

  test('docs/tutorial.md makes an app that converts a file and hears of the end of a job', async () => {
    const { folder } = await follow({ document: 'docs/tutorial.md' }, 'shop');
    expect(readFileSync(join(folder, 'report.docx')).subarray(0, 2).toString()).toBe('PK');
    expect(readFileSync(join(folder, 'ended-jobs.txt'), 'utf8')).toMatch(/^job\.completed [\w-]+\n$/);
  }, 300_000);

  test('docs/writing-an-operation.md makes an operation that converts a file over HTTP', async () => {
    const { folder, installed } = await follow({ document: 'docs/writing-an-operation.md' }, 'pdf-title');
    const document = await openPdf(join(folder, 'titled.pdf'));
    const properties = document.context.lookup(document.context.trailerInfo.Info, PDFDict);
    expect(properties.lookup(PDFName.of('Title'), PDFHexString).decodeText()).toBe('Annual report');
    const files = ['src/operation.ts', 'src/worker.ts', 'main.mjs', 'test/operation.test.ts'];
    const imported = files.flatMap((file) => importsOf(readFileSync(join(folder, file), 'utf8')));
    expect(imported.filter((name) => !name.startsWith('node:') && !installed.has(name))).toEqual(['pdf-title']);
  }, 300_000);
});

/** The packages that a module imports. */
function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/from '((?:@[^/]+\/)?[^./'][^/']*)/g)].map(([, name = '']) => name);
}
