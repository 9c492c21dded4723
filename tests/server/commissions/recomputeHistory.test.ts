import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../contract/rules/time/period.ts';
import { fillMonths } from '../../../server/demo/money/rollup.ts';
import { previewEverybody } from '../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../server/domain/plans/config.ts';
import { recomputed } from '../demo/recomputed.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

/** Fewer on the embedded database, which runs one statement at a time. */
const HISTORIES = historiesOf(9, 6);
let walked = 0;
const STEPS = 20;
const TODAY = '2026-11-21';
const FIRST_DAY = '2026-03-20';
const DAYS = 240;
/** The defaults, and every rule that shifts money between people, months or days. */
const configs = [
  '{}',
  JSON.stringify({
    plans: [
      {
        id: 'tiers',
        name: 'Three tiers',
        quota: { period: 'quarter', amount: 60_000 },
        tiers: [
          { from: 0, rate: 0.04 },
          { from: 0.5, rate: 0.06 },
          { from: 1, rate: 0.1 },
        ],
      },
    ],
  }),
  JSON.stringify({
    plans: [
      {
        id: 'back',
        name: 'Retroactive',
        quota: { period: 'month', amount: 50_000 },
        tier_mode: 'retroactive',
        due: { when: 'proportional_to_payments', wait_days: 10 },
      },
    ],
  }),
  JSON.stringify({
    plans: [
      {
        id: 'team',
        name: 'Shared',
        splits: { sales_person: 0.7, sales_lead: 0.3 },
        team_override: { role: 'sales_manager', rate: 0.01 },
        caps: { per_record: 2_000 },
      },
    ],
  }),
  // Versions within a quarter: the counter continues, then restarts (decisions 2.21).
  JSON.stringify({
    plans: [
      { id: 'a', effective_to: '2026-05-14', quota: { amount: 40_000 } },
      { id: 'b', effective_from: '2026-05-15', effective_to: '2026-08-14', quota: { amount: 70_000 }, base_commission_rate: 0.06 },
      { id: 'c', effective_from: '2026-08-15', effective_to: '2026-10-20', counter: 'restart', tier_mode: 'retroactive' },
      { id: 'd', effective_from: '2026-10-21', quota: { period: 'month', amount: 30_000 } },
    ],
  }),
];

let server: TestApp;
let facts: Facts;
let token: string;
let boss: number;

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  boss = await server.add({ email: 'boss@example.test', role: 'sales_manager' });
  token = (await server.signIn('admin@example.test')).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const saveConfig = async (commissionsConfig: string): Promise<void> => {
  const answer = await server.call('PUT', '/api/v1/settings/general', { token, body: { companyName: 'Acme', commissionsConfig } });
  expect(answer.json(), commissionsConfig).toMatchObject({ commissionsConfig });
};

/** `left`: the fraction not yet credited by memos, from 1 to 0. */
type Sold = { id: number; net: number; gross: number; day: string; seller: number; fixed: boolean; memo: boolean; left: number };

/** One random change; does nothing if it isn't possible yet. */
const stepOf = (random: Random, sellers: readonly number[], sold: Sold[]) => {
  const one = sold.length > 0 ? random.of(sold) : undefined;
  const free = sold.filter(({ fixed, memo }) => !fixed && !memo);
  const other = free.length > 0 ? random.of(free) : undefined;
  const day = () => addDays(FIRST_DAY, random.below(DAYS));
  const add = async (): Promise<void> => {
    const [net, seller, on] = [1_000_00 + random.below(70_000_00), random.of(sellers), day()];
    const gross = net + random.below(5_000_00);
    const lead = random.below(3) === 0 ? random.of([...sellers, boss]) : null;
    const id = await facts.addInvoice({
      salesperson_id: seller,
      booking_date: on,
      net_cents: net,
      gross_cents: gross,
      sales_lead_id: lead,
    });
    sold.push({ id, net, gross, day: on, seller, fixed: false, memo: false, left: 1 });
  };
  const steps: (() => Promise<void>)[] = [
    add,
    add,
    add,
    async () => {
      if (!other) return add();
      const change = random.of([
        { booking_date: day() },
        { net_cents: 1_000_00 + random.below(90_000_00) },
        { salesperson_id: random.of(sellers) },
        { sales_lead_id: random.of([...sellers, null]) },
        { state: 'cancelled' as const },
        { state: 'sent' as const },
      ]);
      await facts.changeInvoice(other.id, change);
      const row = await server.db.query.selectFrom('invoices').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow();
      Object.assign(other, { net: row.net_cents, day: row.booking_date, seller: row.salesperson_id });
    },
    async () => {
      const original = sold.filter(({ memo, left }) => !memo && left > 0)[random.below(4)];
      if (!original) return;
      const latest = addDays(original.day, 1 + random.below(100));
      const on = latest > TODAY ? TODAY : latest;
      const share = random.of([original.left, original.left / 2, original.left / 3]);
      const remaining = original.left - share;
      // The total of all memos minus the earlier ones, so that the last memo leaves no cent.
      const part = (cents: number): number => Math.trunc(cents * original.left) - (remaining === 0 ? 0 : Math.trunc(cents * remaining));
      const [net, gross] = [-part(original.net), -part(original.gross)];
      const id = await facts.addInvoice({
        salesperson_id: original.seller,
        booking_date: on,
        net_cents: net,
        gross_cents: gross,
        credit_of_id: original.id,
      });
      Object.assign(original, { fixed: true, left: remaining });
      sold.push({ id, net, gross, day: on, seller: original.seller, fixed: true, memo: true, left: 0 });
    },
    async () => {
      if (one) await facts.pay(one.id, random.of([one.gross, Math.trunc(one.gross / 2)]), addDays(TODAY, -random.below(40)));
    },
    async () => {
      if (one) await facts.pay(one.id, -one.gross, addDays(TODAY, -random.below(20)));
    },
    async () => {
      const [record] = one ? await facts.recordsOf(one.id) : [];
      if (one && record) await facts.adjust(one.id, random.of([-150_00, 75_00, 1_000_00]), TODAY);
    },
    async () => {
      const [record] = one ? await facts.recordsOf(one.id) : [];
      if (one && record) await facts.payOut(one.id, random.of([record.due_cents || 100, Math.trunc(record.due_cents / 2) || 50]), TODAY);
    },
  ];
  return random.of(steps);
};

