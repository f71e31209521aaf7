import { platen } from '@platen/fastify';
import fastify from 'fastify';
import { expect, test } from 'vitest';

test('another version of Fastify refuses the plugin, and says which one it takes', async () => {
  const app = fastify();
  Object.defineProperty(app, 'version', { value: '4.29.1' });
  await expect(app.register(platen, {} as never)).rejects.toThrow(/@platen\/fastify.*'5\.x'.*'4\.29\.1'/);
});
