import { lockFile } from '../src/lock-file.ts';

/** Tries to take the lock, says whether it did, and lives until it is killed. */
console.log(lockFile(process.argv[2] ?? '') === null ? 'refused' : 'held');
setInterval(() => {}, 60_000);
