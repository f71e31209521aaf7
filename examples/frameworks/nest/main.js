import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { generateApiKey } from '@platen/core';
import { platen as onExpress } from '@platen/express';
import { platen as onFastify } from '@platen/fastify';
import { createPlaten } from '@platen/host';

// `node main.js fastify` runs it on Fastify. Body limits: Nest's parsers take JSON and URL-encoded forms of 100 KB; uploads
// go past them on both engines, and Fastify's `bodyLimit` is for its parsers too.
const host = await createPlaten({ data: 'data' });
const options = { ...host, manage: true };

// In TypeScript these are decorators: `@Controller() class OwnRoutes { @Get() root() { … } }`.
class OwnRoutes {
  root() {
    return 'The routes of the host are its own.';
  }
}
Controller()(OwnRoutes);
Get()(OwnRoutes.prototype, 'root', Object.getOwnPropertyDescriptor(OwnRoutes.prototype, 'root'));
class AppModule {}
Module({ controllers: [OwnRoutes] })(AppModule);

const isFastify = process.argv[2] === 'fastify';
const app = isFastify
  ? await NestFactory.create(AppModule, new FastifyAdapter({ forceCloseConnections: true }), { logger: false })
  : await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true });
if (isFastify) await app.register(onFastify, options);
else app.use(onExpress(options));

await app.listen(Number(process.env.PORT ?? 3000));
const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'example', createdAt: Date.now() });
await host.keys.create(record);
console.log(`http://localhost:${app.getHttpServer().address().port} takes the key ${key}`);

process.once('SIGTERM', async () => {
  await host.stop();
  await app.close();
});
