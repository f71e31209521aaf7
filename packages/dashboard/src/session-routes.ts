import { ConversionError, invalidRequest, type Operation, readOptionFields } from '@platen/core';
import { type HttpReply, type HttpRequest, jsonReply } from '@platen/http';
import manifest from '../package.json' with { type: 'json' };
import type { Call, Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';
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
      async answer({ visitor }) {
        const signIn = typeof authorize === 'function' ? 'host' : 'password';
        return jsonReply(200, { visitor, signIn, service: visitor === null ? null : await describeService(settings) });
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
        if (sessionToken !== null) authorize.signOut(sessionToken);
        return withCookie(jsonReply(200, {}), null, isSecure(request));
      },
    },
  ];
}

async function signIn(
  passwords: PasswordSignIn,
  { request, sessionToken }: Call,
  isSecure: (request: HttpRequest) => boolean,
): Promise<HttpReply> {
  const { password } = await readJson(request.message);
  if (typeof password !== 'string' || password === '') {
    throw invalidRequest([{ field: 'password', problem: 'is missing' }]);
  }
  const token = await passwords.signIn(password, request.remoteAddress);
  if (token === null) throw new ConversionError('UNAUTHORIZED', 'That is not the password');
  if (sessionToken !== null) passwords.signOut(sessionToken);
  return withCookie(jsonReply(200, {}), token, isSecure(request));
}

function withCookie(reply: HttpReply, token: string | null, isSecure: boolean): HttpReply {
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': sessionCookie(token, isSecure) } };
}

/** What does not change while the host runs: operations with their options, limits, what this dashboard can do. */
async function describeService<Source>(settings: Settings<Source>) {
  const { engine, keys, webhooks, canTry, requestsPerMinute, quotaPerMonth } = settings;
  const operations = await Promise.all([...engine.operations.values()].map(describeOperation));
  return {
    version: manifest.version,
    operations,
    limits: engine.limits,
    retentionMs: engine.retentionMs,
    hasKeys: keys !== null,
    hasWebhooks: webhooks !== null,
    canTry,
    requestsPerMinute,
    quotaPerMonth,
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
