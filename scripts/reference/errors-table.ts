import { type ErrorCode, errorTable } from '@platen/core';
import { otherReasons } from '@platen/core/internal';
import { documentedMembers, markdownTable } from './documented-members.ts';

/** Every code that is answered or that a job may have, with its status, its meaning and its details. */
export function codesTable(): string {
  const rows = documentedMembers('errors.ts', 'export const errorTable')
    .filter(({ name }) => name !== 'CANCELLED')
    .map(({ name, text, tags }) => [
      `\`${name}\``,
      String(errorTable[name as ErrorCode].status),
      text,
      tags.details ?? '',
    ]);
  return markdownTable(['code', 'status', 'when', '`details`'], rows);
}

/** Every reason, with its codes and what to do. */
export function reasonsTable(): string {
  const failures = documentedMembers('errors.ts', 'export const failureReasons').map(
    ({ name, text }) => [name, ['PROCESSING_FAILED'], text] as const,
  );
  const others = documentedMembers('errors.ts', 'export const otherReasons').map(
    ({ name, text }) => [name, otherReasons[name as keyof typeof otherReasons], text] as const,
  );
  const rows = [...others, ...failures].map(([name, codes, text]) => [
    `\`${name}\``,
    codes.map((code) => `\`${code}\``).join(', '),
    text,
  ]);
  return markdownTable(['reason', 'of', 'what to do'], rows);
}
