import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, with `::` expanded. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const missingGroups = tail === undefined ? 0 : Math.max(0, 8 - groups.length - trailing.length);
  return [...groups, ...Array<string>(missingGroups).fill('0'), ...trailing];
};

/** The network of an address: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
export const networkOf = (address: string): string => {
  const withoutZone = address.split('%')[0]?.toLowerCase() ?? '';
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(withoutZone)?.[1];
  if (mappedIpv4) return mappedIpv4;
  if (isIPv4(withoutZone)) return withoutZone;
  if (!isIPv6(withoutZone)) return 'unknown';
  const prefix = groupsOf(withoutZone)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
};
