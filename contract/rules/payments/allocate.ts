import type { Cents } from '../money.ts';

/** A payable item, in payment order; a negative `open` amount is to be recovered. */
export type Payable = Readonly<{ key: string; open: Cents }>;
export type Allocated = Readonly<{ key: string; amount: Cents }>;

/** Oldest due first: each item gets its open amount until nothing is left. Skips items to be recovered. */
export const proposeAllocation = (amount: Cents, items: readonly Payable[]): readonly Allocated[] => {
  let remaining = Math.max(0, amount);
  return items.flatMap(({ key, open }) => {
    const part = Math.min(remaining, Math.max(0, open));
    remaining -= part;
    return part === 0 ? [] : [{ key, amount: part }];
  });
};

export const allocatedSum = (lines: readonly Pick<Allocated, 'amount'>[]): Cents => lines.reduce((sum, { amount }) => sum + amount, 0);

export type AllocationFault =
  | Readonly<{ fault: 'twice' | 'gone' | 'zero' | 'below_zero' | 'above_zero' | 'above_open'; key: string }>
  | Readonly<{ fault: 'above_amount' | 'not_all'; key: null }>;

/**
 * The first fault of an allocation, or null.
 * @param mustAddUp true if the lines must add up to the amount, as for a commission payment; the rest of a customer payment becomes a
 * credit
 */
export const allocationFault = (
  amount: Cents,
  lines: readonly Allocated[],
  items: readonly Payable[],
  mustAddUp: boolean,
): AllocationFault | null => {
  const openByKey = new Map(items.map((item) => [item.key, item.open]));
  const seenKeys = new Set<string>();
  for (const { key, amount: part } of lines) {
    const maxAmount = openByKey.get(key);
    if (seenKeys.has(key)) return { fault: 'twice', key };
    if (maxAmount === undefined) return { fault: 'gone', key };
    if (part === 0) return { fault: 'zero', key };
    // Open amounts can only be paid, and amounts to be recovered only recovered.
    if (part * maxAmount < 0) return { fault: maxAmount > 0 ? 'below_zero' : 'above_zero', key };
    if (Math.abs(part) > Math.abs(maxAmount)) return { fault: 'above_open', key };
    seenKeys.add(key);
  }
  const sum = allocatedSum(lines);
  if (sum > amount) return { fault: 'above_amount', key: null };
  return mustAddUp && sum !== amount ? { fault: 'not_all', key: null } : null;
};
