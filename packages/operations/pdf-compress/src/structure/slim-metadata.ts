import { decodeData, withoutElements } from '@platen/pdf-kit/objects';
import { type PDFContext, PDFName, PDFRawStream } from '@platen/pdf-kit/pdf-lib';
import { deflateWell } from '../deflate/deflate-well.ts';
import { replaceStream } from './replace-stream.ts';

/** Metadata larger than this is left alone. */
const maxMetadataBytes = 64 * 1024 * 1024;

/** XMP properties without information about the document: thumbnails, lists of every file ever pasted from, swatches. */
const bulk = [
  'xmp:Thumbnails',
  'xap:Thumbnails',
  'photoshop:DocumentAncestors',
  'xmpTPg:SwatchGroups',
  'xapTPg:SwatchGroups',
  'illustrator:StartupProfile',
];

/** The padding at the end of a packet, which lets it be edited in place. Matched from its first blank only, in linear time. */
const padding = /(?<!\s)\s+(?=<\?xpacket\s+end=)/;

/**
 * Makes XMP packets smaller: removes thumbnails, ancestors and padding, and deflates the rest. In PDF/A the packet stays
 * uncompressed, as part 1 demands.
 */
export function slimMetadata(context: PDFContext, pdfA: string | null): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.Type) !== PDFName.of('Metadata')) continue;
    const decoded = decodeData(object, { maxBytes: maxMetadataBytes });
    if (decoded === null || decoded.imageFilter !== null) continue;
    const packet = slimPacket(decoded.bytes);
    const deflated = pdfA === null ? deflateWell(packet) : packet;
    const isSmaller = deflated.length < packet.length;
    const stored = isSmaller ? deflated : packet;
    if (stored.length >= object.getContentsSize()) continue;
    replaceStream(context, ref, object.dict, { bytes: stored, filter: isSmaller ? 'FlateDecode' : null });
  }
}

/** Packets in UTF-16 or UTF-32 keep every byte. */
function slimPacket(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.includes('\0') || !text.includes('<x:xmpmeta')) return bytes;
  return Buffer.from(bulk.reduce(withoutElements, text).replace(padding, '\n'), 'latin1');
}
