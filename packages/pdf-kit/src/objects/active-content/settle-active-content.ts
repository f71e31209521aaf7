import type { WorkerContext } from '@platen/core';
import type { ActiveContentChoice } from '../../options.ts';
import type { OpenedPdf } from '../open-pdf.ts';
import { findActiveContent } from './find-active-content.ts';
import { removeActiveContent } from './remove-active-content.ts';

/**
 * Keeps or removes the active content of a document that will be written again, and warns about it. Returns true if the
 * document was changed.
 */
export function settleActiveContent(
  document: OpenedPdf,
  choice: ActiveContentChoice,
  warn: WorkerContext['warn'],
): boolean {
  const found = findActiveContent(document);
  const list = [...found].map(([kind, count]) => `${kind} (${count})`).join(', ');
  const fileName = document.fileName ?? 'The file';
  if (choice === 'keep') {
    if (found.size > 0) warn('ACTIVE_CONTENT', `${fileName} has active content, which was kept: ${list}`);
    return false;
  }
  if (found.size > 0) warn('ACTIVE_CONTENT_REMOVED', `Active content of ${fileName} was removed: ${list}`);
  return removeActiveContent(document);
}
