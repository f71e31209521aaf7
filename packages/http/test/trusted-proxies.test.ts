import { expect, test } from 'vitest';
import { clientAddress, type TrustProxy, trustedProxies } from '../src/trusted-proxies.ts';

const forwardedFor = '198.51.100.1, 192.0.2.1, 10.0.0.2';

test.each<[string, TrustProxy, string]>([
  ['nobody is trusted: who holds the connection', false, '::ffff:10.0.0.1'],
  ['everybody is trusted: who is named first', true, '198.51.100.1'],
  ['two proxies are trusted: who the second one names', 2, '192.0.2.1'],
  ['more proxies are trusted than there are: who is named first', 9, '198.51.100.1'],
  ['the proxies of a network are trusted: the first one outside it', ['10.0.0.0/8'], '192.0.2.1'],
  ['other addresses are trusted: who holds the connection', ['10.0.0.2', 'fd00::/8'], '::ffff:10.0.0.1'],
])('%s is the client', (_, trustProxy, client) => {
  expect(clientAddress('::ffff:10.0.0.1', forwardedFor, trustedProxies(trustProxy))).toBe(client);
});

test('without the address of the connection it is who the proxy names, where all are trusted', () => {
  expect(clientAddress('', '198.51.100.1', trustedProxies(true))).toBe('198.51.100.1');
  expect(clientAddress('', '198.51.100.1', trustedProxies(['10.0.0.0/8']))).toBe('');
});

test.each([['loopback'], ['10.0.0.0/33'], ['10.0.0.0/'], [7]])('%s is no address or network', (network) => {
  expect(() => trustedProxies([network] as readonly string[])).toThrow(TypeError);
});

test.each([[-1], [Number.NaN], ['10.0.0.1'], [null]])('%s is no setting', (setting) => {
  expect(() => trustedProxies(setting as TrustProxy)).toThrow(TypeError);
});
