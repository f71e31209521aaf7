import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { samplePdf } from '../../packages/cli/src/service/sample-pdf.ts';
import { codeBlocks } from '../documents/code-blocks.ts';

test('convert.mjs of the README, as it is printed, converts a file in process and ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code } = codeBlocks('README.md').find((block) => block.code.startsWith('// convert.mjs')) ?? { code: '' };
  writeFileSync(join(folder, 'convert.mjs'), code);
  writeFileSync(join(folder, 'report.pdf'), samplePdf('Quarterly figures'));
  symlinkSync(inject('builtPackages'), join(folder, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['convert.mjs'], { cwd: folder, timeout: 60_000 });
  expect(readdirSync(folder).sort()).toEqual(['convert.mjs', 'node_modules', 'report.docx', 'report.pdf']);
  expect(readFileSync(join(folder, 'report.docx')).subarray(0, 2).toString()).toBe('PK');
});
