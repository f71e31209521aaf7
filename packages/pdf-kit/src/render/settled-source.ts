import { readFile, stat } from 'node:fs/promises';
import { findKeys } from './find-keys.ts';

const [widget, form] = ['/Widget', '/AcroForm'];
/** Layers, lists, and buttons. */
const settled = ['/OCProperties', '/Opt', '/Btn'];

/** Files that were found to be drawn as they are: the parts of one job ask for the same file again and again. */
const plain = new Set<string>();
const maxRemembered = 8;

/**
 * What PDFium is to read: the file itself, or a copy where PDFium alone would draw it wrong (`settleAnnotations`). Hardly a
 * file needs one, so its bytes are searched for the names that matter first.
 */
export async function settledSource(
  source: string | Uint8Array,
  password: string | undefined,
): Promise<string | Uint8Array> {
  if (typeof source !== 'string') return (await settledCopy(source, password)) ?? source;
  const { size, mtimeMs, ino } = await stat(source);
  const key = `${source} ${size} ${mtimeMs} ${ino}`;
  if (plain.has(key)) return source;
  const copy = await settledCopy(await readFile(source), password);
  if (copy !== null) return copy;
  if (plain.size >= maxRemembered) plain.clear();
  plain.add(key);
  return source;
}

async function settledCopy(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = findKeys(file, [widget, form, ...settled]);
  const isWithoutForm = names.has(widget) && !names.has(form);
  if (!isWithoutForm && !settled.some((name) => names.has(name))) return null;
  const { settleAnnotations } = await import('../objects/settle-annotations.ts');
  // A file that only PDFium opens is drawn as it is.
  return settleAnnotations(bytes, password).catch(() => null);
}
