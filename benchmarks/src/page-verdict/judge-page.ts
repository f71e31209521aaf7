import type { PageFindings } from './compare-pages.ts';

/** How a page looks to somebody who compares it with its source. */
export type Verdict = 'clean' | 'small' | 'serious';

/** Up to what a finding is not noticed, and from where it is serious. */
interface Limits {
  readonly small: number;
  readonly serious: number;
}

/** Shares of words but for the counts; calibrated on the pages of `results/page-verdict-notes.md`. */
const limits: Readonly<Partial<Record<keyof PageFindings, Limits>>> = {
  lost: { small: 0.004, serious: 0.06 },
  added: { small: 0.01, serious: 0.1 },
  elsewhere: { small: 0.002, serious: 0.1 },
  moved: { small: 0.06, serious: 0.65 },
  movedFar: { small: 0.02, serious: 0.25 },
  brokenRows: { small: 0.012, serious: 0.03 },
  wrapped: { small: 0.5, serious: 8.5 },
  shifted: { small: 0.01, serious: 0.06 },
  overprinted: { small: 0.5, serious: 2.5 },
  drawingsOff: { small: 0.5, serious: 25.5 },
  drawingsOffArea: { small: 0.002, serious: 0.1 },
  drawingsAdded: { small: 1.5, serious: 25.5 },
  drawingsAddedArea: { small: 0.004, serious: 0.1 },
  weight: { small: 0.04, serious: 0.4 },
  size: { small: 0.04, serious: 0.5 },
  color: { small: 0.03, serious: 0.3 },
};

/** The worst that any finding says of a page, and the findings that say so. */
export function judgePage(findings: PageFindings): { readonly verdict: Verdict; readonly because: readonly string[] } {
  const beyond = (level: keyof Limits) =>
    Object.entries(limits).flatMap(([name, own]) => (findings[name as keyof PageFindings] > own[level] ? [name] : []));
  const serious = beyond('serious');
  if (serious.length > 0) return { verdict: 'serious', because: serious };
  const small = beyond('small');
  return { verdict: small.length > 0 ? 'small' : 'clean', because: small };
}
