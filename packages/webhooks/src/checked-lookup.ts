import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressRule } from './allowed-networks.ts';

/** All addresses of a name: `lookup` of `node:dns`, unless a test has its own. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveAddresses: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });

/** Nothing is sent to where a name leads. */
class AddressRefusedError extends Error {
  constructor() {
    super('webhooks to this address are not allowed');
    this.name = 'AddressRefusedError';
  }
}

/**
 * The `lookup` of a connection: it connects to the very addresses that were checked, so that a name whose answer changes
 * gains nothing. One refused address among several refuses them all.
 */
export function checkedLookup(isAllowed: AddressRule, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new AddressRefusedError(), '');
        } else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
