import type { SourceGraph } from './graphs.ts';
import { skipsHeadingLevels } from './heading-levels.ts';
import type { ClaimPlan } from './plan-claims.ts';
import type { InvoiceClaim } from './settle-invoices.ts';

/**
 * Which planned claims still hold for what was written: a part of a document may lack what the whole has. To be called
 * when the tags are written.
 */
export function settleClaims(
  plan: ClaimPlan,
  invoice: InvoiceClaim,
  sources: readonly SourceGraph[],
  withAttachments: boolean,
): ClaimPlan {
  const { kept } = plan;
  const dropped = invoice.dropped === null ? plan.dropped : [...plan.dropped, invoice.dropped];
  const hasAttachments = withAttachments && sources.some(({ structure }) => structure.names.get('EmbeddedFiles')?.size);
  const skips = kept.pdfUa === '1' && sources.some((source) => source.pruned && skipsHeadingLevels(source));
  // PDF/A-4f is PDF/A-4 with attachments, and asks for one (ISO 19005-4, 6.9).
  const pdfA = kept.pdfA === '4f' && !hasAttachments ? '4' : kept.pdfA;
  return {
    kept: { ...kept, pdfA, pdfUa: skips ? null : kept.pdfUa, invoice: invoice.kept },
    dropped: skips ? [...dropped, 'PDF/UA-1: its headings begin below level 1 or leave out a level'] : dropped,
  };
}
