import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { PrivateHost } from '../../domain/notifications/channelMessages.ts';

/** Ranges that IANA's registry of special-purpose addresses marks as not public; for IPv6, only 2000::/3 is public. */
const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv4');
// Teredo (in 2001::/23) and 6to4 (2002::/16) contain IPv4 addresses, which would bypass the check; 2001:db8::/32 is for documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !privateRanges.check(address, 'ipv4');
  return version === 6 && publicIpv6.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6');
};

/**
 * Resolves a host for a connection, which then uses the checked address. A host with any private address is refused.
 * @param find replaces the system's resolver in tests
 */
export const createPublicLookup =
  (find: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [firstAddress] = addresses;
      if (!firstAddress || addresses.some(({ address }) => !isPublicAddress(address))) return callback(new PrivateHost(), '');
      if (options.all) return callback(null, addresses);
      callback(null, firstAddress.address, firstAddress.family);
    });
  };
