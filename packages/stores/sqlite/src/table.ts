import type { JobStore, KeyStore, LeaderLock, NodeRegistry, Outbox, WebhookStore } from '@platen/core';

/** A contract of core as the writer thread carries it out: the same methods, answering at once. */
export type Table<Contract> = {
  readonly [Method in keyof Contract as Contract[Method] extends AsyncMethod
    ? Method
    : never]: Contract[Method] extends (...args: infer Arguments) => Promise<infer Result>
    ? (...args: Arguments) => Result
    : never;
};

type AsyncMethod = (...args: never[]) => Promise<unknown>;

export interface Contracts {
  readonly jobs: JobStore;
  readonly outbox: Outbox;
  readonly keys: KeyStore;
  readonly leaders: LeaderLock;
  readonly nodes: NodeRegistry;
  readonly webhooks: WebhookStore;
}

export type Tables = { readonly [Name in keyof Contracts]: Table<Contracts[Name]> };
