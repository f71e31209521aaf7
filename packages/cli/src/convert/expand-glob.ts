import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@platen/core/internal';
import { UsageError } from '../usage-error.ts';

/** What a pattern stands for. */
export interface GlobMatches {
  /** The folder that the pattern begins with, before its first wildcard. */
  readonly base: string;
  readonly files: readonly string[];
}

const wildcard = /[*?[{]/;
/** `{a,b}{c,d}…` multiplies. */
const maxAlternatives = 1_000;

/** Whether an argument that names no file is a pattern. */
export function isGlob(text: string): boolean {
  return wildcard.test(text);
}

/**
 * The files that match a pattern: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}`, and `**` for any depth of folders. Names that begin with a dot
 * match only where the pattern has the dot; `**` follows no links. In no order. Throws a `UsageError` for a pattern with too many
 * alternatives, and where a folder cannot be read.
 */
export async function expandGlob(pattern: string, platform = process.platform): Promise<GlobMatches> {
  const isWindows = platform === 'win32';
  const path = isWindows ? pattern.replaceAll('\\', '/') : pattern;
  const segments = path.split('/');
  const fixed = segments.findIndex((segment) => wildcard.test(segment));
  const base = fixed === 0 ? '.' : segments.slice(0, fixed).join('/') || '/';
  const found = new Set<string>();
  for (const alternative of expandBraces(segments.slice(fixed).join('/'))) {
    const parts = alternative.split('/').filter((part, index, all) => part !== '**' || all[index - 1] !== '**');
    const rest = parts.at(-1) === '**' ? [...parts, '*'] : parts;
    await walk(fixed === 0 ? '' : base, rest, { found, isWindows });
  }
  return { base, files: [...found] };
}

interface Walk {
  readonly found: Set<string>;
  readonly isWindows: boolean;
}

async function walk(folder: string, [part = '', ...rest]: readonly string[], context: Walk): Promise<void> {
  const entries = await readFolder(folder);
  if (part === '**') {
    await walk(folder, rest, context);
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
      await walk(join(folder, entry.name), ['**', ...rest], context);
    }
    return;
  }
  const matcher = createMatcher(part, context.isWindows);
  for (const { name } of entries) {
    if (!matcher(name)) continue;
    const path = join(folder, name);
    const known = await stat(path).catch(() => null); // A link that leads nowhere.
    if (rest.length === 0 && known?.isFile() === true) context.found.add(path);
    if (rest.length > 0 && known?.isDirectory() === true) await walk(path, rest, context);
  }
}

async function readFolder(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder === '' ? '.' : folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw new UsageError(`the folder "${folder}" cannot be read: ${errorCode(error)}`, { cause: error });
  }
}

/** A test for the name of a file or folder. */
function createMatcher(part: string, isWindows: boolean): (name: string) => boolean {
  const source = part.replace(/\\(.)|\[(!?)([^\]]+)\]|\*+|\?|[.+^$(){}|\]\\[]/g, (token, escaped, not, set) => {
    if (escaped !== undefined) return escapeRegExp(escaped);
    if (set !== undefined) return `[${not === '' ? '' : '^'}${set.replace(/[\\^[]/g, '\\$&')}]`;
    if (token.startsWith('*')) return '.*?';
    return token === '?' ? '.' : escapeRegExp(token);
  });
  const expression = new RegExp(`^${source}$`, isWindows ? 'iu' : 'u');
  const showsHidden = part.startsWith('.');
  return (name) => (showsHidden || !name.startsWith('.')) && expression.test(name);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** `a{b,c}` → `ab`, `ac`; braces without a comma are text. */
function expandBraces(pattern: string): readonly string[] {
  const [all, before = '', inside = '', after = ''] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  const expanded = inside.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
  if (expanded.length <= maxAlternatives) return expanded;
  throw new UsageError(`"${pattern}" has more than ${maxAlternatives} alternatives`);
}
