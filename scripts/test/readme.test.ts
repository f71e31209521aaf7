import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

test.each(documents)('the examples of %s run on Node 22, which has no "await using"', (path) => {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const blocks = [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, code = '']) =>
    code.replaceAll(/\/\/.*$/gm, ''),
  );
  expect(blocks.filter((code) => /\bawait using\b/.test(code))).toEqual([]);
});
