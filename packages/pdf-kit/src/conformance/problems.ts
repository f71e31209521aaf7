/** What keeps a document from conforming, by place: each is named once. */
export interface Problems {
  /** `where` is a page, an object, or both: what has to be looked at. */
  add(where: string, what: string): void;
  readonly found: readonly string[];
}

export function createProblems(): Problems {
  const found = new Set<string>();
  return {
    add(where, what) {
      found.add(`${where}: ${what}`);
    },
    get found() {
      return [...found];
    },
  };
}
