import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Which senders may set `X-Forwarded-For`, `-Proto` and `-Host`, if no framework decides this: true for all, the number of
 * proxies in a row, or the addresses and networks (`10.0.0.0/8`, `::1`) of the proxies. Default false.
 */
export type TrustProxy = boolean | number | readonly string[];

/** Whether the sender at an address is a proxy to trust; `hop` is 0 for who holds the connection, and grows towards the client. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** Throws a TypeError for what is no such setting. */
export function trustedProxies(trustProxy: TrustProxy): IsTrustedProxy {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number' && trustProxy >= 0) return (_address, hop) => hop < trustProxy;
  if (!Array.isArray(trustProxy)) throw wrongSetting(trustProxy);
  const trusted = new BlockList();
  for (const network of trustProxy as readonly unknown[]) addNetwork(trusted, network);
  // A list answers for IPv4 written as IPv6 (`::ffff:10.0.0.1`) too.
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
}

/** The address of the client: the nearest one that is no trusted proxy, or the farthest there is. */
export function clientAddress(remoteAddress: string, forwardedFor: string | null, isTrusted: IsTrustedProxy): string {
  const forwarded = (forwardedFor ?? '').split(',').map((address) => address.trim());
  const addresses = [remoteAddress, ...forwarded.filter((address) => address !== '').toReversed()];
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? '';
}

function addNetwork(trusted: BlockList, network: unknown): void {
  if (typeof network !== 'string') throw wrongSetting(network);
  const [address = '', bits] = network.split('/');
  if (isIP(address) === 0) throw wrongSetting(network);
  if (bits === undefined) trusted.addAddress(address, familyOf(address));
  else if (/^\d+$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)) {
    trusted.addSubnet(address, Number(bits), familyOf(address));
  } else throw wrongSetting(network);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function wrongSetting(setting: unknown): TypeError {
  return new TypeError(
    `trustProxy must be true, false, a number of proxies or a list of addresses and networks, not ${JSON.stringify(setting)}`,
  );
}
