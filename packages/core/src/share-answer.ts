/**
 * Asks once for all who ask at the same time, or within `holdMs` after the answer came, so that many probes are no more work
 * than one. A rejection is shared as well.
 */
export function shareAnswer<Answer>(ask: () => Promise<Answer>, holdMs: number): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; expiresAt: number } | null = null;
  return () => {
    if (last !== null && performance.now() < last.expiresAt) return last.answer;
    const asked = { answer: ask(), expiresAt: Number.POSITIVE_INFINITY };
    const end = () => {
      asked.expiresAt = performance.now() + holdMs;
    };
    asked.answer.then(end, end);
    last = asked;
    return asked.answer;
  };
}
