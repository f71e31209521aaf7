import { main } from '../src/main.ts';

/** `platen serve` as a process of its own, from the sources. */
process.exitCode = await main(['serve', ...process.argv.slice(2)]);
