import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, type Limits } from '@platen/core';
import { type DocumentStructure, type OpenedPdf, openPdf, readDocumentStructure } from '@platen/pdf-kit/objects';
import { onTestFinished } from 'vitest';
import { pdfSplitOptions } from '../src/operation.ts';
import { splitFile } from '../src/split-file.ts';

/** One part of a split file, opened. */
export interface OpenedPart {
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly document: OpenedPdf;
  readonly structure: DocumentStructure;
}

export interface Split {
  readonly parts: readonly OpenedPart[];
  readonly warnings: readonly string[];
  readonly messages: readonly string[];
}

export function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', name);
}

/** Splits a file (a fixture by name, or a path) and opens the parts; all is removed when the test ends. */
export async function split(
  file: string,
  options: Readonly<Record<string, unknown>> = {},
  limits: Partial<Limits> = {},
): Promise<Split> {
  const outputDir = mkdtempSync(join(tmpdir(), 'platen-split-'));
  onTestFinished(() => rmSync(outputDir, { recursive: true, force: true }));
  const path = file.includes('/') ? file : fixture(file);
  const inputs = [{ path, fileName: file.split('/').at(-1) ?? file, mediaType: 'application/pdf', sizeBytes: 0 }];
  const warnings: string[] = [];
  const messages: string[] = [];
  const task = { inputs, options: pdfSplitOptions.parse(options), outputDir, limits: { ...defaultLimits, ...limits } };
  const warn = (code: string, message: string) => {
    warnings.push(code);
    messages.push(message);
  };
  const outputs = await splitFile(task, { progress() {}, warn });
  const parts: OpenedPart[] = [];
  for (const output of outputs) {
    const document = await openPdf(output.path);
    parts.push({
      ...output,
      sizeBytes: statSync(output.path).size,
      document,
      structure: readDocumentStructure(document),
    });
  }
  return { parts, warnings, messages };
}
