import type { Cents } from '../../../../contract/rules/money.ts';
import { previousRange } from '../../../../contract/rules/performance/compared.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { ReportPerson, SoldRow, TerritorySoldRow } from '../../../db/repositories/reports/reportFigures.ts';
import { readQuotasByPerson } from '../../plans/commissionPlan.ts';
import { readQuotasOfStays } from '../../plans/quotasOfStays.ts';
import type { ReportContext } from './types.ts';

export type SoldFigures = Omit<SoldRow, 'user_id'> & Readonly<{ deals: number }>;
export const NO_SALES: SoldFigures = {
  sales: 0,
  commissionable: 0,
  commission: 0,
  positive_net: 0,
  positive: 0,
  won: 0,
  lost: 0,
  deals: 0,
};

export const addSales = (a: SoldFigures, b: SoldFigures): SoldFigures => ({
  sales: a.sales + b.sales,
  commissionable: a.commissionable + b.commissionable,
  commission: a.commission + b.commission,
  positive_net: a.positive_net + b.positive_net,
  positive: a.positive + b.positive,
  won: a.won + b.won,
  lost: a.lost + b.lost,
  deals: a.deals + b.deals,
});

export type PersonSales = Readonly<{ person: ReportPerson; now: SoldFigures; before: SoldFigures }>;

const daysOf = ({ start_date, end_date }: DateRange): string => `${dayText(start_date)} – ${dayText(end_date)}`;
const soldOf = (row: Omit<SoldRow, 'user_id'>, hasDeals: boolean): SoldFigures => ({ ...row, deals: hasDeals ? row.won : row.positive });

/**
 * Sales per person in the range and in the previous one. People without sales in both and without a quota are omitted, as in
 * commission_summary, so that both reports have the same totals.
 */
export const readSales = async ({ store, range, ids, today }: ReportContext): Promise<{ sold: PersonSales[]; before: string }> => {
  const previous = previousRange(range, today);
  const { reportFigures } = store;
  const [people, hasDeals, rows, rowsBefore] = await Promise.all([
    ...[reportFigures.people(ids), reportFigures.hasDeals()],
    ...[reportFigures.sold(range, ids), reportFigures.sold(previous, ids)],
  ] as const);
  const quotas = await readQuotasByPerson(store, range);
  const byPerson = (rows: readonly SoldRow[]): ReadonlyMap<number, SoldFigures> =>
    new Map(rows.map(({ user_id, ...row }) => [user_id, soldOf(row, hasDeals)]));
  const [now, before] = [byPerson(rows), byPerson(rowsBefore)];
  return {
    sold: people.flatMap((person) =>
      now.has(person.id) || before.has(person.id) || (quotas.get(person.id)?.quota ?? 0) > 0
        ? [{ person, now: now.get(person.id) ?? NO_SALES, before: before.get(person.id) ?? NO_SALES }]
        : [],
    ),
    before: daysOf(previous),
  };
};

/** A person's sales and quota in one territory. */
export type TerritorySales = Readonly<{ id: number; territory: string | null; now: SoldFigures; before: SoldFigures; quota: Cents }>;

/** Sales by person and territory: each sale in the territory of its booking date (decisions 2.22). */
export const readSalesByTerritory = async ({
  store,
  range,
  ids,
  today,
}: ReportContext): Promise<{ sold: TerritorySales[]; before: string }> => {
  const previous = previousRange(range, today);
  const { reportFigures } = store;
  const [hasDeals, rows, rowsBefore, stays] = await Promise.all([
    ...[reportFigures.hasDeals(), reportFigures.soldByTerritory(range, ids)],
    ...[reportFigures.soldByTerritory(previous, ids), reportFigures.stays(ids)],
  ] as const);
  const byTerritory = new Map<string, TerritorySales>();
  const add = (id: number, territory: string | null, part: Partial<TerritorySales>): void => {
    const key = `${id} ${territory ?? ''}`;
    const current = byTerritory.get(key) ?? { id, territory, now: NO_SALES, before: NO_SALES, quota: 0 };
    byTerritory.set(key, { ...current, ...part, quota: current.quota + (part.quota ?? 0) });
  };
  const soldIn = ({ user_id: _id, territory: _territory, ...row }: TerritorySoldRow): SoldFigures => soldOf(row, hasDeals);
  for (const row of rows) add(row.user_id, row.territory, { now: soldIn(row) });
  for (const row of rowsBefore) add(row.user_id, row.territory, { before: soldIn(row) });
  for (const { id, territory, quota } of await readQuotasOfStays(store, range, stays)) if (quota > 0) add(id, territory, { quota });
  return { sold: [...byTerritory.values()], before: daysOf(previous) };
};
