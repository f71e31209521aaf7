import { isIPv6 } from 'node:net';

/**
 * Returns the key by which attempts of a client are counted: the IPv4 address (also if it is written as IPv6,
 * `::ffff:192.0.2.1`), or the /64 network of an IPv6 address, because one subscriber has all addresses of a /64. Any other
 * text is returned unchanged.
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 0xff]).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. The URL parser writes every spelling of one in the same way. */
function groupsOf(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head, tail] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  const groups = [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  return groups.map((group) => Number.parseInt(group, 16));
}
