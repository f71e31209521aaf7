import { readFile } from 'node:fs/promises';
import { standardOperations } from '@platen/standard';
import { type BadSample, type GoodSample, operationSuite } from '@platen/testing';

/** What an operation needs beside a page of text to have something to do. */
const options: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'pdf/to-excel': { content: 'all' },
};

for (const operation of standardOperations) {
  const takesPdf = operation.accepts.includes('application/pdf');
  const file = (name: string) => async () => {
    const bytes = await readFile(new URL(`./fixtures/${name}`, import.meta.url));
    return Array.from({ length: operation.files.min }, (_, index) => ({ fileName: `${index + 1}-${name}`, bytes }));
  };
  const damaged = takesPdf ? '%PDF-1.7\nand nothing else' : '\x89PNG\r\n\x1a\nand nothing else';
  const damagedFiles = () =>
    Array.from({ length: operation.files.min }, () => ({
      fileName: takesPdf ? 'damaged.pdf' : 'damaged.png',
      bytes: Buffer.from(damaged, 'latin1'),
    }));
  const own = options[operation.name] ?? {};

  const good: GoodSample[] = takesPdf
    ? [
        { name: 'a page of text', inputs: file('page.pdf'), options: own },
        {
          name: 'an encrypted file with its password',
          inputs: file('encrypted.pdf'),
          options: { ...own, password: 'secret' },
        },
      ]
    : [{ name: 'an image', inputs: file('blue.png') }];
  const bad: BadSample[] = [
    { name: 'a damaged file', inputs: damagedFiles, options: own, code: 'PROCESSING_FAILED', reason: 'damaged_file' },
  ];
  if (takesPdf) {
    const inputs = file('encrypted.pdf');
    bad.push(
      { name: 'no password', inputs, options: own, code: 'PDF_ENCRYPTED', reason: 'password_required' },
      {
        name: 'a wrong password',
        inputs,
        options: { ...own, password: 'guess' },
        code: 'PDF_ENCRYPTED',
        reason: 'password_incorrect',
      },
    );
  }
  operationSuite(operation, { good, bad });
}
