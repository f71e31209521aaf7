/** Frameworks a host can be made for. */
export const frameworks = ['express', 'fastify'] as const;

export type Framework = (typeof frameworks)[number];

export function isFramework(name: string): name is Framework {
  return frameworks.some((framework) => framework === name);
}

/** Versions the templates are tested with. */
const versions = {
  express: '5.3.0',
  '@types/express': '5.0.6',
  fastify: '5.12.8',
  '@types/node': '24.19.2',
  typescript: '6.0.3',
} as const;

/**
 * The manifest of a new host. Packages of ours are released together, so all have `platenVersion`; or they come from
 * `tarballs`, and so does what they need of each other.
 */
export function hostManifest(
  name: string,
  framework: Framework,
  platenVersion: string,
  tarballs: ReadonlyMap<string, string> | null,
) {
  const own = ['@platen/cli', '@platen/core', '@platen/dashboard', `@platen/${framework}`, '@platen/host'];
  // An optional peer of the command line, which npm would look at all the same.
  const others = [...(tarballs ?? [])].filter(([each]) => !own.includes(each) && each !== '@platen/cluster');
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/server.ts',
      keys: 'platen keys --data data',
      doctor: 'platen doctor --data data --port 3000',
      test: 'node --test "test/**/*.test.ts"',
      typecheck: 'tsc',
    },
    dependencies: {
      ...Object.fromEntries(own.map((each) => [each, tarballs?.get(each) ?? platenVersion])),
      [framework]: versions[framework],
    },
    devDependencies: {
      ...(framework === 'express' ? { '@types/express': versions['@types/express'] } : {}),
      '@types/node': versions['@types/node'],
      typescript: versions.typescript,
    },
    ...(tarballs === null ? {} : { overrides: Object.fromEntries(others) }),
  };
}
