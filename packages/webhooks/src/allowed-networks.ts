import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isRefusedAddress } from './refused-address.ts';

/** Decides which addresses may be sent to. */
export type AddressRule = (address: string) => boolean;

/** Addresses of the internet, and those of the networks a host says, such as `10.1.0.0/16`. Throws a TypeError on a wrong one. */
export function allowNetworks(networks: readonly string[]): AddressRule {
  const ranges = networks.map(parseNetwork);
  return (address) => !isRefusedAddress(address) || ranges.some((range) => isWithin(address, range));
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseNetwork(network: string): Network {
  try {
    return ipaddr.parseCIDR(network);
  } catch (error) {
    throw new TypeError(`a network is an address and a length, such as 10.1.0.0/16, not "${network}"`, {
      cause: error,
    });
  }
}

function isWithin(text: string, [network, length]: Network): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return address.kind() === network.kind() && address.match(network, length);
}
