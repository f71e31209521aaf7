import { type PixelBox, pastedPictures, type ScanPage, stampLetters } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';
import type { PageText } from './page-text.ts';

/** What is read of a page, and what becomes of what it has. */
export interface Treatment {
  readonly recognize: 'nothing' | 'page' | 'pictures';
  /** For `pictures`: the places of those that were pasted into a page of text, in points. */
  readonly pictures: readonly PixelBox[];
  readonly change: PageText['change'];
}

/** A picture over this share of the page makes it a scan, even if something is stamped on it. */
const scanCoverage = 0.7;

/** What to do with a page, from what it holds and what was asked for. */
export function chooseTreatment(page: ScanPage, mode: ResolvedOcrOptions['mode']): Treatment {
  const { visibleLetters, hiddenLetters, imageCoverage, hasDrawings } = page;
  const nothing = { recognize: 'nothing', pictures: [], change: 'none' } as const;
  const blank = visibleLetters + hiddenLetters === 0 && imageCoverage === 0 && !hasDrawings;
  if (blank) return nothing;
  if (mode === 'force') return { recognize: 'page', pictures: [], change: replacement(page) };
  const isScan = visibleLetters === 0 || (imageCoverage >= scanCoverage && visibleLetters <= stampLetters);
  const pictures = isScan ? [] : pastedPictures(page);
  if (!isScan && pictures.length === 0) return nothing;
  if (hiddenLetters > 0 && mode !== 'redo') return nothing;
  const change = hiddenLetters === 0 ? 'none' : removal(page);
  return { recognize: isScan ? 'page' : 'pictures', pictures, change };
}

/** Text that shows cannot be distinguished from a bad reading of it: only a picture of the page gets rid of it. */
function replacement(page: ScanPage): Treatment['change'] {
  if (page.visibleLetters > 0) return 'replace';
  return page.hiddenLetters > 0 ? removal(page) : 'none';
}

function removal({ textBehindImage }: ScanPage): Treatment['change'] {
  return textBehindImage ? 'remove-text-behind-image' : 'remove-hidden-text';
}
