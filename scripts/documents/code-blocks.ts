import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A fenced block of a document. */
export interface CodeBlock {
  readonly document: string;
  /** Where it begins. */
  readonly line: number;
  /** What follows the fence, such as `js`; empty when nothing does. */
  readonly language: string;
  readonly code: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The documents somebody reads to use Platen: not the changelog, nor what benchmarks write. */
export const documents: readonly string[] = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => !/^CHANGELOG|\/results\//.test(path));

/** Every fenced block of a document, in order. */
export function codeBlocks(document: string): readonly CodeBlock[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(({ index, 1: language = '', 2: code = '' }) => ({
    document,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  }));
}
