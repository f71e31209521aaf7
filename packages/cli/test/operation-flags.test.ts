import { defineOperation } from '@platen/core';
import { booleanOption, choiceOption, numberOption, passwordOption } from '@platen/pdf-kit/options';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOperationFlags } from '../src/options/operation-flags.ts';
import { parseArguments } from '../src/options/parse-arguments.ts';

const operation = defineOperation({
  name: 'pdf/test',
  title: 'Test',
  description: 'Does nothing.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: z.object({
    pageSize: choiceOption(['fit', 'a4'], 'Size of the pages'),
    bookmarks: booleanOption(true, 'Keep the bookmarks'),
    transparent: booleanOption(false, 'No background'),
    dpi: numberOption({ min: 24, max: 600 }).default(150).describe('Pixels an inch'),
    tags: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Tags'),
    outline: z.union([z.boolean(), z.literal([1, 2])]).optional(),
    password: passwordOption,
  }),
  worker: new URL('file:///nowhere'),
});

function parse(...args: readonly string[]) {
  const flags = createOperationFlags(operation, ['output']);
  const { values, positionals } = parseArguments({
    args: [...flags.normalize(args)],
    options: { ...flags.config },
    allowPositionals: true,
    allowNegative: true,
  });
  return { options: flags.toOptions(values), positionals };
}

test('a flag is the name of an option in kebab case', () => {
  expect(parse('a.pdf', '--page-size', 'a4', '--dpi=300')).toEqual({
    options: { pageSize: 'a4', dpi: '300' },
    positionals: ['a.pdf'],
  });
});

test('what is not given is left to the schema', () => {
  expect(parse('a.pdf').options).toEqual({});
});

test.each([
  [['--transparent'], { transparent: true }],
  [['--no-bookmarks'], { bookmarks: false }],
  [['--bookmarks=false'], { bookmarks: false }],
  [['--bookmarks', 'false'], { bookmarks: false }],
  [['--transparent', 'true'], { transparent: true }],
  [['--outline'], { outline: 'true' }],
  [['--outline', '2'], { outline: '2' }],
  [['--outline=2'], { outline: '2' }],
  [['--outline', '4'], { outline: '4' }],
  [['--no-outline'], { outline: 'false' }],
])('switches: %j', (args, options) => {
  expect(parse(...args, 'a.pdf')).toEqual({ options, positionals: ['a.pdf'] });
});

test('an option that may be a list can be repeated', () => {
  expect(parse('--tags', 'one', '--tags', 'two').options).toEqual({ tags: ['one', 'two'] });
});

test('an unknown flag is a usage error', () => {
  expect(() => parse('--bogus')).toThrow('there is no option --bogus');
});

test('help shows choices, ranges, defaults and how to switch off', () => {
  const help = createOperationFlags(operation, []).help.join('\n');
  expect(help).toMatch(/--page-size <fit\|a4> +Size of the pages \(fit\)/);
  expect(help).toMatch(/--dpi <24–600> +Pixels an inch \(150\)/);
  expect(help).toMatch(/--\[no-\]bookmarks +Keep the bookmarks \(on; --no-bookmarks for none\)/);
  expect(help).toContain('--transparent ');
});

test('an option that would hide a flag of the command is refused', () => {
  expect(() => createOperationFlags(operation, ['dpi'])).toThrow('hides');
});
