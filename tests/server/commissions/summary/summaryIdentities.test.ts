import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import { addDays, type DateRange } from '../../../../contract/rules/time/period.ts';
import { openStore } from '../../../../server/db/repositories/store.ts';
import { addRandomRecords, randomOf } from '../../support/records.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

const FROM = '2026-05-01';
const DAYS = 250;
/** The company's day according to the test clock. */
const TODAY = '2026-11-21';
let server: TestApp;
let token: string;
let people: number[];

/** An approved adjustment without a record, and the amount paid out on it. */
const addPaidAdjustment = async (user_id: number, amount_cents: number, effective_date: string, paid: number): Promise<void> => {
  const { query } = server.db;
  const { id: related_invoice_id } = await query.selectFrom('invoices').select('id').limit(1).executeTakeFirstOrThrow();
  const decided = { decided_by: null, decided_at: null, created_by: user_id, reason: 'A bonus', state: 'approved' as const };
  const { id: adjustment_id } = await query
    .insertInto('adjustments')
    .values({ commission_id: null, related_invoice_id, user_id, amount_cents, effective_date, ...decided })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const state of paid === 0 ? [] : (['completed', 'failed'] as const)) {
    const payout = { user_id, amount_cents: paid, paid_on: TODAY, method: 'ACH', reference: null, reversal_of_id: null };
    const { id: payout_id } = await query
      .insertInto('payouts')
      .values({ ...payout, state, created_by: null, approved_by: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await query.insertInto('payout_adjustments').values({ payout_id, adjustment_id, amount_cents: paid }).execute();
  }
};

const summary = async ({ start_date, end_date }: DateRange, userId?: number) => {
  const query = new URLSearchParams({ start_date, end_date, ...(userId === undefined ? {} : { user_id: String(userId) }) });
  const answer = await server.call('GET', `/api/v1/commissions/summary?${query}`, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json().summary;
};

beforeAll(async () => {
  server = await testApp();
  people = [];
  for (const name of ['sam', 'kim', 'lee']) people.push(await server.add({ email: `${name}@example.test`, role: 'salesperson' }));
  await server.add({ email: 'admin@example.test', role: 'admin' });
  token = (await server.signIn('admin@example.test')).access_token;
  await addRandomRecords(server.db, people.slice(0, 2), { seed: 7, count: 60, from: FROM, days: DAYS });
  const random = randomOf(3);
  for (let index = 0; index < 24; index += 1) {
    const amount = (random.below(2) === 0 ? 1 : -1) * (100_00 + random.below(9_000));
    await addPaidAdjustment(
      random.of(people.slice(0, 2)),
      amount,
      addDays(FROM, random.below(DAYS)),
      random.of([0, 0, amount, amount + 500]),
    );
  }
});
afterAll(() => server.close());

const ranges = fc
  .tuple(fc.nat(DAYS), fc.nat(DAYS))
  .map(([offset, length]) => ({ start_date: addDays(FROM, offset - 5), end_date: addDays(FROM, offset - 5 + length) }));

describe('decisions 2.05: identities on the card', () => {
  it('hold for any range and person: Total = Commission + Adjustments, and Earned = Paid + Due + Not yet due − Overpaid', () =>
    fc.assert(
      fc.asyncProperty(ranges, fc.constantFrom(undefined, ...people), async (range, userId) => {
        const result = await summary(range, userId);
        const cents = (name: string) => toCents(result[name]);
        expect(cents('total_commission')).toBe(cents('period_commission') + cents('total_adjustments'));
        expect(cents('total_commission_earned')).toBe(
          cents('total_commission_paid') +
            cents('total_commission_due') +
            cents('total_commission_not_yet_due') -
            cents('total_commission_overpaid'),
        );
      }),
      { numRuns: 25, seed: 2 },
    ));

  it('decisions 2.06: each part equals the total of records and of adjustments without one, read one by one', async () => {
    const range = { start_date: '2026-06-10', end_date: '2026-12-20' };
    const { query } = server.db;
    const records = (await query.selectFrom('commission_records').selectAll().execute())
      .filter(({ booking_date }) => booking_date >= range.start_date && booking_date <= range.end_date)
      .map((row) => ({ c: row.amount_cents + row.adjustments_cents, d: row.released_cents, p: row.paid_cents }));
    const paid = await query
      .selectFrom('payout_adjustments as l')
      .innerJoin('payouts as p', 'p.id', 'l.payout_id')
      .select(['l.adjustment_id', 'l.amount_cents'])
      .where('p.state', '=', 'completed')
      .execute();
    const alone = (await query.selectFrom('adjustments').selectAll().where('commission_id', 'is', null).execute())
      .filter(({ effective_date }) => effective_date >= range.start_date && effective_date <= range.end_date)
      .map((row) => ({
        c: row.amount_cents,
        d: row.effective_date <= TODAY ? row.amount_cents : 0,
        p: paid.find(({ adjustment_id }) => adjustment_id === row.id)?.amount_cents ?? 0,
      }));
    expect(alone.length).toBeGreaterThan(10);
    type Row = (typeof alone)[number];
    const sum = (amountOf: (row: Row) => number): number =>
      fromCents([...records, ...alone].reduce((total, row) => total + amountOf(row), 0));
    expect(await summary(range)).toMatchObject({
      total_commission_earned: sum(({ c }) => c),
      total_commission_paid: sum(({ p }) => p),
      total_commission_due: sum(({ c, d, p }) => (c < 0 ? Math.min(0, d - p) : Math.max(0, d - p))),
      total_commission_not_yet_due: sum(({ c, d }) => c - d),
      total_commission_overpaid: sum(({ c, d, p }) => (c < 0 ? Math.min(0, p - d) : Math.max(0, p - d))),
      commission_status: 'over_paid',
      without_record: { adjustments: alone.length },
    });
  });

  it('decisions 2.06: a bonus alone has a status: not due before its day, then due, and paid once paid out', async () => {
    const [, , lee] = people as [number, number, number];
    const summaryFrom = (start_date: string) => summary({ start_date, end_date: start_date }, lee);
    expect(await summaryFrom('2026-11-20')).toMatchObject({ commission_status: null, total_commission_earned: 0 });
    await addPaidAdjustment(lee, 300_00, '2026-11-20', 0);
    await addPaidAdjustment(lee, 400_00, '2026-11-25', 0);
    await addPaidAdjustment(lee, 500_00, '2026-11-10', 500_00);
    expect(await summaryFrom('2026-11-20')).toMatchObject({
      commission_status: 'due',
      total_commission: 300,
      total_commission_earned: 300,
      total_commission_due: 300,
      total_commission_not_yet_due: 0,
      without_record: { adjustments: 1, earned: 300, paid: 0, due: 300 },
    });
    expect(await summaryFrom('2026-11-25')).toMatchObject({
      commission_status: 'not_due',
      total_commission_earned: 400,
      total_commission_due: 0,
      total_commission_not_yet_due: 400,
    });
    expect(await summaryFrom('2026-11-10')).toMatchObject({
      commission_status: 'paid',
      total_commission_paid: 500,
      total_commission_due: 0,
    });
    // On the statement an adjustment is due with or without a record.
    expect((await openStore(server.db).statements.facts(lee, '2026-11-01', '2026-11-30', TODAY))?.due).toBe(300_00);
    expect((await openStore(server.db).statements.facts(lee, '2026-11-01', '2026-11-15', TODAY))?.due).toBe(0);
  });
});
