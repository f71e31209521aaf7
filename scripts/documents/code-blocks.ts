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
  /** What a comment `<!-- given: host, app -->` above the fence says that it goes on from: names of `given.d.ts`. */
  readonly given: readonly string[];
  /** The heading that it is below. */
  readonly section: string;
  /** The paragraph right above it. */
  readonly above: string;
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
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(({ index, 1: language = '', 2: code = '' }) => {
    const before = text.slice(0, index);
    const [marker = '', names = ''] = markerPattern.exec(before) ?? [];
    return {
      document,
      line: before.split('\n').length,
      language,
      code,
      given: names.split(', ').filter((name) => name !== ''),
      section:
        before
          .match(/^#+ .*$/gm)
          ?.at(-1)
          ?.replace(/^#+ /, '') ?? '',
      above:
        before
          .slice(0, before.length - marker.length)
          .trimEnd()
          .split('\n\n')
          .at(-1) ?? '',
    };
  });
}

/** An HTML comment, which no reader of the page sees. */
const markerPattern = /<[!]-- given: ([\w, ]+) -->\n$/;
