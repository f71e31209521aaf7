import { defaultLimits, type Limits, structureLimits } from '@platen/core';
import { documentedMembers, markdownTable } from './documented-members.ts';

/** Every limit that a host or a key can set, with its default. */
export function limitsTable(): string {
  const rows = documentedMembers('limits.ts', 'export interface Limits').map(({ name, text, tags }) => {
    const value = defaultLimits[name as keyof Limits];
    return [`\`${name}\``, text, value === null ? (tags.unset ?? '') : figure(name, value), tags.beyond ?? ''];
  });
  return markdownTable(['name', 'bound', 'default', 'beyond it'], rows);
}

/** Every bound on the structure of a PDF. */
export function structureTable(): string {
  const rows = documentedMembers('limits.ts', 'export const structureLimits').map(({ name, text }) => [
    `\`${name}\``,
    text,
    figure(name, structureLimits[name as keyof typeof structureLimits]),
  ]);
  return markdownTable(['name', 'bound', 'value'], rows);
}

/** A number as people read it. */
function figure(name: string, value: number): string {
  const bytes = name.endsWith('Bytes') && value % 2 ** 20 === 0;
  if (bytes) return value >= 2 ** 30 ? `${value / 2 ** 30} GB` : `${value / 2 ** 20} MB`;
  return value.toLocaleString('en').replaceAll(',', ' ');
}
