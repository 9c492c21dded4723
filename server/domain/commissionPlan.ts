import { type DateRange, firstOf, yearOf } from '../../contract/rules/period.ts';
import { hasRamps, namedIn, type QuotaTerms, termsOver } from '../../contract/rules/quota.ts';
import { currentConfig } from './config.ts';
import type { Services } from './services.ts';

/** What the plans give in a range, and from 1 January of its last year to its end. */
export type SummaryTerms = Readonly<{ inRange: QuotaTerms; yearToDate: QuotaTerms }>;

/** Quota and rates of one person, or of everybody active, as the configuration in use has them. */
export const summaryTerms = async (
  store: Pick<Services['store'], 'config' | 'commissionSums'>,
  range: DateRange,
  userId: number | null,
): Promise<SummaryTerms> => {
  const { config } = await currentConfig(store);
  const named = namedIn(config).map(Number).filter(Number.isSafeInteger);
  const sellers = await store.commissionSums.sellers(userId, named, hasRamps(config));
  const people = sellers.map(({ id, role, created_on, people: count }) => ({ id: String(id ?? ''), role, createdAt: created_on, count }));
  const year = { start_date: firstOf(yearOf(range.end_date), 0), end_date: range.end_date };
  return { inRange: termsOver(config, people, range), yearToDate: termsOver(config, people, year) };
};
