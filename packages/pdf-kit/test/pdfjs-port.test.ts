import { expect, test } from 'vitest';
import { createPdfJsPort } from '../src/page-model/pdfjs-port.ts';

/** What a listener hears of messages that their sender changes after posting them. */
async function heardOf<Message>(message: Message, change: (message: Message) => void): Promise<unknown[]> {
  const port = createPdfJsPort();
  const heard: unknown[] = [];
  port.addEventListener('message', ({ data }) => heard.push(data));
  port.postMessage(message);
  change(message);
  await Promise.resolve();
  return heard;
}

test('operators are heard though the sender empties its lists, and are not copied', async () => {
  const path = new Float32Array([0, 1, 2]);
  const operators = { streamId: 1, chunk: { fnArray: [91], argsArray: [[path]], length: 1 } };
  const heard = await heardOf(operators, ({ chunk }) => {
    chunk.fnArray.length = 0;
    chunk.argsArray.length = 0;
  });
  expect(heard).toEqual([{ streamId: 1, chunk: { fnArray: [91], argsArray: [[path]], length: 1 } }]);
  expect((heard[0] as typeof operators).chunk.argsArray[0]?.[0]).toBe(path);
});

test('another message is heard as it was when it was posted', async () => {
  const heard = await heardOf({ action: 'x', data: { list: [1] } }, ({ data }) => data.list.push(2));
  expect(heard).toEqual([{ action: 'x', data: { list: [1] } }]);
});

test('a listener whose signal is aborted hears nothing more', async () => {
  const port = createPdfJsPort();
  const leaving = new AbortController();
  const heard: unknown[] = [];
  port.addEventListener('message', ({ data }) => heard.push(data), { signal: leaving.signal });
  leaving.abort();
  port.postMessage('late');
  await Promise.resolve();
  expect(heard).toEqual([]);
});
