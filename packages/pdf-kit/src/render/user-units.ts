import { readFile, stat } from 'node:fs/promises';
import { openWithPdfJs } from '../page-model/load-pdfjs.ts';
import { findKeys } from './find-keys.ts';

/** For each page, how many points one unit of its coordinates is (ISO 32000-1, 14.11.2); null when all are 1. */
export type UserUnits = readonly number[] | null;

/** What was found for the files looked at last: the parts of one job ask for the same file again and again. */
const remembered = new Map<string, UserUnits>();
const maxRemembered = 8;

/**
 * Reads the UserUnit of each page, which PDFium ignores. Hardly a file has one, so the bytes are searched for the key
 * first, those of compressed objects too, and only a file that has it is opened with pdf.js, which understands it.
 */
export async function readUserUnits(source: string | Uint8Array, password: string | undefined): Promise<UserUnits> {
  if (typeof source !== 'string') return unitsOf(source, password);
  const { size, mtimeMs, ino } = await stat(source);
  const key = `${source} ${size} ${mtimeMs} ${ino}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const units = await unitsOf(await readFile(source), password);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(key, units);
  return units;
}

async function unitsOf(bytes: Uint8Array, password: string | undefined): Promise<UserUnits> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (findKeys(file, ['/UserUnit']).size === 0) return null;
  try {
    const document = await openWithPdfJs(Uint8Array.from(bytes), { password });
    const units: number[] = [];
    for (let page = 1; page <= document.numPages; page++) units.push((await document.getPage(page)).userUnit);
    await document.loadingTask.destroy();
    return units.some((unit) => unit !== 1) ? units : null;
  } catch {
    // A file that only PDFium opens is drawn in plain points.
    return null;
  }
}
