import { limits } from '../limits.ts';
import { type DateRange, isDay } from './time/period.ts';

/** Stages of our own with the probabilities of spec 9.11; a connected CRM brings its own (decisions 2.17). In their order. */
export const dealStages = [
  { name: 'Prospecting', probability: 0.1 },
  { name: 'Qualified', probability: 0.25 },
  { name: 'Proposal', probability: 0.5 },
  { name: 'Negotiation', probability: 0.75 },
  { name: 'Verbal', probability: 0.9 },
] as const;
export const stageNames: readonly string[] = dealStages.map(({ name }) => name);
export const firstStage: string = dealStages[0].name;

/** A fraction; null of a stage that there is not, or not any more. */
export const probabilityOf = (stage: string): number | null => dealStages.find(({ name }) => name === stage)?.probability ?? null;

/** The step of the funnel after the last stage. */
export const WON = 'won';
/** From the first day to the last on which deals closed, as the address and the call say it: `2026-07-01..2026-09-30`. */
const CLOSED = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
export const closedRange = (text: string): DateRange | null => {
  const [, start_date = '', end_date = ''] = CLOSED.exec(text) ?? [];
  return isDay(start_date) && isDay(end_date) && start_date <= end_date ? { start_date, end_date } : null;
};

export const dealNeeds = ['owner', 'amount', 'expected_close_date'] as const;
export type DealNeed = (typeof dealNeeds)[number];
type Known = Readonly<{ owner: unknown; amount: unknown; expected_close_date: unknown }>;

/** What an open deal lacks; while it lacks anything it counts with zero (decisions 2.17). */
export const needsOf = (known: Known): DealNeed[] => dealNeeds.filter((need) => known[need] === null);

const DAY_MS = 86_400_000;
/** Whole days since the deal came into its stage. */
export const daysInStage = (enteredAt: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - enteredAt.getTime()) / DAY_MS));
export const isStale = (days: number): boolean => days >= limits.deals.staleDays;
