import { ConversionError, invalidRequest, type Operation } from '@platen/core';
import { readOptionFields } from '@platen/core/internal';
import { type HttpReply, type HttpRequest, jsonReply } from '@platen/http';
import manifest from '../package.json' with { type: 'json' };
import type { Call, Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';
import { gzipped } from './gzipped.ts';
import type { PasswordSignIn } from './password-sign-in.ts';
import { readJson } from './read-json.ts';
import { sessionCookie } from './session-cookie.ts';

/** Who is there, and what the pages are about; signing in and out where the dashboard itself does that. */
export function sessionRoutes<Source>(settings: Settings<Source>): readonly Route[] {
  const { authorize, publicUrl } = settings;
  const isSecure = ({ origin }: HttpRequest) => (publicUrl?.protocol ?? URL.parse(origin)?.protocol) === 'https:';
  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: 'data/session',
      access: 'anyone',
      async answer({ visitor, request }) {
        const service = visitor === null ? null : await describeService(settings);
        return gzipped(request, jsonReply(200, { visitor, ...describeSignIn(authorize), service }));
      },
    },
  ];
  if (typeof authorize === 'function') return routes;
  return [
    ...routes,
    { method: 'POST', path: 'data/session', access: 'anyone', answer: (call) => signIn(authorize, call, isSecure) },
    {
      method: 'DELETE',
      path: 'data/session',
      access: 'anyone',
      async answer({ request, sessionToken }) {
        if (sessionToken !== null) await authorize.signOut(sessionToken);
        return withCookie(jsonReply(200, {}), null, isSecure(request));
      },
    },
  ];
}

/** How a visitor signs in, as anybody may know it. */
function describeSignIn<Source>(authorize: Settings<Source>['authorize']) {
  if (typeof authorize === 'function') return { signIn: 'host', asksActor: false, passwordHint: null };
  return { signIn: 'password', asksActor: authorize.asksActor, passwordHint: authorize.hint };
}

async function signIn(
  passwords: PasswordSignIn,
  { request, sessionToken }: Call,
  isSecure: (request: HttpRequest) => boolean,
): Promise<HttpReply> {
  const { actor = null, password, device = null } = await readJson(request.message);
  const missing = [
    ...(passwords.asksActor && (typeof actor !== 'string' || actor === '') ? ['actor'] : []),
    ...(typeof password !== 'string' || password === '' ? ['password'] : []),
  ];
  if (missing.length > 0) throw invalidRequest(missing.map((field) => ({ field, problem: 'is missing' })));
  const signedIn = await passwords.signIn({
    actor: typeof actor === 'string' ? actor : null,
    password: String(password),
    remoteAddress: request.remoteAddress,
    device: typeof device === 'string' ? device : null,
  });
  if (signedIn === null) throw new ConversionError('UNAUTHORIZED', wrongPassword(passwords));
  if (sessionToken !== null) await passwords.signOut(sessionToken);
  return withCookie(jsonReply(200, { device: signedIn.device }), signedIn.token, isSecure(request));
}

function wrongPassword({ asksActor }: PasswordSignIn): string {
  return asksActor ? 'The name or the password is wrong' : 'The password is wrong';
}

function withCookie(reply: HttpReply, token: string | null, isSecure: boolean): HttpReply {
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': sessionCookie(token, isSecure) } };
}

/** What does not change while the host runs: operations with their options, limits, what this dashboard can do. */
async function describeService<Source>(settings: Settings<Source>) {
  const { engine, keys, webhooks, canTry, requestsPerMinute, quotaPerMonth, apiUrl, docsUrl } = settings;
  const operations = await Promise.all([...engine.operations.values()].map(describeOperation));
  return {
    version: manifest.version,
    operations,
    limits: engine.limits,
    retentionMs: engine.retentionMs,
    hasKeys: keys !== null,
    hasWebhooks: webhooks !== null,
    takesWebhookUrls: engine.jobWebhooks !== null,
    canTry,
    requestsPerMinute,
    quotaPerMonth,
    apiUrl,
    docsUrl,
  };
}

async function describeOperation(operation: Operation) {
  const { name, title, description, accepts, files } = operation;
  const { schemas } = readOptionFields(operation);
  return {
    name,
    title,
    description,
    accepts,
    files,
    options: schemas,
    languages: (await operation.languages?.()) ?? null,
  };
}
