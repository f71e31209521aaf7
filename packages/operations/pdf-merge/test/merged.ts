import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { type DocumentStructure, type OpenedPdf, openPdf, readDocumentStructure } from '@platen/pdf-kit/objects';
import { onTestFinished } from 'vitest';
import { mergeFiles } from '../src/merge-files.ts';
import { pdfMergeOptions } from '../src/operation.ts';

/** A merged file, opened. */
export interface Merged {
  readonly path: string;
  readonly fileName: string;
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
  readonly warnings: readonly string[];
  /** The texts of the warnings. */
  readonly messages: readonly string[];
}

function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', name);
}

/** Merges files (fixtures by name) and opens the result; all is removed when the test ends. */
export async function merge(
  files: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Merged> {
  const outputDir = mkdtempSync(join(tmpdir(), 'platen-merge-'));
  onTestFinished(() => rmSync(outputDir, { recursive: true, force: true }));
  const inputs = files.map((name) => ({
    path: name.includes('/') ? name : fixture(name),
    fileName: name.split('/').at(-1) ?? name,
    mediaType: 'application/pdf',
    sizeBytes: 0,
  }));
  const warnings: string[] = [];
  const messages: string[] = [];
  const warn = (code: string, message: string) => {
    warnings.push(code);
    messages.push(message);
  };
  const task = { inputs, options: pdfMergeOptions.parse(options), outputDir, limits: defaultLimits };
  const [output] = await mergeFiles(task, { progress() {}, warn });
  if (output === undefined) throw new Error('nothing was merged');
  const document = await openPdf(output.path);
  return { ...output, document, structure: readDocumentStructure(document), warnings, messages };
}

/** A copy of a fixture under another name, in a folder that is removed when the test ends. */
export function copyOf(name: string, copyName: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-merge-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, copyName);
  copyFileSync(fixture(name), path);
  return path;
}
