import { type PdfJsDocument, sheetViewport } from './load-pdfjs.ts';
import type { DocumentInfo, OutlineEntry } from './page-model-document.ts';
import type { SheetOptions } from './sheet-scale.ts';
import type { Destination } from './types.ts';

const maxEntries = 20_000;

/** Title, dates and the like. Anything missing or of the wrong type is null. */
export async function readInfo(
  document: PdfJsDocument,
  parseDate: (text: string) => Date | null,
): Promise<DocumentInfo> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const fields = info as Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const date = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? parseDate(value) : null;
  };
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    keywords: text('Keywords'),
    creator: text('Creator'),
    producer: text('Producer'),
    createdAt: date('CreationDate'),
    modifiedAt: date('ModDate'),
  };
}

/** The language of the catalog as it is in the metadata of pdf.js. */
export async function readLanguage(document: PdfJsDocument): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const language = (info as { readonly Language?: unknown }).Language;
  return typeof language === 'string' && language !== '' ? language : null;
}

/** Where a destination leads; null for one that leads nowhere. */
export async function resolveDestination(
  document: PdfJsDocument,
  destination: unknown,
  sheet: SheetOptions,
): Promise<Destination | null> {
  try {
    const explicit: unknown =
      typeof destination === 'string' ? await document.getDestination(destination) : destination;
    if (!Array.isArray(explicit)) return null;
    const [target, mode, left, top] = explicit as readonly unknown[];
    const index = typeof target === 'number' ? target : await document.getPageIndex(target as never);
    if (index < 0 || index >= document.numPages) return null;
    const name = typeof mode === 'object' && mode !== null && 'name' in mode ? mode.name : '';
    const y = name === 'XYZ' ? top : name === 'FitH' || name === 'FitBH' ? left : null;
    return { pageNumber: index + 1, y: typeof y === 'number' ? await fromTop(document, index + 1, y, sheet) : null };
  } catch {
    // A link to a page that is not there leads nowhere; it does not make the document unreadable.
    return null;
  }
}

async function fromTop(document: PdfJsDocument, pageNumber: number, y: number, sheet: SheetOptions): Promise<number> {
  const page = await document.getPage(pageNumber);
  return sheetViewport(page, sheet).convertToViewportPoint(0, y)[1] ?? 0;
}

interface PdfJsOutlineItem {
  readonly title: string;
  readonly dest: unknown;
  readonly url: string | null;
  readonly items: readonly PdfJsOutlineItem[];
}

export async function readOutline(document: PdfJsDocument, sheet: SheetOptions): Promise<OutlineEntry[]> {
  const items: readonly PdfJsOutlineItem[] | null = await document.getOutline().catch(() => null);
  let left = maxEntries;
  const toEntries = async (children: readonly PdfJsOutlineItem[]): Promise<OutlineEntry[]> => {
    const entries: OutlineEntry[] = [];
    for (const { title, dest, url, items: below } of children) {
      if (left <= 0) break;
      left -= 1;
      entries.push({
        title,
        destination: url === null ? await resolveDestination(document, dest, sheet) : null,
        url: url ?? null,
        children: await toEntries(below),
      });
    }
    return entries;
  };
  return toEntries(items ?? []);
}
