import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
/** What is made or belongs to others: routes, packages named like files, files of the built packages and of a reader. */
const elsewhere = [/^\/api\//, /^tesseract\.js$/, /^dist\//, /^main\.mjs$/, /^run\.json$/];
/** The changelog speaks of the past; results are written by the benchmarks; templates become other repositories. */
const documents = files.filter((path) => path.endsWith('.md') && !/^CHANGELOG|\/results\/|\/templates\//.test(path));

describe.each(documents)('%s', (document) => {
  const whole = readFileSync(join(root, document), 'utf8');
  const text = whole.replaceAll(/^```[\s\S]*?^```/gm, '');
  /** Files that the reader makes: named in a line right above a block. */
  const made = new Set(
    [...whole.matchAll(/^(.*):\n\n(?:<!--.*-->\n)?```/gm)]
      .flatMap(([, line = '']) => [...line.matchAll(/`([^`]+)`/g)])
      .map(([, name = '']) => name),
  );

  test('names files and folders that exist', () => {
    const named = [...text.matchAll(/`([\w@./-]+)`/g)].map(([, path = '']) => path);
    const paths = named.filter((path) => isPath(path) && !made.has(path) && !elsewhere.some((each) => each.test(path)));
    expect(paths.filter((path) => !exists(path, dirname(document)))).toEqual([]);
  });

  test('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => target);
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });
});

test('docs/architecture.md names functions, types and options that exist', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const names = [...text.matchAll(/`([A-Za-z]\w*[a-z][A-Z]\w*)`/g)].map(([, name = '']) => name);
  const sources = files.filter((path) => /^packages\/.*\/src\/.*\.ts$/.test(path));
  const code = sources.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

/** Whether a text in backticks is meant as a path: it ends as one of our files does or begins in one of our folders. */
function isPath(text: string): boolean {
  return /\.(?:ts|tsx|m?js|cjs|json|md|yml|css|py)$/.test(text) || /^(?:packages|docs|examples|scripts)\//.test(text);
}

/** Whether a path exists as seen from the root or the document, or is the end of the path of a file. */
function exists(path: string, folder: string): boolean {
  return (
    existsSync(join(root, path)) ||
    existsSync(join(root, folder, path)) ||
    files.some((file) => `/${file}`.endsWith(`/${path}`))
  );
}
