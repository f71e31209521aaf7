import { createSqliteStore } from '../src/sqlite-store.ts';

/** Opens the store in the file given, says so or why not, and ends. */
try {
  const store = createSqliteStore({ file: process.argv[2] ?? '' });
  await store.keys.list();
  await store.close();
  console.log('opened');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
