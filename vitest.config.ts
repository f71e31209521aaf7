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

// Files of tests share a process: modules loaded anew, and the start of a process, cost up to two seconds a file. One that
// leaves anything behind in it fails. Those that mock modules or change what all code of a process shares are named
// *.system.test.ts: each has a process of its own, as have those of packages that are in neither list.
const testsOf = (names: readonly string[]) => names.map((name) => `packages/${name}/test/**/!(*.system).test.ts`);
/** From files and data to data: nothing that is built is needed. */
const pure = testsOf(['core', 'pdf-kit', 'flow-document', 'paddle-ocr', 'operations/*']);
/** They start servers, workers and programs, and close them. */
const shared = testsOf([
  'adapters/*',
  'client',
  'create-platen',
  'engine',
  'host',
  'http',
  'platen',
  'queues/*',
  'stores/*',
  'testing',
  'webhooks',
]);
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
        test: { name: 'pure', isolate: false, include: pure, exclude, setupFiles: ['./vitest.shared-process.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: shared,
          exclude,
          globalSetup: ['./vitest.built-packages.ts'],
          setupFiles: ['./vitest.shared-process.ts', './vitest.built-workers.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: all,
          exclude: [...exclude, ...pure, ...shared],
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
