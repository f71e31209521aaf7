import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    baseline: { type: 'string' },
    history: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../latest', import.meta.url)) },
  },
});

/** The command line of this run; `benchmarks/README.md` says what each does. */
export const runSettings = { ...values, names: positionals };

/** How often each side is measured, in turns. Fewer than five cannot be told apart from another run. */
export const turns = values.quick ? 5 : 9;
