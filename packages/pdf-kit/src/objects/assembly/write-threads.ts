import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import type { OutputGraph, SourceGraph } from './graphs.ts';
import { refArrayText } from './pdf-text.ts';

interface Bead {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

/**
 * Removes the beads of pages that are left out from the article threads of a source. Returns the threads that still have a
 * bead. To be called before anything is written.
 */
export function planThreads(source: SourceGraph): readonly PDFRef[] {
  const { threads } = source.structure;
  return source.pruned ? threads.filter((thread) => closeThread(source, thread)) : threads;
}

/** The catalog's `/Threads` in PDF syntax; null without threads. */
export function threadsText(output: OutputGraph, threads: ReadonlyMap<SourceGraph, readonly PDFRef[]>): string | null {
  const numbers = [...threads].flatMap(([source, refs]) => refs.map((ref) => output.numberOf(source, ref)));
  const kept = numbers.filter((number) => number !== null);
  return kept.length === 0 ? null : refArrayText(kept);
}

function closeThread(source: SourceGraph, thread: PDFRef): boolean {
  const dict = source.lookup(thread);
  if (!(dict instanceof PDFDict)) return false;
  const kept = beadsOf(source, dict).filter((bead) => source.pageNumber(bead.dict.get(PDFName.of('P'))) !== null);
  const [first] = kept;
  if (first === undefined) return false;
  for (const [index, bead] of kept.entries()) {
    const changed = bead.dict.clone();
    changed.set(PDFName.of('N'), (kept[index + 1] ?? first).ref);
    changed.set(PDFName.of('V'), (kept.at(index - 1) ?? first).ref);
    source.replace(bead.ref, changed);
  }
  const changed = dict.clone();
  changed.set(PDFName.of('F'), first.ref);
  source.replace(thread, changed);
  return true;
}

/** The beads of a thread, a circular list, from the first on. */
function beadsOf(source: SourceGraph, thread: PDFDict): readonly Bead[] {
  const beads = new Map<PDFRef, Bead>();
  let ref = thread.get(PDFName.of('F'));
  while (ref instanceof PDFRef && !beads.has(ref)) {
    const dict = source.lookup(ref);
    if (!(dict instanceof PDFDict)) break;
    beads.set(ref, { ref, dict });
    ref = dict.get(PDFName.of('N'));
  }
  return [...beads.values()];
}
