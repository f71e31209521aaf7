import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerContext } from '@platen/core';
import { inspectPdf, openPdf, settleActiveContent } from '@platen/pdf-kit/objects';
import { isRepaired, maxStreamBytes } from '../compress-document.ts';
import { type CompressTask, inputOf } from '../compress-task.ts';
import { definesGray } from '../images/has-own-device-colors.ts';
import { writeCompact } from '../structure/write-compact.ts';
import { checkGray } from './check-gray.ts';
import { grayDocument } from './gray-document.ts';
import { createKeptColors, type KeptColors, type KeptKind } from './kept-colors.ts';

/**
 * Writes a copy of the input in shades of grey, which takes its place in all that follows, and gives its path. Pages whose greys
 * are not those of their colours, when both are drawn, keep their colours. Warns of what is not grey, and of what a copy loses.
 */
export async function writeGrayCopy(task: CompressTask, context: WorkerContext): Promise<string> {
  const { path, fileName } = inputOf(task);
  const { password } = task.options;
  const target = join(task.outputDir, 'gray.pdf');
  const first = await writeCopy(task, target, new Set(), context.warn);
  const { encrypted, repaired, definesGray: ownGray } = first;
  if (encrypted) context.warn('ENCRYPTION_REMOVED', `${fileName} is encrypted; the compressed copy is not`);
  if (repaired) context.warn('REPAIRED', `${fileName} is damaged; the copy contains everything that could be read`);
  const { different, colored } = await checkGray(path, { password, definesGray: ownGray }, target);
  const { kept } = different.length === 0 ? first : await writeCopy(task, target, new Set(different), () => {});
  const pages = [...colored, ...different].sort((one, other) => one - other);
  if (pages.length > 0) context.warn('COLORS_KEPT', keptText(fileName, pages, kept, different));
  return target;
}

interface GrayCopy {
  readonly kept: KeptColors;
  readonly encrypted: boolean;
  readonly repaired: boolean;
  /** As `definesGray` finds it. */
  readonly definesGray: boolean;
}

/** A document is changed as it is converted: each copy is made from the file. */
async function writeCopy(
  task: CompressTask,
  target: string,
  exceptPages: ReadonlySet<number>,
  warn: WorkerContext['warn'],
): Promise<GrayCopy> {
  const { limits, outputDir, options } = task;
  const { path, fileName } = inputOf(task);
  const document = await openPdf(path, { fileName, password: options.password, limits });
  if (options.activeContent === 'remove') settleActiveContent(document, 'remove', warn);
  const kept = createKeptColors();
  await grayDocument({
    document,
    folder: outputDir,
    maxContentBytes: maxStreamBytes(limits),
    maxImageBytes: Math.min(limits.maxInflatedBytes, limits.maxPagePixels * 8),
    maxPixels: limits.maxPagePixels,
    exceptPages,
    kept,
  });
  const inspection = inspectPdf(document);
  const { pdfA, encrypted } = inspection;
  const repaired = isRepaired(inspection);
  const { context, version } = document;
  const objectStreams = !(pdfA?.startsWith('1') ?? false);
  writeFileSync(target, writeCompact({ context, version, objectStreams, keepUnreferenced: repaired }));
  return { kept, encrypted, repaired, definesGray: definesGray(context) };
}

const keptNames: Readonly<Record<KeptKind, string>> = {
  spot: 'spot colours',
  image: 'images whose colours cannot be converted',
  'inline image': 'inline images',
  shading: 'shadings whose colours a function computes',
};

function keptText(fileName: string, pages: readonly number[], kept: KeptColors, different: readonly number[]): string {
  const reasons = [...kept.counts.keys()].map((kind) => keptNames[kind]);
  if (different.length > 0) reasons.push('colours that would not look the same in grey');
  const where = `page${pages.length === 1 ? '' : 's'} ${pages.join(', ')}`;
  return `${fileName} keeps colours on ${where}: ${reasons.join(', ') || 'colours that are not in the file, such as those of annotations without an appearance'}`;
}
