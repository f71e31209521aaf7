import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  throw new Error(
    `Platen needs Node 22.13 or newer; this is ${process.version}. Run the tests with "npm test", which uses the pinned one.`,
  );
}

// Tests run from the sources, worker threads included: no build is needed before them.
const conditions = ['@platen/source'];
// A process that V8 or Node ends (out of memory, a failed assertion) leaves a report there that says why.
const reports = ['--report-on-fatalerror', '--report-compact', '--report-directory=coverage'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/**/test/**/*.test.ts',
      'examples/**/test/**/*.test.ts',
      'scripts/test/**/*.test.ts',
      'benchmarks/test/**/*.test.ts',
    ],
    globalSetup: ['./vitest.temporary-folder.ts'],
    setupFiles: ['./vitest.setup.ts'],
    execArgv: ['--conditions=@platen/source', ...reports],
    // What is written for other repositories runs there: `npm run smoke` does.
    exclude: ['**/node_modules/**', '**/templates/**'],
    // Vitest leaves one processor free. Tests wait for servers and workers most of the time: there is room for all.
    maxWorkers: Math.max(2, availableParallelism()),
    // What is logged matters where a test fails.
    silent: 'passed-only',
    // A machine whose disk is cold takes its time to read the fonts of the system, which a canvas does before it draws.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow to get there: what is polled for comes or does not.
    expect: { poll: { timeout: 15_000 } },
  },
});
