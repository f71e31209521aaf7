import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineOperation } from '../src/index.ts';
import { checkOptionValues } from '../src/internal.ts';

const operation = defineOperation({
  name: 'test/words',
  title: 'Words',
  description: '',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: z.object({
    title: z.string().max(5),
    count: z.number().int().min(1).max(9).optional(),
    share: z.number().gt(0).optional(),
    size: z.number().int().optional(),
    level: z.enum(['low', 'high']).optional(),
    delimiter: z.enum([',', ';', 'tab']).optional(),
    bold: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    either: z.union([z.string(), z.array(z.string())]).optional(),
    nested: z.object({ x: z.number() }).optional(),
    own: z.string('needs a word of yours').optional(),
    tag: z.string().regex(/^\w+$/, 'is not a tag').optional(),
    pin: z.string().regex(/^\d+$/).optional().meta({ writeOnly: true }),
    code: z.string().regex(/^\d+$/, 'is not a code').optional().meta({ writeOnly: true }),
  }),
  worker: new URL('file:///worker.js'),
});

async function problemOf(options: Readonly<Record<string, unknown>>): Promise<string> {
  const { problems = [] } = await checkOptionValues(operation, { title: 'x', ...options });
  return problems.map(({ field, problem }) => `${field} ${problem}`).join('; ');
}

test.each([
  [{ title: undefined }, 'title is missing'],
  [{ title: 7 }, 'title must be text of at most 5 characters, not 7'],
  [{ title: 'too long' }, 'title must be text of at most 5 characters, not "too long"'],
  [{ count: 'x' }, 'count must be a whole number from 1 to 9, not "x"'],
  [{ count: 10 }, 'count must be a whole number from 1 to 9, not 10'],
  [{ size: 1.5 }, 'size must be a whole number, not 1.5'],
  [{ share: 0 }, 'share must be a number above 0, not 0'],
  [{ level: 'hihg' }, 'level must be one of low, high, not "hihg"'],
  [{ delimiter: 'x' }, 'delimiter must be one of ",", ";", tab, not "x"'],
  [{ bold: 'yes' }, 'bold must be true or false, not "yes"'],
  [{ tags: 'a' }, 'tags must be a list, each item text, not "a"'],
  [{ tags: ['a', 1] }, 'tags.1 must be text, not 1'],
  [{ either: 1 }, 'either must be text or a list, each item text, not 1'],
  [{ nested: { x: null } }, 'nested.x must be a number, not null'],
  [{ own: 1 }, 'own needs a word of yours'],
  [{ tag: 'x y' }, 'tag "x y" is not a tag'],
  [{ level: ['mid'] }, 'level must be one of low, high, not "mid"'],
  [{ level: ['mid', 'top'] }, 'level must be one of low, high, not ["mid","top"]'],
  // Neither objects, nor what is too long to be read, nor secrets.
  [{ level: {} }, 'level must be one of low, high'],
  [{ level: 'x'.repeat(59) }, 'level must be one of low, high'],
  [{ pin: 'letters' }, 'pin must be text that matches ^\\d+$'],
  [{ code: 'letters' }, 'code is not a code'],
])('%o: %s', async (options, problem) => {
  expect(await problemOf(options)).toBe(problem);
});

test('options that are no object', async () => {
  expect(await checkOptionValues(operation, 'title')).toEqual({
    problems: [{ field: 'options', problem: 'must be an object' }],
  });
});
