import { ConversionError } from '@platen/core';
import { jsonReply, readHeader } from '@platen/http';
import type { Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import type { PagePictures } from './page-pictures.ts';
import { readFirstPage } from './read-first-page.ts';

/** A larger source is converted all the same: only its pages are not shown beside the result. */
const maxSourceBytes = 50 * 1024 * 1024;

/** Pages of a PDF that a visitor tries a conversion with: the server keeps nothing of it. */
export function previewRoutes<Source>({ canTry, engine }: Settings<Source>, pictures: PagePictures): readonly Route[] {
  if (!canTry) return [];
  const limitBytes = Math.min(maxSourceBytes, engine.limits.maxFileBytes);
  return [
    {
      method: 'POST',
      path: 'data/preview',
      access: 'manager',
      async answer({ request, query }) {
        const from = readFirstPage(query);
        const actualBytes = Number(readHeader(request, 'content-length') ?? 0);
        if (actualBytes > limitBytes) {
          throw new ConversionError('FILE_TOO_LARGE', `Previews take files of up to ${limitBytes} bytes`, {
            details: { actualBytes, limitBytes },
          });
        }
        return jsonReply(200, { pages: await pictures.ofFile(request.message, from) });
      },
    },
  ];
}
