/** Keeps results up to so many bytes together, those not used for longest going first; one under way is shared. */
export interface PictureCache<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

export function createPictureCache<Value>(maxBytes: number, sizeOf: (value: Value) => number): PictureCache<Value> {
  /** In order of last use. */
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  const underWay = new Map<string, Promise<Value>>();
  let totalBytes = 0;

  function keep(key: string, value: Value): void {
    const bytes = sizeOf(value);
    if (bytes > maxBytes) return;
    kept.set(key, { value, bytes });
    totalBytes += bytes;
    for (const [oldest, entry] of kept) {
      if (totalBytes <= maxBytes) break;
      kept.delete(oldest);
      totalBytes -= entry.bytes;
    }
  }

  return {
    async get(key, make) {
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known.value;
      }
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      const making = make();
      underWay.set(key, making);
      try {
        const value = await making;
        keep(key, value);
        return value;
      } finally {
        underWay.delete(key);
      }
    },
  };
}
