import type { Operation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { createOperationFlags, flagLine } from '../options/operation-flags.ts';
import { passwordHelp } from '../options/password-flags.ts';

/** What `platen convert --help` prints. */
export function listOperations(operations: readonly Operation[]): string {
  return [
    'platen convert <operation> <files…> -o <file or folder> [options]',
    '',
    ...operations.map(({ name, description }) => `  ${name.padEnd(14)} ${description}`),
    '',
    'The last part of a name is enough: platen convert to-word report.pdf -o report.docx',
    'Several files, a folder or a pattern go into a folder: platen convert compress "in/**/*.pdf" -o out/',
    'The options of an operation: platen convert <operation> --help',
  ].join('\n');
}

/** What `platen convert <operation> --help` prints. */
export function describeOperation(operation: Operation): string {
  const { name, description, files } = operation;
  const hasPassword = readOptionFields(operation).has('password');
  const takesOneOrSeveral = files.min === 1 && files.max === null;
  return [
    `platen convert ${name} <files…> -o <file or folder> [options]`,
    description,
    '',
    ...usageOf(operation),
    '',
    ...createOperationFlags(operation, []).help,
    ...(hasPassword
      ? [flagLine('--password-file <file>', passwordHelp.file), flagLine('', passwordHelp.variable)]
      : []),
    flagLine('-o, --out <file or folder>', 'A path that ends in / is a folder; - is standard output'),
    ...(takesOneOrSeveral ? [flagLine('--each', 'Write one result for each file, into a folder')] : []),
    flagLine('-f, --force', 'Replace existing files, also the file to convert'),
    flagLine('--jobs <number>', 'Files to convert at the same time (the number of processors; on a server 4)'),
    flagLine('--server <url>', 'Convert on a server instead of on this machine'),
    flagLine('--key <key>', 'API key of the server (the variable PLATEN_KEY)'),
    flagLine('--from <jobId>[/<n>]', 'Use outputs of a job on the server as inputs, before the files; may be repeated'),
    flagLine('--webhook-url <url>', 'The URL that the server notifies when the job ends, if it allows that'),
    flagLine('--json', 'Print the paths of the results as JSON; for several files, one line for each and a summary'),
  ].join('\n');
}

function usageOf({ name, files, accepts }: Operation): readonly string[] {
  const shown = name.slice(name.lastIndexOf('/') + 1);
  const pattern = accepts.includes('application/pdf') ? 'in/**/*.pdf' : 'in/**/*.jpg';
  const expand = `A folder means all files in it, "${pattern}" all files that match at any depth, and - standard input.`;
  if (files.max === 1) {
    return [
      'Each file is converted separately; results keep the folders of their files.',
      expand,
      `  platen convert ${shown} report.pdf -o results/`,
      `  platen convert ${shown} in/ more/ -o results/`,
    ];
  }
  const each = files.min === 1 ? '; with --each, each file becomes one' : '';
  return [
    `All files become one result, in the order given${each}.`,
    expand,
    `  platen convert ${shown} in/ -o result.pdf`,
  ];
}
