import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampPackage } from './build/stamp-package.ts';

// Before a release, in the checkout that publishes: each package says where it comes from. The workflow knows the address, which
// npm compares with the one that the provenance names.

const root = fileURLToPath(new URL('..', import.meta.url));
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
if (server === undefined || name === undefined) throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set');

for (const manifest of globSync('packages/{*,*/*}/package.json', { cwd: root })) {
  const path = dirname(manifest);
  await stampPackage(join(root, path), { root, path, repository: `${server}/${name}` });
}
