import { fileURLToPath } from 'node:url';
import { platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import express from 'express';

const host = await createPlaten({ data: 'data' });

// Who visits is known by a cookie: nobody's API key is in the page. A real host takes it from its session; `SameSite` keeps pages of
// other sites from converting in the name of a visitor.
const visitorOf = ({ headers }) => /(?:^|; )visitor=([\w-]{36})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
const authenticator = {
  async authenticate({ request }) {
    const visitor = visitorOf(request);
    return visitor === undefined ? null : { ownerId: `visitor-${visitor}` };
  },
};

const app = express();
app.use(platen({ ...host, authenticator }));
app.get('/', (request, response, next) => {
  if (visitorOf(request) === undefined) {
    response.cookie('visitor', crypto.randomUUID(), { httpOnly: true, sameSite: 'strict' });
  }
  next();
});
// Without a bundler: the page imports the client as it is published.
app.use('/client', express.static(fileURLToPath(new URL('.', import.meta.resolve('@platen/client')))));
for (const [path, file] of Object.entries({ '/': 'index.html', '/page.js': 'page.js' })) {
  app.get(path, (_request, response) => response.sendFile(file, { root: import.meta.dirname }));
}

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port} takes files by drag and drop`);
});

process.once('SIGTERM', async () => {
  await host.stop();
  server.close();
  server.closeAllConnections();
});
