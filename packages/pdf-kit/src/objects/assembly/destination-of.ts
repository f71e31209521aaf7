import { type PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { dictEntry, nameEntry } from '../typed-entries.ts';

/** The destination of a link or outline entry: its own, or that of its GoTo action; undefined without one. */
export function destinationOf(dict: PDFDict): PDFObject | undefined {
  const action = dictEntry(dict, 'A');
  const goesTo = action !== null && nameEntry(action, 'S') === 'GoTo' ? action.get(PDFName.of('D')) : undefined;
  return dict.get(PDFName.of('Dest')) ?? goesTo;
}
