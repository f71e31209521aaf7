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
    'The last part of a name will do: platen convert to-word report.pdf -o report.docx',
    'Several files, a folder or a pattern go into a folder: platen convert compress "in/**/*.pdf" -o out/',
    'The options of one: platen convert <operation> --help',
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
    ...(takesOneOrSeveral ? [flagLine('--each', 'A result of its own for each file, in a folder')] : []),
    flagLine('-f, --force', 'Replace files that are there, the one to convert included'),
    flagLine('--jobs <number>', 'Work on so much at a time: as many as there are processors; on a server 4'),
    flagLine('--server <url>', 'Convert on a server instead of here'),
    flagLine('--key <key>', 'Its API key; PLATEN_KEY in the environment when not given'),
    flagLine('--from <jobId>[/<n>]', 'Outputs of a job of the server as inputs, before the files; may be repeated'),
    flagLine('--webhook-url <url>', 'Where the server reports the end of the job, if it accepts that'),
    flagLine('--json', 'Print where the results are as JSON; of several files a line each, and a summary'),
  ].join('\n');
}

function usageOf({ name, files, accepts }: Operation): readonly string[] {
  const shown = name.slice(name.lastIndexOf('/') + 1);
  const pattern = accepts.includes('application/pdf') ? 'in/**/*.pdf' : 'in/**/*.jpg';
  const expand = `A folder stands for the files in it, "${pattern}" for what matches at any depth; - is standard input.`;
  if (files.max === 1) {
    return [
      'Each file is converted for itself; results keep the folders that the files are in.',
      expand,
      `  platen convert ${shown} report.pdf -o results/`,
      `  platen convert ${shown} in/ more/ -o results/`,
    ];
  }
  const each = files.min === 1 ? '; with --each, each becomes one' : '';
  return [
    `All files become one result, in the order given${each}.`,
    expand,
    `  platen convert ${shown} in/ -o result.pdf`,
  ];
}
