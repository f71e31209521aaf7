import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Advisory, compareVersions, findAffected } from '../build/advisories.ts';
import { billOfMaterials, componentOf } from '../build/bundled-components.ts';
import { absoluteLinks } from '../build/stamp-package.ts';
import { codeBlocks } from '../documents/code-blocks.ts';

// The page of a package, and what programs that look for vulnerabilities read. `npm run check-packages` looks at what is packed.

const root = fileURLToPath(new URL('../..', import.meta.url));
const repository = 'https://git.example/acme/platen';

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly engines?: { readonly node?: string };
}

const packages = globSync('packages/{*,*/*}/package.json', { cwd: root })
  .map((path) => ({ path: dirname(path), manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest }))
  .map((each) => ({ ...each, name: each.manifest.name }));

describe.each(packages)('$name', ({ path, manifest }) => {
  test('says what it is, in words that people search for', () => {
    expect(manifest).toMatchObject({ license: 'MIT', engines: { node: expect.any(String) } });
    expect(manifest.description?.length).toBeGreaterThan(20);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
  });

  test('has a page that stands alone: how to install and use it, with links that work anywhere', () => {
    const readme = `${path}/README.md`;
    expect(codeBlocks(readme).length, 'blocks of code').toBeGreaterThan(0);
    const page = absoluteLinks(readFileSync(join(root, readme), 'utf8'), path, repository);
    const targets = [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    expect(targets.filter((target) => !/^(?:https?:|mailto:|#)/.test(target))).toEqual([]);
    expect(page).not.toContain('<!-- given');
  });
});

test('a link of a README leads to the same file in the repository, a picture to its bytes, and code stays as it is', () => {
  const readme = 'See [limits](../../docs/limits.md#structure).\n\n![x](images/a.webp)\n\n```md\n[a](b.md)\n```\n';
  expect(absoluteLinks(readme, 'packages/core', repository)).toBe(
    `See [limits](${repository}/blob/main/docs/limits.md#structure).\n\n![x](${repository}/raw/main/packages/core/images/a.webp)\n\n\`\`\`md\n[a](b.md)\n\`\`\`\n`,
  );
});

test('a bill of materials names each component once, in an order of its own', () => {
  const parts = [
    componentOf('zod', '4.1.0', 'MIT'),
    componentOf('@a/b', '1.0.0', 'ISC'),
    componentOf('zod', '4.1.0', 'MIT'),
  ];
  const document = JSON.parse(billOfMaterials({ name: 'x', version: '1.0.0' }, parts)) as {
    components: { purl: string }[];
  };
  expect(document.components.map(({ purl }) => purl)).toEqual(['pkg:npm/%40a/b@1.0.0', 'pkg:npm/zod@4.1.0']);
});

describe('advisories', () => {
  const advisory = (events: readonly object[], more: object = {}) =>
    ({
      id: 'GHSA-1',
      affected: [{ package: { ecosystem: 'npm', name: 'lib' }, ranges: [{ type: 'SEMVER', events }] }],
      ...more,
    }) as Advisory;
  const affected = (version: string, ...feed: readonly Advisory[]) => findAffected([{ name: 'lib', version }], feed);

  test('a bundled version within a range is named, one before or after it is not', () => {
    const feed = advisory([{ introduced: '1.2.0' }, { fixed: '1.4.1' }]);
    expect(affected('1.4.0', feed)).toEqual(['lib 1.4.0: GHSA-1']);
    expect(affected('1.1.9', feed)).toEqual([]);
    expect(affected('1.4.1', feed)).toEqual([]);
  });

  test('later ranges of one advisory count, and so do the last affected version and listed ones', () => {
    const feed = advisory([
      { introduced: '0' },
      { fixed: '1.0.0' },
      { introduced: '2.0.0-beta.2' },
      { last_affected: '2.3.0' },
    ]);
    expect(affected('2.0.0-beta.10', feed)).toHaveLength(1);
    expect(affected('2.0.0-beta.1', feed)).toEqual([]);
    expect(affected('2.3.0', feed)).toHaveLength(1);
    expect(affected('2.3.1', feed)).toEqual([]);
    const listed = { id: 'X', affected: [{ package: { ecosystem: 'npm', name: 'lib' }, versions: ['9.9.9'] }] };
    expect(affected('9.9.9', listed)).toHaveLength(1);
  });

  test('what was withdrawn, or is about another registry, affects nothing', () => {
    expect(affected('1.0.0', advisory([{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' }))).toEqual([]);
    const other = { id: 'PY', affected: [{ package: { ecosystem: 'PyPI', name: 'lib' }, versions: ['1.0.0'] }] };
    expect(affected('1.0.0', other)).toEqual([]);
  });

  test('versions are ordered as semantic versioning says', () => {
    const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.10.0'];
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  });
});
