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
  expect(() => findRoute(routes, 'GET', '/api/v1/jobs/abc/def')).toThrow('no such route');
  expect(() => findRoute(routes, 'GET', '/api/v1/jobs/')).toThrow('no such route');
});

test('a path of its own without a route is an error; another path is not its own', () => {
  expect(() => findRoute(routes, 'POST', '/api/v1/pdf/split')).toThrow('no such route');
  expect(findRoute(routes, 'GET', '/api/v2/jobs/abc')).toBeNull();
  expect(findRoute(routes, 'GET', '/')).toBeNull();
});

test('GET answers HEAD; another method is told what is allowed', () => {
  expect(findRoute(routes, 'HEAD', '/healthz')?.route.path).toBe('/healthz');
  expect(() => findRoute(routes, 'HEAD', '/api/v1/pdf/merge')).toThrow('POST only');
  expect(() => findRoute(routes, 'DELETE', '/healthz')).toThrow('GET or HEAD only');
});

test('a host hands over the prefixes of the interface and each optional path', () => {
  expect(ownPaths(routes)).toEqual(['/api/v1/*', '/api/download/*', '/healthz']);
});
