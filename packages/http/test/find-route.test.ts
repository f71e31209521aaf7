import { expect, test } from 'vitest';
import { findRoute, ownPaths } from '../src/find-route.ts';
import type { Route } from '../src/routes.ts';

const answer: Route['answer'] = async () => ({ status: 200, headers: {}, body: null });
const routes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/pdf/merge', answer },
  { method: 'GET', path: '/api/v1/jobs/{jobId}', answer },
  { method: 'GET', path: '/healthz', answer },
];

test('a parameter is one segment', () => {
  expect(findRoute(routes, 'GET', '/api/v1/jobs/abc')?.parameter).toBe('abc');
  expect(() => findRoute(routes, 'GET', '/api/v1/jobs/abc/def')).toThrow('There is no route ');
  expect(() => findRoute(routes, 'GET', '/api/v1/jobs/')).toThrow('There is no route ');
});

test('a path of its own without a route is an error; another path is not its own', () => {
  expect(() => findRoute(routes, 'POST', '/api/v1/pdf/split')).toThrow('There is no route ');
  expect(findRoute(routes, 'GET', '/api/v2/jobs/abc')).toBeNull();
  expect(findRoute(routes, 'GET', '/')).toBeNull();
});

test('a misspelt path is answered with the route that was probably meant', () => {
  const messageOf = (method: string, path: string) => {
    try {
      return String(findRoute(routes, method, path));
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(messageOf('POST', '/api/v1/pdf/merg')).toBe(
    'There is no route POST /api/v1/pdf/merg; did you mean POST /api/v1/pdf/merge?',
  );
  expect(messageOf('GET', '/api/v1/jobs/')).toBe(
    'There is no route GET /api/v1/jobs/; did you mean GET /api/v1/jobs/{jobId}?',
  );
  expect(messageOf('GET', '/api/v1/job/7')).toBe(
    'There is no route GET /api/v1/job/7; did you mean GET /api/v1/jobs/{jobId}?',
  );
  expect(messageOf('GET', '/api/v1/something/else')).toBe('There is no route GET /api/v1/something/else');
  expect(messageOf('GET', `/api/v1/${'x/'.repeat(50_000)}`).length).toBeLessThan(200);
});

test('GET answers HEAD; another method is told what is allowed', () => {
  expect(findRoute(routes, 'HEAD', '/healthz')?.route.path).toBe('/healthz');
  expect(() => findRoute(routes, 'HEAD', '/api/v1/pdf/merge')).toThrow('/api/v1/pdf/merge takes POST only, not HEAD');
  expect(() => findRoute(routes, 'DELETE', '/healthz')).toThrow('GET or HEAD only');
});

test('a host hands over the prefixes of the interface and each optional path', () => {
  expect(ownPaths(routes)).toEqual(['/api/v1/*', '/api/download/*', '/healthz']);
});
