import { join } from 'node:path';
import { openDatabase } from '../src/open-database.ts';

// Opens and closes databases 0 to 39 of a folder, as a process does beside others that make them at the same moment.
const [folder = ''] = process.argv.slice(2);
for (let index = 0; index < 40; index += 1) openDatabase(join(folder, `${index}.db`), 5_000).close();
