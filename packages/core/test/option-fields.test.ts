import { defineOperation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

const operation = (options: z.ZodObject) =>
  defineOperation({
    name: 'test/fields',
    title: 'Fields',
    description: 'Has options.',
    accepts: ['application/pdf'],
    files: { min: 1, max: 1 },
    options,
    worker: new URL('file:///none'),
  });

test('choices, lists and unknown names are told from the JSON Schema', () => {
  const fields = readOptionFields(
    operation(
      z.object({
        level: z.enum(['medium', 'low']),
        tags: z.array(z.string()),
        passwords: z.union([z.string(), z.array(z.string())]),
        output: z.union([z.enum(['csv', 'json']), z.array(z.enum(['csv', 'json']))]),
      }),
    ),
  );
  expect(fields.allowed('level')).toEqual(['medium', 'low']);
  expect(fields.allowed('output')).toEqual(['csv', 'json']);
  expect(['level', 'tags', 'passwords', 'output'].map(fields.isList)).toEqual([false, true, true, true]);
  expect(['level', '__proto__', 'constructor', 'other'].map(fields.has)).toEqual([true, false, false, false]);
});

test('a default is shown even where the schema coerces', () => {
  const number = z.preprocess(Number, z.number()).default(150);
  expect(readOptionFields(operation(z.object({ dpi: number }))).schemas.dpi).toMatchObject({ default: 150 });
});

test('a schema that transforms its values is described by what goes in', () => {
  const fields = readOptionFields(operation(z.object({ word: z.string().transform((word) => word.length) })));
  expect(fields.schemas.word).toEqual({ type: 'string' });
});

test('the JSON Schema of options is made once, however often their fields are asked for', () => {
  const described = operation(z.object({ level: z.number() }));
  const { jsonSchema } = described.options['~standard'];
  const input = vi.spyOn(jsonSchema, 'input');
  readOptionFields(described);
  readOptionFields({ ...described });
  expect(input).toHaveBeenCalledOnce();
});
