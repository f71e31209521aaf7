/** What could not become grey. */
export const keptKinds = ['spot', 'image', 'inline image', 'shading'] as const;

export type KeptKind = (typeof keptKinds)[number];

/** Counts what keeps its colours. */
export interface KeptColors {
  add(kind: KeptKind): void;
  readonly counts: ReadonlyMap<KeptKind, number>;
}

export function createKeptColors(): KeptColors {
  const counts = new Map<KeptKind, number>();
  return {
    counts,
    add(kind) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
  };
}
