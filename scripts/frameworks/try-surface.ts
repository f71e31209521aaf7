import { once } from 'node:events';
import { connect } from 'node:net';
import { samplePdf } from '../../packages/cli/src/service/sample-pdf.ts';

/** A host that serves the surface with `manage: true`. */
export interface ServedSurface {
  readonly url: string;
  readonly key: string;
}

const uploadBytes = 100_000_000;

/**
 * Does what a host in any framework has to bear: an upload of 100 MB, the events of its job, a part of the result, and an
 * upload that breaks off, after which the next request is served. Rejects with what is wrong.
 */
export async function trySurface({ url, key }: ServedSurface): Promise<void> {
  const headers = { 'X-API-Key': key };
  const form = new FormData();
  form.append('file', new Blob([largePdf()]), 'large.pdf');
  const submitted = await fetch(`${url}/api/v1/pdf/to-image`, { method: 'POST', headers, body: form });
  const { jobId, statusUrl } = (await accepted(submitted, 202)) as {
    readonly jobId: string;
    readonly statusUrl: string;
  };
  const events = await fetch(`${url}/api/manage/jobs/${jobId}/events`, { headers });
  const told = await events.text();
  if (!told.includes('event: job.completed') && !/"status":"completed"/.test(told)) throw new Error(`events: ${told}`);
  const job = (await accepted(await fetch(statusUrl, { headers }), 200)) as {
    readonly outputs: readonly { readonly downloadUrl: string }[];
  };
  const part = await fetch(job.outputs[0]?.downloadUrl ?? '', { headers: { Range: 'bytes=1-3' } });
  const text = await part.text();
  if (part.status !== 206 || text !== 'PNG') throw new Error(`range: ${part.status} ${text.slice(0, 100)}`);
  await breakOff({ url, key });
  await accepted(await fetch(`${url}/api/v1/account`, { headers }), 200);
  const own = await fetch(`${url}/`);
  if (!(await own.text()).includes('The routes of the host are its own.')) throw new Error(`own routes: ${own.status}`);
}

async function accepted(response: Response, status: number): Promise<unknown> {
  const body = await response.text();
  if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

/** Sends the head and a megabyte of a larger upload, and hangs up. */
async function breakOff({ url, key }: ServedSurface): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    'POST /api/v1/pdf/to-image HTTP/1.1',
    `Host: ${host}`,
    `X-API-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 50000000',
  ];
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  await new Promise((resolve) => socket.write(Buffer.alloc(1024 * 1024, ' '), resolve));
  socket.destroy();
  await once(socket, 'close');
}

/** A page, then a comment without end, then where the page is. */
function largePdf(): Buffer<ArrayBuffer> {
  const page = samplePdf('large');
  const end = page.subarray(page.lastIndexOf('startxref'));
  return Buffer.concat([page, Buffer.alloc(uploadBytes, '% nothing\n'), Buffer.from('\n'), end]);
}
