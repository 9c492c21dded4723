import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, with `::` expanded. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groups.length - right.length);
  return [...groups, ...Array<string>(gap).fill('0'), ...right];
};

/** The network of an address: an IPv4 address, or the /64 that one IPv6 subscriber owns. */
export const networkOf = (address: string): string => {
  const bare = address.split('%')[0]?.toLowerCase() ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const prefix = groupsOf(bare)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
};
