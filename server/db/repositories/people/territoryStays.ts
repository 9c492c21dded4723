import type { Day } from '../../../../contract/rules/time/period.ts';

/** The days on which a person holds a territory (decisions 2.22); one row for a person who never changed territory. */
export type TerritoryStay = Readonly<{ id: number; territory: string | null; from_day: Day; to_day: Day }>;

/** Rows of `user_id, territory, from_day, to_day, moved`: consecutive days, `moved` true for people who have had several territories. */
export const territoryStays = `
  select user_id, territory, min(from_day) as from_day, max(to_day) as to_day, moved from (
    select user_id, territory, from_day, to_day,
      min(coalesce(territory, '')) over (partition by user_id) <> max(coalesce(territory, '')) over (partition by user_id) as moved
    from people_over_time
  ) as held group by user_id, territory, moved, case when moved then from_day end`;

/** The day that decides a record's territory: for a credit memo, that of the sale (decisions 2.23). */
export const territoryDayOf = (record: string): string => `coalesce((
  select o.booking_date from invoices i join invoices o on o.id = i.credit_of_id where i.id = ${record}.invoice_id), ${record}.booking_date)`;
