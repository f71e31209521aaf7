import { defineOperation } from '@platen/core';
import { operationSuite, runOperation } from '@platen/testing';
import { expect, test } from 'vitest';
import { echoOptions } from './echo-options.ts';

const echo = defineOperation({
  name: 'pdf/echo',
  title: 'Echo',
  description: 'Gives back what it gets.',
  accepts: ['application/pdf'],
  files: { min: 1, max: null },
  options: echoOptions,
  worker: new URL('./echo-worker.ts', import.meta.url),
});

const files = () => [
  { fileName: 'a.pdf', bytes: Buffer.from('%PDF-1') },
  { fileName: 'b.pdf', bytes: Buffer.from('%PDF-2') },
];

operationSuite(echo, {
  good: [
    {
      name: 'parts come out in the order of the plan, with warnings and progress',
      inputs: files,
      check({ outputs, warnings, progress }) {
        expect(outputs.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['%PDF-1', '%PDF-2']);
        expect(outputs[1]).toMatchObject({ fileName: '2-a.pdf', mediaType: 'application/pdf' });
        expect(warnings).toEqual([{ code: 'ONLY_AN_ECHO', message: 'Nothing was converted' }]);
        expect(progress.at(-1)).toBe(1);
      },
    },
  ],
  bad: [
    { name: 'a failure', inputs: files, options: { fail: true }, code: 'PROCESSING_FAILED', reason: 'damaged_file' },
    { name: 'a bad option', inputs: files, options: { fail: 'perhaps' }, code: 'INVALID_REQUEST' },
  ],
});

test('an output outside of outputDir is found out', async () => {
  const escaping = { ...echo, worker: new URL('./escaping-worker.ts', import.meta.url) };
  await expect(runOperation(escaping, files())).rejects.toThrow('no file under outputDir');
});
