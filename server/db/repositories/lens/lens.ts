import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { InstantColumn } from '../../schema/columns.ts';
import type { Schema } from '../../schema/index.ts';
import { type Owners, ownedBy } from '../commissions/owners.ts';

/** The label of a record, or of an adjustment without a record. */
export type LensPartLabel = Readonly<{
  id: number;
  label: string;
  user_id: number;
  first_name: string;
  last_name: string;
  date: Day;
  status: CommissionStatus | null;
}>;
/** Cents by key: `r` and a record id, or `a` and the id of an adjustment without a record. */
export type LensParts = Readonly<Record<string, number>>;

/** The parts of a total, and the start of the recorded history. */
export const lensRepository = (query: Kysely<Schema>) => ({
  /** The instant from which every change is stored; earlier states cannot be shown. */
  since: async (): Promise<InstantColumn> => {
    const { rows } = await sql<{ since: InstantColumn }>`select since from past_kept`.execute(query);
    return rows[0]?.since ?? new Date(0).toISOString();
  },

  /** The amount of each record in a range, with the adjustments effective in it; their sum is the range's total. */
  parts: async ({ start_date, end_date }: DateRange, owners: Owners): Promise<LensParts> => {
    const ownership = ownedBy(owners);
    const { rows } = await sql<{ parts: LensParts }>`
      select coalesce(json_object_agg(key, cents), '{}') as parts from (
        select key, sum(cents)::int8 as cents from (
          select 'r' || id as key, amount_cents as cents from commission_records
          where booking_date between ${start_date} and ${end_date} ${ownership}
          union all
          select coalesce('r' || commission_id, 'a' || id), amount_cents from adjustments
          where state = 'approved' and effective_date between ${start_date} and ${end_date} ${ownership}
        ) as each group by key
      ) as summed`.execute(query);
    return rows[0]?.parts ?? {};
  },

  /** Labels of records and adjustments, by the keys of `parts`. */
  labels: async (keys: readonly string[]): Promise<Map<string, LensPartLabel>> => {
    const idsOf = (kind: 'r' | 'a'): number[] => keys.filter((key) => key.startsWith(kind)).map((key) => Number(key.slice(1)));
    const { rows } = await sql<LensPartLabel & Readonly<{ key: string }>>`
      select 'r' || r.id as key, r.id, r.invoice_number as label, r.user_id, u.first_name, u.last_name, r.booking_date as date, r.status
      from commission_records r join users u on u.id = r.user_id where r.id = any(${idsOf('r')}::int8[])
      union all
      select 'a' || a.id, a.id, a.reason, a.user_id, u.first_name, u.last_name, a.effective_date, null
      from adjustments a join users u on u.id = a.user_id where a.id = any(${idsOf('a')}::int8[])`.execute(query);
    return new Map(rows.map(({ key, ...row }) => [key, row]));
  },
});
