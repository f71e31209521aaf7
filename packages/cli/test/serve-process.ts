import { main } from '../src/main.ts';

/** A `platen` command as a process of its own, from the sources: `serve`, unless the arguments begin with another. */
const args = process.argv.slice(2);
process.exitCode = await main(args[0]?.startsWith('--') === false ? args : ['serve', ...args]);
