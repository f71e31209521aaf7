import type { ScanPage } from '@platen/pdf-kit/ocr';
import type { ResolvedOcrOptions } from '../operation.ts';

export interface Treatment {
  readonly recognize: boolean;
  readonly change: 'none' | 'remove-hidden-text' | 'replace';
}

/** A picture over this share of the page makes it a scan … */
const scanCoverage = 0.7;
/** … even with a stamped page number or a line of an archive on it, as long as that is no more than this. */
const stampLetters = 200;

/** What to do with a page, from what it holds and what was asked for. */
export function chooseTreatment(page: ScanPage, mode: ResolvedOcrOptions['mode']): Treatment {
  const { visibleLetters, hiddenLetters, imageCoverage, hasDrawings } = page;
  const blank = visibleLetters + hiddenLetters === 0 && imageCoverage === 0 && !hasDrawings;
  if (blank) return { recognize: false, change: 'none' };
  if (mode === 'force') return { recognize: true, change: replacement(page) };
  const readable = visibleLetters === 0 || (imageCoverage >= scanCoverage && visibleLetters <= stampLetters);
  if (!readable) return { recognize: false, change: 'none' };
  if (hiddenLetters === 0) return { recognize: true, change: 'none' };
  return mode === 'redo' ? { recognize: true, change: 'remove-hidden-text' } : { recognize: false, change: 'none' };
}

/** Text that shows cannot be distinguished from a bad reading of it: only a picture of the page gets rid of it. */
function replacement({ visibleLetters, hiddenLetters }: ScanPage): Treatment['change'] {
  if (visibleLetters > 0) return 'replace';
  return hiddenLetters > 0 ? 'remove-hidden-text' : 'none';
}
