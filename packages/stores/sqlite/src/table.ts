import type { JobStore, KeyStore, QuotaStore } from '@platen/core';

/** A contract of core as the writer thread carries it out: the same methods, answering at once. */
export type Table<Contract> = {
  readonly [Method in keyof Contract]: Contract[Method] extends (...args: infer Arguments) => Promise<infer Result>
    ? (...args: Arguments) => Result
    : never;
};

export interface Contracts {
  readonly jobs: JobStore;
  readonly keys: KeyStore;
  readonly quotas: QuotaStore;
}

export type Tables = { readonly [Name in keyof Contracts]: Table<Contracts[Name]> };

export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What `toJson` wrote into a column of ours. */
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
