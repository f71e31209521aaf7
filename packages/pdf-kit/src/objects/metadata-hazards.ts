import { limitExceeded, structureLimits } from '@platen/core';
import { metadataXmp } from './document-claims.ts';
import type { OpenedPdf } from './open-pdf.ts';

const { maxMetadataTags } = structureLimits;
/** So many bytes of a file grant one tag more: a list of identifiers, as editors of images keep it, has 18 to a pair of tags. */
const bytesOfTag = 5;

/** Counts the tags of the metadata: engines make a tree of them as they open a file. Rejects with `structure_limit`. */
export function checkMetadata({ catalog, sizeBytes, fileName }: OpenedPdf): void {
  const xmp = metadataXmp(catalog);
  if (xmp === null) return;
  const allowed = maxMetadataTags + Math.floor(sizeBytes / bytesOfTag);
  let actual = 0;
  for (let at = xmp.indexOf('<'); at >= 0; at = xmp.indexOf('<', at + 1)) actual += 1;
  if (actual <= allowed) return;
  const details = { limit: 'maxMetadataTags', allowed, actual, fileName } as const;
  throw limitExceeded('structure_limit', 'The metadata of the file have more tags than any document needs', details);
}
