/** Structured-clone data with every string in it mapped; keys and binary data stay as they are. */
export function mapStrings(data: unknown, map: (text: string) => string): unknown {
  const copies = new Map<object, unknown>();
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return map(value);
    if (typeof value !== 'object' || value === null) return value;
    // Shared references stay shared: otherwise a few kilobytes could expand beyond all memory.
    const known = copies.get(value);
    if (known !== undefined) return known;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      copies.set(value, items);
      for (const item of value) items.push(copy(item));
      return items;
    }
    if (value instanceof Map) {
      const entries = new Map<unknown, unknown>();
      copies.set(value, entries);
      for (const [key, item] of value) entries.set(key, copy(item));
      return entries;
    }
    if (value instanceof Set) {
      const items = new Set<unknown>();
      copies.set(value, items);
      for (const item of value) items.add(copy(item));
      return items;
    }
    if (!isPlain(value)) return value;
    const fields: Record<string, unknown> = {};
    copies.set(value, fields);
    for (const [name, item] of Object.entries(value)) {
      // Not by assignment: a key may be `__proto__`.
      Object.defineProperty(fields, name, { value: copy(item), enumerable: true, writable: true, configurable: true });
    }
    return fields;
  };
  return copy(data);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}
