import { expect, test } from 'vitest';
import { allowNetworks } from '../src/allowed-networks.ts';
import { findUrlProblem } from '../src/check-url.ts';
import { isRefusedAddress } from '../src/refused-address.ts';
import { refusedHosts } from './refused-hosts.ts';

const rules = { allowHttp: true, isAllowed: allowNetworks([]) };

test.each(refusedHosts)('http://%s/ is refused before anything is looked up', (host) => {
  expect(findUrlProblem(`http://${host}/`, rules)).not.toBeNull();
});

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '1.1.1.1', '8.8.8.8'])('%s is not', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

test.each(['', 'localhost', '1.2.3', 'fe80::1%eth0', '2606:4700::1%1', '0x7f000001', '::ffff:1.1.1.1'])(
  'nothing is sent to "%s" for an address',
  (address) => {
    expect(isRefusedAddress(address)).toBe(true);
  },
);

test.each([
  ['ftp://example.com/', 'must begin with https:// or http://'],
  ['https://user:secret@example.com/', 'must not contain a user name or password'],
  ['/hooks', 'is not an absolute URL of at most 2000 characters'],
  [`https://example.com/${'x'.repeat(2_000)}`, 'is not an absolute URL of at most 2000 characters'],
  ['https://example.com/hooks?x=1', null],
])('%s: %s', (url, problem) => {
  expect(findUrlProblem(url, rules)).toBe(problem);
});

test('http is refused unless it is allowed', () => {
  expect(findUrlProblem('http://example.com/', { ...rules, allowHttp: false })).toBe('must begin with https://');
});

test('networks of the host are allowed by name, and no others with them', () => {
  const isAllowed = allowNetworks(['10.1.0.0/16', 'fd00::/8']);
  expect(['10.1.2.3', 'fd12::1', '1.1.1.1'].map(isAllowed)).toEqual([true, true, true]);
  expect(['10.2.0.1', '127.0.0.1', '::ffff:10.1.2.3', '::1', 'nonsense'].map(isAllowed)).toEqual(Array(5).fill(false));
  expect(() => allowNetworks(['10.1.0.0'])).toThrow('10.1.0.0/16');
});
