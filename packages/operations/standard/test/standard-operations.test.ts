import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { standardOperations } from '@platen/standard';
import { expect, test } from 'vitest';

test('each operation has a name of its own', () => {
  const names = standardOperations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each([...standardOperations])('$name: every option may be left out and has a description', async ({ options }) => {
  expect((await options['~standard'].validate({})).issues).toBeUndefined();
  const schema = options['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  for (const field of Object.values(schema.properties ?? {})) expect(field).toHaveProperty('description');
});

test.each([...standardOperations])('$name: its worker file is there', async ({ worker }) => {
  await access(fileURLToPath(worker));
});
