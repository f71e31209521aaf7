import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type HttpReply, type HttpRequest, readHeader } from '@platen/http';
import { acceptsGzip } from './gzipped.ts';

/** Serves the pages. They hold no data: anyone who can reach the mount point may load them. */
export interface WebFiles {
  /** Null for a path that is none of them. */
  answer(request: HttpRequest, path: string): Promise<HttpReply | null>;
}

interface WebFile {
  readonly bytes: Buffer;
  /** Null where it would not be smaller. */
  readonly gzipped: Buffer | null;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** No inline script, no inline style, nothing of other sites. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Word documents are drawn by a library that sets inline styles: in a frame of its own, without origin, cookies and
 * network. It gets the bytes of the document by a message.
 */
const wordFramePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Reads the files when the first of them is asked for: mounting a dashboard that nobody opens costs nothing. */
export function createWebFiles(): WebFiles {
  let loading: Promise<ReadonlyMap<string, WebFile>> | null = null;

  async function load(): Promise<ReadonlyMap<string, WebFile>> {
    loading ??= readAll();
    try {
      return await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  }

  return {
    async answer(request, path) {
      if (path !== '' && !path.startsWith('assets/')) return null;
      if (request.method !== 'GET' && request.method !== 'HEAD') return null;
      const file = (await load()).get(path === '' ? 'index.html' : path.slice('assets/'.length));
      return file === undefined ? null : fileReply(request, file);
    },
  };
}

function fileReply(request: HttpRequest, { bytes, gzipped, etag, headers }: WebFile): HttpReply {
  if (readHeader(request, 'if-none-match') === etag)
    return { status: 304, headers: { ...headers, ETag: etag }, body: null };
  const isGzipped = gzipped !== null && acceptsGzip(request);
  const body = isGzipped ? gzipped : bytes;
  return {
    status: 200,
    headers: {
      ...headers,
      ETag: etag,
      'Content-Length': String(body.byteLength),
      ...(isGzipped ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body: request.method === 'HEAD' ? null : body,
  };
}

async function readAll(): Promise<ReadonlyMap<string, WebFile>> {
  const files = import.meta.url.endsWith('.ts') ? await bundleSources() : await readBuilt();
  return new Map([...files].map(([name, bytes]) => [name, webFile(name, bytes)]));
}

/** From the repository nothing is built: the bundler puts the pages together at the first request for them. */
async function bundleSources(): Promise<ReadonlyMap<string, Buffer>> {
  // A name that no bundler follows: built packages have neither the script nor the sources.
  const script = new URL('../scripts/bundle-web.ts', import.meta.url).href;
  const { bundleWeb }: { bundleWeb: () => Promise<ReadonlyMap<string, Buffer>> } = await import(script);
  return bundleWeb();
}

async function readBuilt(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = new URL('./web/', import.meta.url);
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const)));
}

function webFile(name: string, bytes: Buffer): WebFile {
  const gzipped = gzipSync(bytes, { level: 9 });
  const isFrame = name.startsWith('word-frame.');
  return {
    bytes,
    gzipped: gzipped.byteLength < bytes.byteLength ? gzipped : null,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    headers: {
      'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // Checked each time, at the cost of a 304: a new version never meets files of an old one.
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': isFrame ? wordFramePolicy : pagePolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // The frame has no origin: to it even its own script is another's.
      'Cross-Origin-Resource-Policy': isFrame ? 'cross-origin' : 'same-origin',
    },
  };
}