const rowsOf = async (statement: string): Promise<unknown[]> => (await sql.raw<unknown>(statement).execute(server.db.query)).rows;
/** Company rows with zero totals are ignored. */
const sumsNow = async () => ({
  people: await rowsOf('select * from commission_months order by user_id, month, status'),
  company: await rowsOf('select * from company_sums where records <> 0 order by span, first_day, status'),
  adjustments: await rowsOf('select * from company_adjustments where amount_cents <> 0 order by 1'),
  active: await rowsOf('select * from company_people where people <> 0 order by 1, 2'),
});

/** The totals recomputed from the records. */
const readRecomputedSums = async () => {
  const before = await sumsNow();
  await fillMonths(server.db.query);
  return {
    before,
    again: {
      ...(await sumsNow()),
      adjustments: await rowsOf(`select effective_date, sum(amount_cents)::int8 as amount_cents from adjustments
        where state = 'approved' group by 1 having sum(amount_cents) <> 0 order by 1`),
      active: await rowsOf(`select role, date_trunc('month', joined_on)::date as month, count(*)::int4 as people from users
        where active group by 1, 2 order by 1, 2`),
    },
  };
};

/** Differences that a full recomputation would still find. */
const findRemainingDiffs = async () => {
  const current = await currentConfig(facts.store);
  const remaining: unknown[] = [];
  for await (const { diff } of previewEverybody(facts.store, current, TODAY))
    remaining.push(...diff.inserts, ...diff.updates, ...diff.removals);
  return remaining;
};

describe('decisions 2.02: after any history, records and totals match a full computation', () => {
  it(
    `${HISTORIES} random histories of ${STEPS} steps`,
    async () => {
      for (const seed of seedsOf(HISTORIES)) {
        walked = seed;
        const random = randomOf(seed * 7919);
        const people: number[] = [];
        for (const name of ['ann', 'bob'])
          people.push(await server.add({ email: `${name}${seed}@example.test`, role: 'salesperson', manager_id: boss }));
        const sold: Sold[] = [];
        for (let step = 0; step < STEPS; step += 1) {
          await stepOf(random, people, sold)();
          if (random.below(25) === 0) await saveConfig(random.of(configs));
        }
        expect(await findRemainingDiffs(), `history ${seed}`).toEqual([]);
        const { before, again } = await readRecomputedSums();
        expect(before, `history ${seed}`).toEqual(again);
      }
    },
    HISTORIES_MS,
  );

  it('records match an independent computation under the default plan', async () => {
    await saveConfig('{}');
    const expected = await recomputed(server.db);
    const records = await server.db.query.selectFrom('commission_records').selectAll().execute();
    expect(records.length).toBeGreaterThan(5 * walked);
    for (const record of records) {
      const derived = expected.get(`${record.invoice_id} ${record.user_id}`);
      // Payouts to a previously credited person stay on their record; the independent computation starts from invoices only.
      const shared = records.filter(({ invoice_id }) => invoice_id === record.invoice_id).length > 1;
      const { base_cents, over_cents, amount_cents } = derived ?? {};
      if (derived) expect(record).toMatchObject(shared ? { base_cents, over_cents, amount_cents } : derived);
      else expect(record).toMatchObject({ net_cents: 0, amount_cents: 0, base_cents: 0, over_cents: 0 });
    }
    const storedKeys = new Set(records.map(({ invoice_id, user_id }) => `${invoice_id} ${user_id}`));
    expect([...expected.keys()].filter((key) => !storedKeys.has(key))).toEqual([]);
  });

  it('a full computation without changes writes nothing', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from amount_changes`.execute(server.db.query);
    await saveConfig(' {} ');
    const { rows: after } = await sql<{ count: number }>`select count(*) from amount_changes`.execute(server.db.query);
    expect(after).toEqual(rows);
  });
});
