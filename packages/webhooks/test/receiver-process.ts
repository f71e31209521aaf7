import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { readBody } from './receiver.ts';

// Writes down the path and the job of every event that the public verifier accepts, then takes it. Until it is killed.
const [, , port = '0', endpointSecret = '', jobSecret = '', file = ''] = process.argv;
const verifiers = { '/endpoint': new Webhook(endpointSecret), '/job': new Webhook(jobSecret) };
const server = createServer((request, response) => {
  void readBody(request).then((body) => {
    const path = request.url === '/job' ? '/job' : '/endpoint';
    try {
      const { data } = verifiers[path].verify(body, request.headers as Record<string, string>) as {
        data: { jobId: string };
      };
      appendFileSync(file, `${path} ${data.jobId}\n`);
      response.writeHead(204).end();
    } catch (error) {
      appendFileSync(file, `refused: ${String(error)}\n`);
      response.writeHead(400).end();
    }
  });
});
process.on('disconnect', () => process.exit());
server.listen(Number(port), '127.0.0.1', () => process.send?.(server.address()));
