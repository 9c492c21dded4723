import type { Insertable } from 'kysely';
import { commissionStatusFor, dueOf } from '../../../contract/rules/commission/commission.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import type { CommissionRecordsTable } from '../../../server/db/schema/index.ts';
import { fillMonths } from '../../../server/demo/money/rollup.ts';
import type { TestDatabase } from './testDatabase.ts';

/** A random number generator that repeats its sequence for the same seed. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    of: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  };
};
export type Random = ReturnType<typeof randomOf>;

let counter = 0;

/** A record of any status with its invoice; amounts are arbitrary and needn't follow a plan. */
export const addRecord = async (
  db: TestDatabase,
  { user_id, booking_date, ...rest }: { user_id: number; booking_date: string } & Partial<Insertable<CommissionRecordsTable>>,
): Promise<number> => {
  counter += 1;
  const invoice_number = `T-${counter}`;
  const money = { gross_cents: 120_00, net_cents: 100_00, base_cents: 100_00, over_cents: 0, amount_cents: 5_00, ...rest };
  const { gross_cents, net_cents, commissionable_cents = net_cents } = money;
  const invoice = await db.query
    .insertInto('invoices')
    .values({ invoice_number, customer_name: 'Acme School', salesperson_id: user_id, gross_cents, net_cents, booking_date, state: 'sent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const record = await db.query
    .insertInto('commission_records')
    .values({
      invoice_id: invoice.id,
      invoice_number,
      user_id,
      booking_date,
      commissionable_cents,
      status: 'not_due',
      payment_date: null,
      notes: null,
      ...money,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return record.id;
};

const randomRecord = (random: Random, user_id: number, from: string, days: number) => {
  const net_cents = random.below(10) === 0 ? -random.below(50_000) : random.below(900_000);
  const base_cents = Math.round(net_cents * random.next());
  const amount_cents = Math.round(net_cents * 0.06);
  const adjustments_cents = random.below(8) === 0 ? random.below(20_000) - 10_000 : 0;
  const earned = amount_cents + adjustments_cents;
  const released_cents = random.of([0, earned]);
  const paid_cents = random.of([0, released_cents, Math.trunc(released_cents / 2), released_cents + 100]);
  const credit = random.of(['sale', 'sale', 'lead', 'override'] as const);
  return {
    user_id,
    booking_date: addDays(from, random.below(days)),
    gross_cents: net_cents + random.below(9_000),
    net_cents,
    credit,
    commissionable_cents: credit === 'override' || random.below(6) === 0 ? 0 : net_cents,
    base_cents,
    over_cents: net_cents - base_cents,
    amount_cents,
    adjustments_cents,
    released_cents,
    paid_cents,
    due_cents: dueOf(earned, released_cents, paid_cents),
    status: commissionStatusFor(earned, released_cents, paid_cents),
  };
};

/** `count` records per person over `days` days from `from`, some approved and some pending adjustments, and the totals. */
export const addRandomRecords = async (
  db: TestDatabase,
  people: readonly number[],
  { seed, count, from, days }: { seed: number; count: number; from: string; days: number },
): Promise<void> => {
  const random = randomOf(seed);
  for (const user_id of people)
    for (let index = 0; index < count; index += 1) {
      const record = randomRecord(random, user_id, from, days);
      const commission_id = await addRecord(db, record);
      if (random.below(6) > 0) continue;
      const related = await db.query
        .selectFrom('commission_records')
        .select('invoice_id')
        .where('id', '=', commission_id)
        .executeTakeFirstOrThrow();
      await db.query
        .insertInto('adjustments')
        .values({
          commission_id,
          related_invoice_id: related.invoice_id,
          user_id,
          amount_cents: 1 + random.below(9_000),
          reason: 'For the test',
          state: random.of(['approved', 'approved', 'pending', 'void'] as const),
          effective_date: addDays(from, random.below(days)),
          created_by: user_id,
          decided_by: null,
          decided_at: null,
        })
        .execute();
    }
  await recomputeMonths(db);
};

export const recomputeMonths = async (db: TestDatabase): Promise<void> => {
  await db.query.deleteFrom('commission_months').execute();
  await fillMonths(db.query);
};
