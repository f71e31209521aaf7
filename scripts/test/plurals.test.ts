import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'packages/*/*/src/*.ts'], {
  cwd: root,
  encoding: 'utf8',
});
/** What may be one. Bytes, pixels and characters are limits, of which nobody sets one. */
const nouns = 'pages|files|jobs|words|lines|objects|times|endpoints|deliveries|hours|days|parts|images|sheets|outputs';
const pattern = new RegExp(String.raw`\$\{([^{}]+)\} (?:more )?(?:${nouns})\b`, 'g');

test('a count in a message agrees with its noun: `counted`', () => {
  const wrong = sources
    .trim()
    // What it says is for the log alone.
    .split('\n')
    .filter((path) => !path.endsWith('/draw-recognition.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(pattern)]
        .filter(([, count = '']) => !isConstant(count, text) && !isChecked(count, text))
        .map(([message]) => `${path}: ${message}`);
    });
  expect(wrong).toEqual([]);
});

/** A number that the file gives itself is no count. */
function isConstant(name: string, text: string): boolean {
  return new RegExp(`const ${name} = [\\d_]+`).test(text);
}

/** The singular has a sentence of its own. */
function isChecked(count: string, text: string): boolean {
  return text.includes(`${count} === 1`) || text.includes(`${count} > 1`);
}
