import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is reachable on the internet: all other ranges of IPv6 mean something else. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host of a virtual machine of Azure, which answers with its configuration: a public address that is none of the internet. */
const azureHost = '168.63.129.16';

/**
 * Whether nothing may be sent to an address: anything but a unicast address of the internet. Loopback, private, link-local
 * and shared (CGNAT) addresses are refused, and so is every way to write an IPv4 address as an IPv6 one (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP): a gateway might take it back to where IPv4 was refused.
 */
export function isRefusedAddress(text: string): boolean {
  // A zone belongs to a link. What only some readers take for an address is none.
  if (text.includes('%') || isIP(text) === 0) return true;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() !== 'unicast' || text === azureHost;
  return address.range() !== 'unicast' || !address.match(globalUnicast) || isIsatap(address);
}

/** RFC 5214: an interface id of 0:5efe or 200:5efe and an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;
}
