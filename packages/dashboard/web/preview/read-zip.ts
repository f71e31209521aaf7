/** Files inside a ZIP, by name, inflated when asked for. */
export interface ZipFiles {
  readonly names: readonly string[];
  text(name: string): Promise<string | null>;
}

const maxEntries = 5_000;
/** A sheet larger than this is not shown whole. */
const maxTextBytes = 40 * 1024 * 1024;

/** Reads the directory at the end of a ZIP (APPNOTE 4.3). Throws on what is none. */
export function readZip(buffer: ArrayBuffer): ZipFiles {
  const view = new DataView(buffer);
  const end = findEnd(view);
  const count = Math.min(view.getUint16(end + 10, true), maxEntries);
  const entries = new Map<string, { readonly offset: number; readonly size: number; readonly method: number }>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }

  return {
    names: [...entries.keys()],
    async text(name) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const start =
        entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
      const packed = new Uint8Array(buffer, start, entry.size);
      return new TextDecoder().decode(entry.method === 0 ? packed : await inflate(packed));
    },
  };
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new Error('This is not a ZIP file');
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > maxTextBytes) throw new Error('The file is too large to be shown');
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
