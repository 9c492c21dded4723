import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BankDirection, BankState } from '../../../../contract/entities/bank.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type BankRow, bankColumns, bankJoins } from './transactions.ts';

/** `open`: proposed or waiting. */
export type BankFilter = Readonly<{
  state: BankState | 'open' | null;
  direction: BankDirection | null;
  from: Day | null;
  to: Day | null;
  search: string | null;
}>;
export type BankKey = Readonly<{ day: Day; id: number }>;
export type BankCounts = Readonly<{ proposed: number; waiting: number; matched: number; ignored: number; returned: number; total: number }>;

const matchesSearch = (search: string): RawBuilder<unknown> => {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // Longer numbers exceed any bank balance and the range of the column.
  const cents = /^\$?\d{1,3}(,?\d{3}){0,4}(\.\d{1,2})?$/.test(search) ? Math.round(Number(search.replace(/[$,]/g, '')) * 100) : null;
  const amount = cents === null ? sql`` : sql`or abs(t.amount_cents) = ${cents}`;
  return sql`(t.counterparty ilike ${pattern} or t.memo ilike ${pattern} or t.description ilike ${pattern} ${amount})`;
};

/** Every filter except the state, because the cards count by state. */
const rangeConditions = ({ direction, from, to, search }: BankFilter): RawBuilder<unknown>[] => [
  sql`true`,
  ...(direction === null ? [] : [direction === 'in' ? sql`t.amount_cents > 0` : sql`t.amount_cents < 0`]),
  ...(from === null ? [] : [sql`t.booked_on >= ${from}::date`]),
  ...(to === null ? [] : [sql`t.booked_on <= ${to}::date`]),
  ...(search === null ? [] : [matchesSearch(search)]),
];
const stateConditions = ({ state }: BankFilter): RawBuilder<unknown>[] => {
  if (state === null) return [];
  return [state === 'open' ? sql`t.state in ('proposed', 'waiting')` : sql`t.state = ${state}`];
};
const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `);

/** Bank transactions in pages, newest first: keyset on (day, id). */
export const bankPageRepository = (query: Kysely<Schema>) => ({
  page: async (filter: BankFilter, after: BankKey | null, limit: number): Promise<BankRow[]> => {
    const afterCursor = after === null ? [] : [sql`(t.booked_on, t.id) < (${after.day}::date, ${after.id}::bigint)`];
    const { rows } = await sql<BankRow>`
      select ${bankColumns} from bank_transactions t ${bankJoins} where ${joinConditions([...rangeConditions(filter), ...stateConditions(filter), ...afterCursor])}
      order by t.booked_on desc, t.id desc limit ${limit}`.execute(query);
    return rows;
  },

  /** Counts per state under all other filters, and the number of rows found. */
  counts: async (filter: BankFilter): Promise<BankCounts & Readonly<{ found: number }>> => {
    const { rows } = await sql<BankCounts & { found: number }>`
      select count(*) filter (where t.state = 'proposed')::int as proposed, count(*) filter (where t.state = 'waiting')::int as waiting,
        count(*) filter (where t.state = 'matched')::int as matched, count(*) filter (where t.state = 'ignored')::int as ignored,
        count(*) filter (where t.state = 'matched' and t.bank_status not in ('pending', 'settled'))::int as returned,
        count(*)::int as total, count(*) filter (where ${joinConditions([sql`true`, ...stateConditions(filter)])})::int as found
      from bank_transactions t where ${joinConditions(rangeConditions(filter))}`.execute(query);
    return rows[0] ?? { proposed: 0, waiting: 0, matched: 0, ignored: 0, returned: 0, total: 0, found: 0 };
  },
});
