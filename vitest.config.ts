import { defineConfig } from 'vitest/config';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  throw new Error(
    `Platen needs Node 22.13 or newer; this is ${process.version}. Run the tests with "npm test", which uses the pinned one.`,
  );
}

// Tests run from the sources, worker threads included: no build is needed before them.
const conditions = ['@platen/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/**/test/**/*.test.ts', 'examples/**/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    execArgv: ['--conditions=@platen/source'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A busy machine is slow to get there: what is polled for comes or does not.
    expect: { poll: { timeout: 15_000 } },
  },
});
