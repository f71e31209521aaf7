/** One part of a form, as a test wants it on the wire. */
export interface FormPart {
  readonly name?: string;
  /** Sent as it is: may hold what no client would send. */
  readonly fileName?: string;
  /** Instead of the header that name and file name make. */
  readonly disposition?: string;
  readonly content: string | Uint8Array;
}

const boundary = 'platen-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A multipart body, byte by byte as given: for what `FormData` would repair or refuse. */
export function multipartBody(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name = 'file', fileName, disposition, content }) => {
    const header =
      disposition ?? `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
    const head = `--${boundary}\r\nContent-Disposition: ${header}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The smallest bytes that pass for a PDF, grown to a size. */
export function pdfOf(sizeBytes: number, seed = 'x'): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(Math.max(0, sizeBytes - 9), seed)]);
}
