import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerProtocolErrors } from '@platen/http';
import fastify from 'fastify';
import { expect, test } from 'vitest';

test('the server of Fastify answers what is no HTTP as the interface says, once', async () => {
  const app = fastify();
  answerProtocolErrors(app.server);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('FROB / HTTP/1.1\r\n\r\n');
  socket.write('and again\r\n');
  const answer = await text(socket);
  await app.close();
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  const [head, body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(body)).toEqual({
    code: 'INVALID_REQUEST',
    message: 'request: is not valid HTTP',
    correlationId: expect.stringMatching(/^[\da-f-]{36}$/),
    details: { errors: [{ field: 'request', problem: 'is not valid HTTP' }] },
  });
});
