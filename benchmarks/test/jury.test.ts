import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfCompress } from '@platen/pdf-compress';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generatedFiles } from '../src/corpus-files.ts';
import { examined } from '../src/jury/facts.ts';
import { judge } from '../src/jury/judge.ts';
import { endMupdf } from '../src/jury/mupdf.ts';

const hasReaders = ['pdftotext', 'qpdf'].every((program) => spawnSync(program, ['--version']).error === undefined);

/** Small files, made or from the tests of packages: links, outline, layers, tags, attachments, a signature, encryption. */
const fixtures = [
  'packages/pdf-kit/test/fixtures/specimen.pdf',
  'packages/pdf-kit/test/fixtures/signed.pdf',
  'packages/pdf-kit/test/fixtures/owner-only-rc4.pdf',
  'packages/dashboard/test/fixtures/letter.pdf',
  'benchmarks/fixtures/busy.pdf',
];
const generated = [
  'text-1.pdf',
  'report-3.pdf',
  'statement-1.pdf',
  'form-1.pdf',
  'form-4.pdf',
  'tiny-0.pdf',
  'scan-bilevel-1.pdf',
];

describe.runIf(hasReaders)('what poppler and qpdf say before and after merge, split and compress', () => {
  let folder = '';
  let engine: ReturnType<typeof createEngine>;
  let paths: readonly string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-jury-test-'));
    engine = createEngine({
      operations: [pdfCompress, pdfMerge, pdfSplit],
      executor: createThreadExecutor({ threads: 1 }),
    });
    const own = fixtures.map((name) => fileURLToPath(new URL(`../../${name}`, import.meta.url)));
    paths = [...own, ...(await generatedFiles(({ name }) => generated.includes(name)))];
  });

  afterAll(async () => {
    endMupdf();
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  test.each([...fixtures, ...generated].map((name) => basename(name)))(
    '%s has no difference without a warning',
    async (name) => {
      const at = paths.findIndex((path) => basename(path) === name);
      const [path = '', other = ''] = [paths[at], paths.at(at - 1)];
      const made = join(folder, String(at));
      await mkdir(made);
      const verdicts = await judge(examined(path), examined(other), {
        engine,
        folder: made,
        deadline: Date.now() + 600_000,
      });
      expect(verdicts.length).toBeGreaterThan(3);
      expect(verdicts.filter(({ faults }) => faults.length > 0)).toEqual([]);
    },
  );
});
