import { PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { decodeData } from '../decode-stream.ts';
import { arrayEntry, isText, nameEntry, textEntry } from '../typed-entries.ts';

/** The kinds of active content: what a file may do besides showing its pages. Worded for warnings. */
export type ActiveKind =
  | 'JavaScript'
  | 'launch actions'
  | 'submit actions'
  | 'imports of data'
  | 'links to local or network files'
  | 'links that run scripts'
  | 'rich media'
  | 'form scripts (XFA)'
  | 'embedded files that are more than data';

/** The kind of an action dictionary (ISO 32000-2, 12.6); null for one that only navigates in the document or opens a web page. */
export function actionKind(action: PDFDict): ActiveKind | null {
  switch (nameEntry(action, 'S')) {
    case 'JavaScript':
      return 'JavaScript';
    case 'Rendition':
      return action.has(PDFName.of('JS')) ? 'JavaScript' : null;
    case 'Launch':
      return 'launch actions';
    case 'SubmitForm':
      return 'submit actions';
    case 'ImportData':
      return 'imports of data';
    case 'RichMediaExecute':
      return 'rich media';
    case 'URI':
      return uriKind(textEntry(action, 'URI') ?? '');
    case 'GoToR':
    case 'GoToE':
    case 'Thread':
      return isNetworkPath(fileNames(action.lookup(PDFName.of('F')))) ? 'links to local or network files' : null;
    default:
      return null;
  }
}

function uriKind(uri: string): ActiveKind | null {
  // Readers drop control characters and spaces before the scheme and inside it.
  const plain = [...uri].filter((letter) => letter > ' ' && letter !== '\u007f').join('');
  if (/^(?:javascript|vbscript|data):/i.test(plain)) return 'links that run scripts';
  return /^(?:file:|\\\\)/i.test(plain) ? 'links to local or network files' : null;
}

/** True for a path on another machine: opening it reveals to that machine who the reader is. */
function isNetworkPath(names: readonly string[]): boolean {
  return names.some((name) => /^(?:\\\\|\/\/|file:|[a-z]+:\/\/)/i.test(name.trim()));
}

/** The names of a file specification, which is a string or a dictionary. */
function fileNames(specification: PDFObject | undefined): readonly string[] {
  if (isText(specification)) return [specification.decodeText()];
  if (!(specification instanceof PDFDict)) return [];
  return ['UF', 'F', 'DOS', 'Mac', 'Unix'].flatMap((key) => textEntry(specification, key) ?? []);
}

/**
 * Files that hold only data: invoices, tables, plain text, pictures, sound. Any other could be a program, a script, a document with
 * macros, or another PDF with active content.
 */
const dataNamePattern = /\.(?:xml|xsd|csv|tsv|txt|md|json|yaml|yml|png|jpe?g|gif|tiff?|bmp|webp|wav|mp3|mp4)$/i;

const embeddedKey = PDFName.of('EF');

/** True for a file specification that embeds a file which could run. */
export function embedsMoreThanData(specification: PDFDict): boolean {
  if (!(specification.lookup(embeddedKey) instanceof PDFDict)) return false;
  const names = fileNames(specification);
  return names.length === 0 || !names.every((name) => dataNamePattern.test(name.trim()));
}

/** An XFA form that is larger is not searched, and counts as one with scripts. */
const maxXfaBytes = 32 * 1024 * 1024;

/** True for an XFA form with scripts or submit buttons, or one that cannot be read. */
export function hasXfaScripts(form: PDFDict): boolean {
  const xfa = form.lookup(PDFName.of('XFA'));
  if (xfa === undefined) return false;
  const streams = xfa instanceof PDFStream ? [xfa] : arrayEntry(form, 'XFA').map((part) => form.context.lookup(part));
  return streams.some((stream) => {
    if (!(stream instanceof PDFStream)) return false;
    const data = decodeData(stream, { maxBytes: maxXfaBytes });
    if (data === null) return true;
    const text = Buffer.from(data.bytes).toString('latin1').replaceAll('\0', '');
    return /<(?:\w+:)?(?:script|submit|execute)\b/.test(text);
  });
}
