import type { Day } from '../../contract/rules/time/period.ts';
import type { Template } from './place.ts';
import { type Fault, simulate } from './simulate.ts';

/** `days`: lived until then, including its own. */
export type Finding = Fault & Readonly<{ seed: number; days: number }>;
/** `focus`: acts and failures that come more often. `first`: the first day. */
export type SearchOrder = Readonly<{ seeds: readonly number[]; days: number; template: Template; focus: readonly string[]; first: Day }>;

/** The first days are a month's last and the next month's, in which it is closed and paid. */
export const FIRST: Day = '2025-07-30';
const CHECK_EVERY = 3;

/** Lives through one seed after the other until the first violation. */
export const seek = async ({ seeds, ...order }: SearchOrder): Promise<Finding | null> => {
  for (const seed of seeds) {
    const { fault, days } = await simulate({ ...order, seed, checkEvery: CHECK_EVERY });
    if (fault) return { ...fault, seed, days: Math.min(order.days, days + 1) };
  }
  return null;
};
