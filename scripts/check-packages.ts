import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Looks at every package as its users will: what is packed, which types each import resolves to. Needs a build.

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const failed: string[] = [];

for (const manifestPath of globSync('packages/{*,*/*}/package.json', { cwd: root }).toSorted()) {
  const folder = join(root, dirname(manifestPath));
  const { name, exports } = JSON.parse(readFileSync(join(root, manifestPath), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  check(name, 'publint', ['run', '--strict'], folder);
  // A command line has nothing to import.
  if (Object.keys(exports).every((entry) => entry === './package.json')) continue;
  // Worker files and packages for ES modules only have no CommonJS side to be wrong about.
  const esmOnly = Object.keys(exports).filter(
    (entry) => entry !== './package.json' && !('require' in (exports[entry] ?? {})),
  );
  const profile = esmOnly.includes('.') ? 'esm-only' : 'node16';
  const excluded = profile === 'node16' ? esmOnly.map((entry) => entry.replace('./', '')) : [];
  check(
    name,
    'attw',
    [
      '--pack',
      '.',
      '--profile',
      profile,
      '--no-summary',
      ...(excluded.length > 0 ? ['--exclude-entrypoints', ...excluded] : []),
    ],
    folder,
  );
}
if (failed.length > 0) {
  console.error(`Package checks failed: ${failed.join(', ')}`);
  process.exitCode = 1;
} else {
  console.log('Every package packs and types as it says.');
}

function check(name: string, tool: string, args: readonly string[], folder: string): void {
  const { status, stdout, stderr } = spawnSync(join(bin, tool), args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  failed.push(`${name} (${tool})`);
  console.error(`${name}: ${tool}\n${stdout}${stderr}`);
}
