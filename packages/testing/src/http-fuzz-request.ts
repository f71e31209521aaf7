import { createFuzzer } from './http-fuzzer.ts';
import { pdfOf } from './http-multipart.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A request as a hostile client sends it. */
export interface FuzzedRequest {
  /** What is written, piece by piece: the first is the head, unless that is cut as well. */
  readonly pieces: readonly Buffer[];
  /** Whether the client waits for "100 Continue" (or an answer) after the head. */
  readonly waitsToContinue: boolean;
  /** What it does when everything is written, or after as many pieces as it gets to. */
  readonly ending: 'read' | 'half-close' | 'close' | 'reset';
  readonly piecesSent: number;
  /** Whether the request is whole: then it has to be answered. */
  readonly isWhole: boolean;
}

/** Where a request goes, and with which key. */
export interface FuzzAddress {
  readonly host: string;
  readonly prefix: string;
  readonly operation: string;
  readonly key: string;
}

const boundaries = ['X', 'platen-test-boundary', '----WebKitFormBoundaryabc', `b${'o'.repeat(69)}`, 'a b'] as const;

/** The request of one seed: mostly a multipart upload that is wrong somewhere, now and then one that is right. */
export function fuzzRequest(seed: number, address: FuzzAddress): FuzzedRequest {
  const random = createSeededRandom(seed);
  const { below, chance, pick } = random;
  const boundary = pick(boundaries);
  const form = buildForm(random, boundary);
  const body = chance(0.7) ? createFuzzer(random)(form) : form;
  const framing = pick([
    'length',
    'length',
    'length',
    'chunked',
    'chunked',
    'too-long',
    'too-short',
    'none',
    'bad-chunks',
  ]);
  const waitsToContinue = chance(0.3);
  const headers = [
    ...headersOf(random, address),
    `Content-Type: ${contentType(random, boundary)}`,
    ...(framing === 'length' ? [`Content-Length: ${body.length}`] : []),
    ...(framing === 'too-long' ? [`Content-Length: ${body.length + 1 + below(1_000_000_000)}`] : []),
    ...(framing === 'too-short' ? [`Content-Length: ${below(body.length + 1)}`] : []),
    ...(framing === 'chunked' || framing === 'bad-chunks' ? ['Transfer-Encoding: chunked'] : []),
    ...(waitsToContinue ? ['Expect: 100-continue'] : []),
  ];
  const line = requestLine(random, address);
  const head = Buffer.from(`${line}\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1');
  const pieces = split(random, body, boundary);
  const framed =
    framing === 'chunked' || framing === 'bad-chunks' ? [...chunked(random, pieces, framing === 'bad-chunks')] : pieces;
  const ending = chance(0.6) ? 'read' : pick(['half-close', 'close', 'reset'] as const);
  const all = [head, ...framed];
  // A body that nobody asked for may cost its sender the answer: the connection is reset over what is not read.
  const isTaken = line.startsWith(`POST ${address.prefix}/api/v1/${address.operation} `);
  const isWhole = isTaken && ending === 'read' && (framing === 'length' || framing === 'chunked');
  return {
    pieces: all,
    waitsToContinue,
    ending,
    piecesSent: ending === 'read' ? all.length : 1 + below(all.length),
    isWhole,
  };
}

function requestLine({ chance, pick }: SeededRandom, { prefix, operation }: FuzzAddress): string {
  if (chance(0.9)) return `POST ${prefix}/api/v1/${operation} HTTP/1.1`;
  const method = pick(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'POST', 'TRACE', 'QUERY']);
  const path = pick([
    '/api/v1/account',
    '/api/v1/jobs/none',
    `/api/v1/jobs/${'x'.repeat(5_000)}`,
    '/api/v1/jobs/%00',
    '/api/v1/jobs/%zz',
    `/api/v1/${operation}/`,
    `/api/v1/${operation}?a=b&a=%`,
    '/api/v1/../v1/account',
    '/api/download/none',
    `/api/download/${'e'.repeat(60)}.${'A'.repeat(43)}`,
    '/api/manage/jobs',
    '/api/manage/jobs?limit=0&status=none&cursor=%00',
    '/api/manage/jobs/none',
    '/api/manage/jobs/none/cancel',
    '/api/manage/jobs/none/retry',
    '/api/manage/jobs/none/events',
    `/api/manage/jobs/${'x'.repeat(5_000)}/outputs.zip`,
    '/api/openapi.json',
    '/api/v1/',
    '//',
    '*',
    'http://elsewhere.example/api/v1/account',
  ]);
  return `${method} ${path.startsWith('/') ? prefix : ''}${path} HTTP/${pick(['1.1', '1.1', '1.1', '1.0'])}`;
}

function headersOf({ below, chance, pick }: SeededRandom, { host, key }: FuzzAddress): readonly string[] {
  return [
    `Host: ${chance(0.97) ? host : pick(['', 'a b', '[::', 'a/b', '\xff', 'x'.repeat(4_000)])}`,
    ...(chance(0.97) ? [`X-API-Key: ${key}`] : chance(0.5) ? [`X-API-Key: ${pick(['', 'bad', '\xff\xfe'])}`] : []),
    ...(chance(0.8) ? ['Connection: close'] : []),
    ...(chance(0.1) ? [`Idempotency-Key: ${pick(['', 'a', 'b', `${below(50)}`, 'x'.repeat(300)])}`] : []),
    ...(chance(0.05) ? [`Content-Encoding: ${pick(['gzip', 'identity', 'br, gzip', ''])}`] : []),
    ...(chance(0.05) ? [`X-Correlation-Id: ${pick(['mine', '', 'a b', 'x'.repeat(200)])}`] : []),
    ...(chance(0.05) ? [`X-Forwarded-Host: ${pick(['a.example', '', 'a/b', ','])}`] : []),
    ...(chance(0.02) ? ['Upgrade: websocket', 'Connection: upgrade'] : []),
    ...(chance(0.02) ? ['Range: bytes=0-1', 'If-None-Match: *'] : []),
  ];
}

function contentType({ chance, pick }: SeededRandom, boundary: string): string {
  if (chance(0.9)) return `multipart/form-data; boundary="${boundary}"`;
  return pick([
    `multipart/form-data; boundary=${boundary}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary="${'z'.repeat(5_000)}"`,
    'multipart/form-data; boundary="a\\"b"',
    `multipart/mixed; boundary="${boundary}"`,
    'application/json',
    '',
    '\xff',
  ]);
}

function buildForm(random: SeededRandom, boundary: string): Buffer {
  const { below, chance } = random;
  const parts = chance(0.4)
    ? [filePart(random, boundary)]
    : Array.from({ length: below(6) }, () => buildPart(random, boundary));
  const preamble = chance(0.1) ? Buffer.from('a preamble\r\n') : Buffer.alloc(0);
  const epilogue = chance(0.1) ? Buffer.alloc(below(100_000), 'epilogue ') : Buffer.alloc(0);
  return Buffer.concat([preamble, ...parts, Buffer.from(`--${boundary}--\r\n`), epilogue]);
}

/** What the operation asks for: without further damage it makes a job. */
function filePart({ below }: SeededRandom, boundary: string): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), pdfOf(below(100_000)), Buffer.from('\r\n')]);
}

function buildPart({ below, pick }: SeededRandom, boundary: string): Buffer {
  const disposition = pick([
    'form-data; name="file"; filename="a.pdf"',
    'form-data; name="file"; filename="a.pdf"',
    'form-data; name="file"; filename="a.pdf"',
    'form-data; name="files"; filename=""',
    'form-data; name="copies"',
    'form-data; name="pages"',
    'form-data; name="tags"',
    'form-data; name="a\x01"',
    'form-data; name="a\0"; filename="\0"',
    "form-data; name=file; filename*=UTF-8''%zz.pdf",
    "form-data; name=file; filename*=latin9''%ff.pdf",
    `form-data; name="${'n'.repeat(17_000)}"`,
    'form-data; filename="../../x.pdf"',
    'form-data',
    'attachment; name="file"',
    '',
  ]);
  const content = pick([
    pdfOf(below(2_000)),
    pdfOf(70_000 + below(100_000)),
    Buffer.alloc(0),
    Buffer.from('1'),
    Buffer.from('1-'),
    Buffer.alloc(below(70_000), 'text'),
    Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n`),
    Buffer.from(`\r\n--${boundary}`),
  ]);
  const extra = pick([
    '',
    '',
    'Content-Type: application/octet-stream\r\n',
    'Content-Type: text/plain; charset=wat\r\n',
    'no header\r\n',
  ]);
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n${extra}\r\n`, 'latin1'),
    content,
    Buffer.from('\r\n'),
  ]);
}

/** A body in pieces: whole, cut anywhere, or cut inside each of its boundaries. */
function split({ below, chance, pick }: SeededRandom, body: Buffer, boundary: string): readonly Buffer[] {
  if (chance(0.4)) return [body];
  const cuts = new Set<number>();
  if (chance(0.5)) {
    const delimiter = Buffer.from(`--${boundary}`);
    const offset = below(delimiter.length + 4);
    for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) cuts.add(at + offset);
  } else {
    const count = pick([1, 3, 10, 40]);
    for (let turn = 0; turn < count; turn += 1) cuts.add(below(body.length + 1));
  }
  const places = [...cuts].filter((at) => at > 0 && at < body.length).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => body.subarray(from, places[index]));
}

function* chunked({ below, pick }: SeededRandom, pieces: readonly Buffer[], isDamaged: boolean): Generator<Buffer> {
  const bad = isDamaged ? below(pieces.length + 1) : -1;
  for (const [index, piece] of pieces.entries()) {
    if (index === bad)
      yield Buffer.from(pick(['zz\r\n', '-1\r\n', '5;\r\nhi', 'ffffffffffffffff\r\n', '\r\n', '3\r\nabcdef\r\n']));
    // An empty chunk would be the last one.
    if (piece.length > 0)
      yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  }
  if (bad !== pieces.length) yield Buffer.from('0\r\n\r\n');
}
