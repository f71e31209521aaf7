/** Data as it crosses a process, with every string in it put through `map`: keys and binary data stay as they are. */
export function mapStrings(data: unknown, map: (text: string) => string): unknown {
  const copies = new Map<object, unknown>();
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return map(value);
    if (typeof value !== 'object' || value === null) return value;
    // Found again for what is mentioned twice: a few kilobytes could otherwise mention more than there is memory for.
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
      // Not by assignment: a field may be called `__proto__`.
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
