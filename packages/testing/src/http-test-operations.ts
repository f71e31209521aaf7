import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineOperation } from '@platen/core';
import { z } from 'zod';

/** The ways a test job can go. */
const acts = ['copy', 'wait', 'fail', 'encrypted', 'throw', 'crash'] as const;

const count = (value: unknown) => (typeof value === 'string' ? Number(value) : value);

export const testOptions = z.object({
  act: z.enum(acts).default('copy').describe('What becomes of the job'),
  reason: z.string().default('damaged_file').describe('Why it fails'),
  copies: z.preprocess(count, z.number().int().min(1).max(20)).default(1).describe('How many outputs it has'),
  tags: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('A field that may be sent several times'),
  language: z
    .string()
    .optional()
    .superRefine((value, context) => {
      if (value === undefined || value === 'eng') return;
      context.addIssue({ code: 'invalid_value', values: ['eng'], message: 'is not installed' });
    })
    .describe('A choice that is known only when it is asked for'),
  password: z.string().optional().meta({ writeOnly: true, description: 'A secret' }),
});

export type TestOptions = z.output<typeof testOptions>;

const worker = pathToFileURL(createRequire(import.meta.url).resolve('@platen/testing/http-test-worker'));

/** `test/copy`: takes one file and returns copies of it, or fails as its options say. */
export const testCopy = defineOperation({
  name: 'test/copy',
  title: 'Copy',
  description: 'Goes every way a job can go.',
  accepts: ['application/pdf', 'image/png'],
  files: { min: 1, max: 1 },
  options: testOptions,
  worker,
  limits: { timeoutMs: 20_000 },
});

/** `test/gather`: takes several files and returns a copy of each, in the order in which they were sent. */
export const testGather = defineOperation({
  ...testCopy,
  name: 'test/gather',
  title: 'Gather',
  files: { min: 2, max: null },
  languages: async () => ['eng', 'deu'],
});
