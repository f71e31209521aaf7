// Two nodes that take jobs in, two that work, and a balancer before the first two: all on this machine, without
// containers. The database and the bucket are yours:
//   PLATEN_STORE=postgres://user:password@localhost/platen PLATEN_BLOBS=s3://bucket/files?endpoint=http://localhost:7070 \
//   AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… node main.js
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const platen = fileURLToPath(new URL('../bin/platen.js', import.meta.resolve('@platen/cli')));
const folder = await mkdtemp(join(tmpdir(), 'platen-cluster-'));
const nodes = [];

/** Starts `platen <command>` with a folder of its own, and waits for its first line. */
async function start(name, command, ...args) {
  const all = [platen, command, '--data', join(folder, name), '--log-level', 'warn', ...args];
  const child = spawn(process.execPath, [...process.execArgv, ...all], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  nodes.push({ child, ended });
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(`${name}: ${line}`);
    return /http:\/\/[\w.:]+/.exec(line)?.[0];
  }
  throw new Error(`${name} ended before it was ready`);
}

async function stop() {
  balancer.close();
  balancer.closeAllConnections();
  for (const { child } of nodes) child.kill('SIGTERM');
  await Promise.all(nodes.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
}

/** Requests in turn to each node that answers. A node that cannot be reached is passed over for the next. */
let turn = 0;
const balancer = createServer((incoming, outgoing) => {
  turn += 1;
  const { hostname, port } = new URL(apis[turn % apis.length]);
  const { method, url, headers } = incoming;
  const forwarded = { ...headers, 'x-forwarded-host': headers.host, 'x-forwarded-for': incoming.socket.remoteAddress };
  const passed = request({ hostname, port, method, path: url, headers: forwarded }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.on('error', () => passed.destroy());
  incoming.pipe(passed);
});

const apis = [];
try {
  for (const name of ['api-1', 'api-2']) {
    apis.push(await start(name, 'serve', '--no-work', '--port', '0', '--trust-proxy', 'loopback'));
  }
  for (const name of ['worker-1', 'worker-2']) await start(name, 'worker', '--concurrency', '1');
  const keys = [...process.execArgv, platen, 'keys', 'create', '--name', 'cluster example', '--json'];
  const { key } = JSON.parse((await promisify(execFile)(process.execPath, keys)).stdout);
  balancer.listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
  await once(balancer, 'listening');
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  console.log(`http://127.0.0.1:${balancer.address().port} takes the key ${key}`);
  await stopped;
} finally {
  await stop();
}
