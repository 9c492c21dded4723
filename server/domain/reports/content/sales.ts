import { previousRange } from '../../../../contract/rules/performance/compared.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { ReportPerson, SoldRow } from '../../../db/repositories/reports/reportFigures.ts';
import { quotasByPerson } from '../../plans/commissionPlan.ts';
import type { Question } from './types.ts';

export type Sold = Omit<SoldRow, 'user_id'> & Readonly<{ deals: number }>;
export const noSales: Sold = { sales: 0, commissionable: 0, commission: 0, positive_net: 0, positive: 0, won: 0, lost: 0, deals: 0 };

export const addSales = (one: Sold, other: Sold): Sold => ({
  sales: one.sales + other.sales,
  commissionable: one.commissionable + other.commissionable,
  commission: one.commission + other.commission,
  positive_net: one.positive_net + other.positive_net,
  positive: one.positive + other.positive,
  won: one.won + other.won,
  lost: one.lost + other.lost,
  deals: one.deals + other.deals,
});

export type SoldBy = Readonly<{ person: ReportPerson; now: Sold; before: Sold }>;

/**
 * What everybody sold in the range and in the one before, with everybody's quotas. Who sold in neither and has no quota is left out, as in
 * commission_summary: the two add up to the same.
 */
export const salesOf = async ({
  store,
  range,
  ids,
  today,
}: Question): Promise<{ sold: SoldBy[]; before: string; quotas: Awaited<ReturnType<typeof quotasByPerson>> }> => {
  const previous = previousRange(range, today);
  const { reportFigures } = store;
  const [people, hasDeals, rows, rowsBefore] = await Promise.all([
    ...[reportFigures.people(ids), reportFigures.hasDeals()],
    ...[reportFigures.sold(range, ids), reportFigures.sold(previous, ids)],
  ] as const);
  const quotas = await quotasByPerson(store, range);
  const byPerson = (of: readonly SoldRow[]): ReadonlyMap<number, Sold> =>
    new Map(of.map(({ user_id, ...row }) => [user_id, { ...row, deals: hasDeals ? row.won : row.positive }]));
  const [now, before] = [byPerson(rows), byPerson(rowsBefore)];
  return {
    sold: people.flatMap((person) =>
      now.has(person.id) || before.has(person.id) || (quotas.get(person.id)?.quota ?? 0) > 0
        ? [{ person, now: now.get(person.id) ?? noSales, before: before.get(person.id) ?? noSales }]
        : [],
    ),
    quotas,
    before: `${dayText(previous.start_date)} – ${dayText(previous.end_date)}`,
  };
};
