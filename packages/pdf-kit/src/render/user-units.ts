import { readFile, stat } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { openWithPdfJs } from '../page-model/load-pdfjs.ts';

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
  if (!file.includes('/UserUnit') && !objectStreamsInclude(file, '/UserUnit')) return null;
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

/** Bytes that the object streams of one file may inflate to in the search: those of a bomb are not worth it. */
const maxInflatedBytes = 64 * 1024 * 1024;

/** Looks for a key in deflated object streams. Encrypted ones do not inflate and are passed over. */
function objectStreamsInclude(file: Buffer, key: string): boolean {
  let budget = maxInflatedBytes;
  for (let at = file.indexOf('/ObjStm'); at >= 0 && budget > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const start = file.indexOf('stream', at);
    const end = file.indexOf('endstream', start);
    if (start < 0 || end < 0) return false;
    const dataStart = start + 'stream'.length + (file[start + 'stream'.length] === 0x0d ? 2 : 1);
    try {
      const objects = inflateSync(file.subarray(dataStart, end), { maxOutputLength: budget });
      if (objects.includes(key)) return true;
      budget -= objects.byteLength;
    } catch {
      // Encrypted, damaged, or coded by another filter.
    }
  }
  return false;
}
