import { main } from '@platen/cli';
import type { Operation } from '@platen/core';
import { standardOperations } from '@platen/standard';
import { attack } from './fixtures/attack.ts';

// `platen serve` with one operation more: the list is read when the service starts.
(standardOperations as readonly Operation[] as Operation[]).push(attack);
process.exitCode = await main(['serve', ...process.argv.slice(2)]);
