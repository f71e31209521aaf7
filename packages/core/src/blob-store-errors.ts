import type { BlobStore } from './blob-store.ts';

/** A blob store whose methods reject with what `translate` makes of their errors. */
export function withTranslatedErrors(store: BlobStore, translate: (error: unknown) => unknown): BlobStore {
  const guard =
    <Arguments extends readonly unknown[], Result>(method: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      try {
        return await method(...args);
      } catch (error) {
        throw translate(error);
      }
    };
  return {
    durable: store.durable,
    put: guard(store.put),
    adopt: guard(store.adopt),
    stat: guard(store.stat),
    read: guard(store.read),
    stage: guard(store.stage),
    remove: guard(store.remove),
    removeKeys: guard(store.removeKeys),
    list: guard(store.list),
    removeUnfinished: guard(store.removeUnfinished),
    directLink: guard(store.directLink),
  };
}
