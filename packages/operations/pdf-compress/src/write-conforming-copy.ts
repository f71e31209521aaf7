import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { writePdfA } from '@platen/pdf-kit/conformance';
import { inspectPdf, type OpenedPdf } from '@platen/pdf-kit/objects';
import { isRepaired } from './compress-document.ts';
import { type CompressTask, inputOf, sourceOf } from './compress-task.ts';

/**
 * Writes a copy that conforms to PDF/A-2b, of the input or of its grey copy, and gives its path; null if it cannot conform.
 * What compression changes of it keeps it so. Warns of what a copy loses.
 */
export async function writeConformingCopy(
  task: CompressTask,
  grayPath: string | null,
  input: OpenedPdf,
  { warn }: WorkerContext,
): Promise<string | null> {
  const { path, password } = sourceOf(task, grayPath);
  const { fileName } = inputOf(task);
  const target = join(task.outputDir, 'conforming.pdf');
  if (!(await writePdfA(path, target, { fileName, password, limits: task.limits, warn }))) return null;
  const inspection = inspectPdf(input);
  if (inspection.signed) {
    warn('SIGNATURE_BROKEN', `The signature of ${fileName} is not valid for the compressed copy and was removed`);
  }
  // The grey copy has lost these before.
  if (grayPath !== null) return target;
  if (inspection.encrypted) warn('ENCRYPTION_REMOVED', `${fileName} is encrypted; the compressed copy is not`);
  if (isRepaired(inspection))
    warn('REPAIRED', `${fileName} is damaged; the copy contains everything that could be read`);
  return target;
}
