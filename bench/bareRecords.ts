import { performance } from 'node:perf_hooks';
import type { Day } from '../contract/rules/time/period.ts';
import type { Database } from '../server/db/database.ts';
import type { StoredRow } from '../server/db/repositories/commissions/records.ts';
import { NO_TEAMS } from '../server/db/repositories/commissions/teamReach.ts';
import { openStore } from '../server/db/repositories/store.ts';

/** People per transaction, as in the product for a demo company at scale. */
const PEOPLE = 5;

const quarters = function* (first: Day, last: Day): Generator<readonly [Day, Day]> {
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1)
    for (const [from, to] of ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'].map((days) => days.split(' ')))
      yield [`${year}-${from}`, `${year}-${to}`];
};

/** Changes the amounts, and the status of paid records, as a saved configuration would, without computing anything. */
const toChangedRow = (row: StoredRow): StoredRow => ({
  ...row,
  amount_cents: row.amount_cents + 1,
  released_cents: row.released_cents + 1,
  due_cents: row.due_cents + 1,
  status:
    row.status === 'partially_paid' || row.status === 'paid' ? 'over_paid' : row.status === 'over_paid' ? 'partially_paid' : row.status,
  parts: row.parts.map((part) => ({ ...part, rate: part.rate + 0.001 })),
});

/**
 * The baseline of a recomputation: reads the same facts and records and writes the same number of records with their history and amounts,
 * using the product's own statements, but computes no amounts or totals and writes no audit rows.
 * @returns seconds
 */
export const bareRecords = async (db: Database): Promise<number> => {
  const store = openStore(db);
  const days = await db.query
    .selectFrom('commission_records')
    .select((eb) => [eb.fn.min('booking_date').as('first'), eb.fn.max('booking_date').as('last')])
    .executeTakeFirstOrThrow();
  const people = (await db.query.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
  const batches = [...quarters(days.first, days.last)].flatMap(([from, to]) =>
    Array.from({ length: Math.ceil(people.length / PEOPLE) }, (_, index) =>
      people.slice(index * PEOPLE, (index + 1) * PEOPLE).map((user_id) => ({ user_id, from, to })),
    ),
  );
  const begun = performance.now();
  for (const ranges of batches)
    await store.transaction(async (tx) => {
      await tx.facts.credited(ranges, NO_TEAMS, undefined, { activities: false, customers: false });
      const stored = await tx.records.stored(ranges);
      const changes = stored.map((before) => ({ before, after: toChangedRow(before) }));
      if (changes.length > 0) await tx.records.update(changes, new Date());
    });
  return (performance.now() - begun) / 1000;
};
