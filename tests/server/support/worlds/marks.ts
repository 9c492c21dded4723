import { sql } from 'kysely';
import { openStore, type Store } from '../../../../server/db/repositories/store.ts';
import { affectedBy, beginRun, type Cause, markAffected, previewEverybody } from '../../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../../server/domain/plans/config.ts';
import { todayIn } from '../../../../server/domain/shared/clock.ts';
import type { NewInvoice } from '../facts.ts';
import type { TestDatabase } from '../testDatabase.ts';

let counter = 0;

/** Books invoices as an import does: marks them without computing amounts. @returns their ids */
export const bookWithMarks = async (
  db: TestDatabase,
  store: Store,
  invoices: readonly NewInvoice[],
  cause: Cause,
  inside?: (trx: TestDatabase['query']) => Promise<void>,
): Promise<number[]> => {
  const runId = await beginRun(store, cause);
  return db.query.transaction().execute(async (trx) => {
    const tx = openStore({ ...db, query: trx });
    await tx.periods.lockShared();
    const rows = invoices.map((invoice) => {
      counter += 1;
      const numbered = { invoice_number: `M-${String(counter).padStart(5, '0')}`, customer_name: 'Acme School', state: 'sent' as const };
      return { ...numbered, gross_cents: invoice.net_cents, ...invoice };
    });
    const ids = (await trx.insertInto('invoices').values(rows).returning('id').execute()).map(({ id }) => id);
    await markAffected(tx, await affectedBy(tx, { invoices: ids }), { rank: 1, runId, at: cause.at });
    await inside?.(trx);
    return ids;
  });
};

/** Differences that a full recomputation would still find. */
export const remainingDifferences = async (store: Store, at: Date): Promise<unknown[]> => {
  const current = await currentConfig(store);
  const remaining: unknown[] = [];
  for await (const { diff } of previewEverybody(store, current, todayIn(current.config.timezone, at)))
    remaining.push(...diff.inserts, ...diff.updates, ...diff.removals);
  return remaining;
};

/** Totals of months, people and the company that differ from the sum of their records. */
export const wrongSums = async (db: TestDatabase): Promise<unknown[]> => {
  const raw = `select date_trunc('month', booking_date)::date as month, user_id, status, count(*) as c, sum(amount_cents)::int8 as a,
    sum(due_cents)::int8 as d from commission_records group by 1, 2, 3`;
  const { rows } = await sql
    .raw(
      `select * from (select month, user_id, status, records::int8 as c, amount_cents as a, due_cents as d from commission_months) s
        full join (${raw}) r using (month, user_id, status) where s.c is distinct from r.c or s.a is distinct from r.a or s.d is distinct from r.d
      union all
      select * from (select first_day as month, 0::int8 as user_id, status, records::int8 as c, amount_cents as a, due_cents as d
          from company_sums where span = 'month' and records <> 0) s
        full join (select month, 0::int8 as user_id, status, sum(c)::int8 as c, sum(a)::int8 as a, sum(d)::int8 as d from (${raw}) x group by 1, 3) r
        using (month, user_id, status) where s.c is distinct from r.c or s.a is distinct from r.a or s.d is distinct from r.d`,
    )
    .execute(db.query);
  return rows;
};

export const marksLeft = async (db: TestDatabase): Promise<{ user_id: number; day: string; rank: number }[]> =>
  db.query.selectFrom('marks').select(['user_id', 'day', 'rank']).orderBy('rank').orderBy('day').orderBy('user_id').execute();
