import type { WorkerContext } from '@platen/core';
import { hasConflictingSpotColors } from '../objects/assembly/spot-colors.ts';
import { decodeData } from '../objects/decode-stream.ts';
import { type DocumentClaims, readClaims } from '../objects/document-claims.ts';
import { dropSignatures } from '../objects/drop-signatures.ts';
import { type OpenedPdf, openPdf } from '../objects/open-pdf.ts';
import { numbersEntry } from '../objects/typed-entries.ts';
import { writePdf } from '../objects/write-pdf.ts';
import { jpeg2000Problem } from './check-jpeg2000.ts';
import { conformActions, type Removed } from './conform-actions.ts';
import { conformAnnotations } from './conform-annotations.ts';
import { conformColors } from './conform-colors.ts';
import { conformFonts } from './conform-fonts.ts';
import { conformMetadata } from './conform-metadata.ts';
import { conformCatalog, conformObjects } from './conform-objects.ts';
import { createProblems, type Problems } from './problems.ts';
import { readContents } from './read-contents.ts';

/** Settings for a PDF/A file. */
export interface PdfASettings {
  /** The name of the file in warnings. */
  readonly fileName: string;
  readonly password?: string | undefined;
  readonly limits: NonNullable<Parameters<typeof openPdf>[1]>['limits'];
  readonly warn: WorkerContext['warn'];
}

/** Reasons that a warning lists. */
const maxReasons = 8;
/** Content streams that decode to more are not read. */
const maxContentBytes = 128 * 1024 * 1024;

/**
 * Writes a copy of a PDF file that conforms to PDF/A-2b (ISO 19005-2) and claims it, to `target`, which may be the file itself:
 * fonts embedded, device colours defined, no active content, metadata of its own. Pages look the same. Warns of what was
 * removed (`ACTIVE_CONTENT_REMOVED`, `SIGNATURE_BROKEN`) and of other standards that it claimed (`CLAIM_DROPPED`). False, and nothing is written, if it cannot conform: the warning
 * `CONFORMANCE_NOT_REACHED` has the reasons by page and object.
 */
export async function writePdfA(source: string, target: string, settings: PdfASettings): Promise<boolean> {
  const { fileName, warn } = settings;
  const document = await openPdf(source, settings);
  const problems = createProblems();
  const removed: Removed = new Map();
  const claims = readClaims(document.catalog);
  if (claims.invoice !== null)
    problems.add('the catalog', `the data of an invoice, ${claims.invoice}, which PDF/A-2b cannot hold`);
  await makePdfA(document, problems, removed);
  const { found } = problems;
  if (found.length > 0) {
    const more = found.length > maxReasons ? `; and ${found.length - maxReasons} more` : '';
    warn(
      'CONFORMANCE_NOT_REACHED',
      `${fileName} cannot conform to PDF/A-2b, so it does not claim to: ${found.slice(0, maxReasons).join('; ')}${more}`,
    );
    return false;
  }
  if (removed.size > 0) {
    const list = [...removed].map(([kind, count]) => (count > 1 ? `${kind} (${count})` : kind)).join(', ');
    warn('ACTIVE_CONTENT_REMOVED', `PDF/A-2b forbids these parts of ${fileName}, so they were removed: ${list}`);
  }
  for (const claim of otherClaims(claims))
    warn(
      'CLAIM_DROPPED',
      `${fileName} now claims PDF/A-2b. It no longer claims ${claim}, because that was not checked`,
    );
  writePdf({ context: document.context, version: '1.7' }, target);
  return true;
}

function otherClaims({ pdfA, pdfX, pdfUa, declarations }: DocumentClaims): readonly string[] {
  const others = [
    pdfA === null || pdfA === '2b' ? null : `PDF/A-${pdfA}`,
    pdfX,
    pdfUa === null ? null : `PDF/UA-${pdfUa}`,
  ];
  return [...others.filter((claim) => claim !== null), ...declarations];
}

async function makePdfA(document: OpenedPdf, problems: Problems, removed: Removed): Promise<void> {
  conformActions(document, removed);
  dropSignatures(document);
  conformCatalog(document);
  checkPageSizes(document, problems);
  if (problems.found.length > 0) return;
  await conformAnnotations(document, problems, removed);
  const uses = readContents({ document, problems, maxBytes: maxContentBytes });
  for (const [image, page] of uses.images) {
    const decoded = decodeData(image, { maxBytes: maxContentBytes });
    if (decoded?.imageFilter?.name !== 'JPXDecode') continue;
    const problem = jpeg2000Problem(decoded.bytes);
    if (problem !== null) problems.add(`page ${page}`, problem);
  }
  conformObjects(document, problems);
  await conformFonts(document, uses, problems);
  await conformColors(document, uses);
  if (hasConflictingSpotColors([document.context])) problems.add('the document', 'one name for different spot colours');
  conformMetadata(document);
}

/** Bounds of ISO 19005-2, 6.1.13, in units of a page. */
const [smallestPage, largestPage] = [3, 14_400];

function checkPageSizes({ pages, context }: OpenedPdf, problems: Problems): void {
  for (const [index, { dict, inherited }] of pages.entries()) {
    for (const [key, value] of [...dict.entries(), ...inherited]) {
      if (!key.decodeText().endsWith('Box')) continue;
      const box = numbersEntry(context.obj({ Box: value }), 'Box');
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box ?? [];
      // Readers differ in boxes whose numbers are objects of their own.
      if (box !== null && dict.has(key)) dict.set(key, context.obj([...box]));
      const sides = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
      if (sides.some((side) => side < smallestPage || side > largestPage)) {
        problems.add(`page ${index + 1}`, `a ${key.decodeText()} of ${sides.map(Math.round).join(' x ')} points`);
      }
    }
  }
}
