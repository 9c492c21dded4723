import { limits } from '../limits.ts';
import { DAY_MS } from './time/days.ts';
import { type DateRange, isDay } from './time/period.ts';

/** Built-in stages with the probabilities of spec 9.11, in order; a connected CRM brings its own (decisions 2.17). */
export const dealStages = [
  { name: 'Prospecting', probability: 0.1 },
  { name: 'Qualified', probability: 0.25 },
  { name: 'Proposal', probability: 0.5 },
  { name: 'Negotiation', probability: 0.75 },
  { name: 'Verbal', probability: 0.9 },
] as const;
export const stageNames: readonly string[] = dealStages.map(({ name }) => name);
export const firstStage: string = dealStages[0].name;

/** The probability as a fraction; null for an unknown or removed stage. */
export const probabilityOf = (stage: string): number | null => dealStages.find(({ name }) => name === stage)?.probability ?? null;

/** The funnel step after the last stage. */
export const WON = 'won';
/** First and last day on which deals closed, in the format used by URLs and API calls: `2026-07-01..2026-09-30`. */
const CLOSED_RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
export const closedRange = (text: string): DateRange | null => {
  const [, start_date = '', end_date = ''] = CLOSED_RANGE.exec(text) ?? [];
  return isDay(start_date) && isDay(end_date) && start_date <= end_date ? { start_date, end_date } : null;
};

export const dealNeeds = ['owner', 'amount', 'expected_close_date'] as const;
export type DealNeed = (typeof dealNeeds)[number];
type DealNeedFields = Readonly<{ owner: unknown; amount: unknown; expected_close_date: unknown }>;

/** The missing fields of an open deal, which counts as zero until it has all of them (decisions 2.17). */
export const dealNeedsOf = (deal: DealNeedFields): DealNeed[] => dealNeeds.filter((need) => deal[need] === null);

/** Whole days since the deal entered its stage. */
export const daysInStage = (enteredAt: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - enteredAt.getTime()) / DAY_MS));
export const isStale = (days: number): boolean => days >= limits.deals.staleDays;
