import { readFileSync } from 'node:fs';

/** A member of an object or an interface with its doc comment. */
export interface DocumentedMember {
  readonly name: string;
  /** The comment without its tags, as one line. */
  readonly text: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** The members of what begins with `start` in a source of `@platen/core`, in their order. */
export function documentedMembers(file: string, start: string): readonly DocumentedMember[] {
  const source = readFileSync(new URL(`../../packages/core/src/${file}`, import.meta.url), 'utf8');
  const from = source.indexOf(start);
  if (from < 0) throw new Error(`${file} has no "${start}"`);
  const body = source.slice(from, source.indexOf('\n}', from));
  return [...body.matchAll(/^ {2}\/\*\*([\s\S]*?)\*\/\n {2}(?:readonly )?(\w+)\??:/gm)].map(
    ([, comment = '', name = '']) => {
      const [text = '', ...tags] = comment
        .replaceAll(/\n\s*\* ?/g, ' ')
        .split(/\s@(?=[a-z]+ )/)
        .map((part) => part.trim());
      return {
        name,
        text,
        tags: Object.fromEntries(tags.map((tag) => tag.split(/ (.*)/s).slice(0, 2) as [string, string])),
      };
    },
  );
}

/** A table of Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
