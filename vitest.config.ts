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

// Tests of functions, from files and data to data, share a process: modules loaded anew cost up to a second a file. One that
// leaves anything behind in it fails. Whatever else there is, and is named *.system.test.ts among those, may start servers,
// workers and programs, mock modules and replace the clock: each such file has a process of its own.
const pure = ['core', 'pdf-kit', 'flow-document', 'paddle-ocr', 'operations/*'].map(
  (name) => `packages/${name}/test/**/!(*.system).test.ts`,
);
const all = ['packages', 'examples', 'scripts', 'benchmarks'].map((name) => `${name}/**/test/**/*.test.ts`);

// What is written for other repositories runs there: `npm run smoke` does.
const exclude = ['**/node_modules/**', '**/templates/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'pure', isolate: false, include: pure, exclude, setupFiles: ['./vitest.pure.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: all,
          exclude: [...exclude, ...pure],
          globalSetup: ['./vitest.built-packages.ts'],
          setupFiles: ['./vitest.built-workers.ts'],
        },
      },
    ],
    globalSetup: ['./vitest.temporary-folder.ts', './vitest.compile-cache.ts'],
    setupFiles: ['./vitest.setup.ts'],
    execArgv: ['--conditions=@platen/source', ...reports],
    // Vitest leaves one processor free. Tests wait for servers, workers and deadlines a third of the time: there is room for
    // one file more than there are processors.
    maxWorkers: availableParallelism() + 1,
    // What is logged matters where a test fails.
    silent: 'passed-only',
    // A machine whose disk is cold takes its time to read the fonts of the system, which a canvas does before it draws.
    // So does a busy one: a deadline here is for what hangs, and no test has one of its own that is shorter.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
