import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import { HISTORIES_MS, historiesOf, isTimeUp } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { createLensCompany, type LensCompany } from '../support/worlds/lens.ts';

const HISTORIES = historiesOf(2, 1);
const DAYS = 5;
const ACTIONS_PER_DAY = 4;
const FIRST_DAY = '2026-06-26';
const sellers = ['sam', 'kim', 'max'] as const;

const closings: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closings.map((close) => close())));

/** One random action of a day; does nothing if it isn't possible yet. */
const actOf = (company: LensCompany, random: Random, today: Day): (() => Promise<unknown>) => {
  const { server, facts, ids, as, book, change, plan, close } = company;
  const { db } = server;
  const someInvoice = async () => {
    const rows = await db.query.selectFrom('invoices').select(['id', 'gross_cents', 'net_cents', 'credit_of_id']).execute();
    return rows.length > 0 ? random.of(rows) : undefined;
  };
  const someRecord = async () => {
    const rows = await db.query.selectFrom('commission_records').selectAll().orderBy('id').execute();
    return rows.length > 0 ? random.of(rows) : undefined;
  };
  const dayAround = () => addDays(today, 5 - random.below(70));
  const booked = () =>
    book(random.of(sellers), dayAround(), 1000 + random.below(60_000), random.below(3) === 0 ? { sales_lead_id: ids.max } : {});
  const adjusted = (change: object) =>
    facts.inTransaction('An adjustment was decided', async (trx) => {
      const rows = await trx.selectFrom('adjustments').select(['id', 'related_invoice_id']).execute();
      if (rows.length === 0) return { result: undefined, ids: [] };
      const { id, related_invoice_id } = random.of(rows);
      await trx.updateTable('adjustments').set(change).where('id', '=', id).execute();
      return { result: undefined, ids: related_invoice_id === null ? [] : [related_invoice_id] };
    });
  const at = server.clock().toISOString();
  const acts: (() => Promise<unknown>)[] = [
    booked,
    booked,
    booked,
    async () => {
      const one = await someInvoice();
      if (one)
        await facts.pay(one.id, random.of([one.gross_cents, Math.trunc(one.gross_cents / 3), -100]), addDays(today, -random.below(9)));
    },
    async () => {
      const one = await someInvoice();
      if (one?.credit_of_id === null)
        await facts.changeInvoice(
          one.id,
          random.of([
            { net_cents: 1_000_00 + random.below(50_000_00) },
            { booking_date: dayAround() },
            { salesperson_id: ids[random.of(sellers)] },
            { state: 'cancelled' as const },
            { customer_name: 'Another School' },
          ]),
        );
    },
    async () => {
      const one = await someRecord();
      if (one) await facts.adjust(one.invoice_id, random.of([-150_00, 75_00, 1_000_00]), dayAround());
    },
    () => adjusted({ state: 'void', updated_at: at }),
    () => adjusted({ amount_cents: 1 + random.below(90_00), updated_at: at }),
    async () => {
      const one = await someInvoice();
      if (!one) return;
      const whose = { commission_id: null, related_invoice_id: one.id, user_id: ids[random.of(sellers)] };
      const alone = { ...whose, amount_cents: random.of([500_00, -20_00]) };
      const made = { reason: 'A bonus', created_by: ids.ada, decided_by: ids.ada, decided_at: at, created_at: at, updated_at: at };
      await db.query
        .insertInto('adjustments')
        .values({ ...alone, ...made, state: 'approved', effective_date: dayAround() })
        .execute();
    },
    async () => {
      const one = await someRecord();
      if (one) await facts.payOut(one.invoice_id, random.of([one.due_cents || 100, 50]), today);
    },
    async () => {
      const one = await db.query.selectFrom('payouts').select('id').where('state', '=', 'completed').executeTakeFirst();
      if (!one) return;
      const line = await db.query
        .selectFrom('payout_lines')
        .select('commission_id')
        .where('payout_id', '=', one.id)
        .executeTakeFirstOrThrow();
      const record = await db.query
        .selectFrom('commission_records')
        .select('invoice_id')
        .where('id', '=', line.commission_id)
        .executeTakeFirstOrThrow();
      await facts.inTransaction('A payout failed', async (trx) => {
        await trx.updateTable('payouts').set({ state: 'failed' }).where('id', '=', one.id).execute();
        return { result: undefined, ids: [record.invoice_id] };
      });
    },
    async () => {
      const one = await someRecord();
      if (one)
        await as('fin', 'PUT', `/commissions/${one.id}/hold`, {
          reason: 'Asked the customer',
          release_on: random.of([null, addDays(today, 2)]),
        });
    },
    async () => {
      const one = await someRecord();
      if (one) await as('fin', 'DELETE', `/commissions/${one.id}/hold`);
    },
    async () => {
      const one = await someInvoice();
      const share = random.of([0.25, 0.5, 0.8]);
      const shares = [
        { user_id: String(ids.sam), share },
        { user_id: String(ids.kim), share: 1 - share },
      ];
      if (one) await as('vic', 'PUT', `/invoices/${one.id}/split`, { shares, reason: 'Worked on it together', version: 0 });
    },
    () => change(random.of(sellers), random.of([{ first_name: `New${random.below(99)}` }, { territory: 'West' }])),
    // Sam's pages are compared at the end of every day, so Sam stays active.
    () => change('kim', random.of([{ active: false }, { active: true }])),
    () => change('kim', { manager_id: String(random.of([ids.mia, ids.max])) }),
    () => change('max', { role: random.of(['salesperson', 'sales_manager']) }),
    () =>
      plan(
        random.of([
          { base_commission_rate: random.below(10) / 100 },
          { quota: { amount: 10_000 + random.below(90_000), period: random.of(['month', 'quarter']) } },
          { splits: { sales_person: 0.7, sales_lead: 0.3 }, due: { when: 'proportional_to_payments', wait_days: random.of([0, 2]) } },
        ]),
      ),
    () => close(random.of(['2026-04', '2026-05'])),
    async () => {
      const won = { name: 'A deal', customer_name: 'Acme School', owner_id: ids[random.of(sellers)], stage: 'won', probability: 1 };
      await sql`insert into deals (name, customer_name, owner_id, stage, state, probability, amount_cents, expected_close_date, closed_on)
        values (${won.name}, ${won.customer_name}, ${won.owner_id}, ${won.stage}, 'won', 1, 100, ${today}, ${today})`.execute(db.query);
    },
    async () => {
      const one = await db.query.selectFrom('deals').select('id').executeTakeFirst();
      if (one) await db.query.updateTable('deals').set({ state: 'open', closed_on: null }).where('id', '=', one.id).execute();
    },
    () => server.add({ email: `n${random.next()}@example.test`, role: 'salesperson', first_name: 'Newcomer' }),
    () => sql`delete from users where first_name = 'Newcomer'`.execute(db.query),
  ];
  return random.of(acts);
};

const ranges = [
  { start_date: '2026-04-01', end_date: '2026-06-30' },
  { start_date: '2026-06-01', end_date: '2026-06-30' },
  { start_date: '2026-05-10', end_date: '2026-07-09' },
];

/** The money pages as the admin and two sellers see them. */
const readPages = async (company: LensCompany, records: readonly number[], asOf?: Day): Promise<Record<string, unknown>> => {
  const lens: Readonly<Record<string, string>> = asOf === undefined ? {} : { asOf };
  const answers: Record<string, unknown> = {};
  const ask = async (who: string, path: string, query: Readonly<Record<string, string>> = {}): Promise<void> => {
    const answer = await company.as(who, 'GET', `${path}?${new URLSearchParams({ ...query, ...lens })}`);
    if (answer.statusCode === 500) throw new Error(company.server.log.filter((line) => line.includes('"level":50')).at(-1));
    answers[`${who} ${path} ${Object.values(query).join(' ')}`] = [answer.statusCode, answer.json()];
  };
  for (const range of ranges) {
    await ask('ada', '/commissions', { ...range, limit: '500' });
    await ask('ada', '/commissions', { ...range, search: 'school', status: 'due' });
    await ask('ada', '/commissions/summary', { ...range, user_id: String(company.ids.kim) });
    await ask('mia', '/performance/team', range);
    await ask('sam', '/commissions', range);
  }
  for (const id of records) await ask('ada', `/commissions/${id}/explain`);
  for (const id of records) await ask('ada', `/commissions/${id}`);
  return answers;
};

describe('the time lens matches what was shown at the end of each day, to the cent', () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1)
    it(
      `random history ${seed}: ${DAYS} days of ${ACTIONS_PER_DAY} acts`,
      async ({ skip }) => {
        skip(isTimeUp(), 'the time of the soak was up');
        const random = randomOf(seed * 7919 + 3);
        const company = await createLensCompany(FIRST_DAY);
        closings.push(company.server.close);
        const remembered: { day: Day; records: number[]; answers: Record<string, unknown> }[] = [];
        for (let index = 0; index < DAYS; index += 1) {
          const day = addDays(FIRST_DAY, index);
          await company.live(day, async () => {
            for (let act = 0; act < ACTIONS_PER_DAY; act += 1) await actOf(company, random, day)().catch(refusal);
          });
          const rows = await company.server.db.query.selectFrom('commission_records').select('id').orderBy('id').execute();
          const records = rows.map(({ id }) => id);
          remembered.push({ day, records, answers: await readPages(company, records) });
        }
        const totalOf = (answers: Record<string, unknown>, { start_date, end_date }: (typeof ranges)[number]): number => {
          const [, page] = answers[`ada /commissions ${start_date} ${end_date} 500`] as [number, { summary: { total_commission: number } }];
          return page.summary.total_commission;
        };
        for (const [index, { day, answers }] of remembered.entries()) {
          const other = remembered[(index + 2) % remembered.length]!;
          for (const range of ranges) {
            const query = new URLSearchParams({ ...range, asOf: day, against: other.day });
            const { from, to, bars, others } = (await company.as('ada', 'GET', `/commissions/comparison?${query}`)).json();
            const [before, after] = [totalOf(answers, range), totalOf(other.answers, range)];
            expect([from.total_commission, to.total_commission]).toEqual([before, after]);
            const cents = [...bars, others].reduce((sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100), 0);
            expect(cents, `${day} against ${other.day}`).toBe(Math.round(after * 100) - Math.round(before * 100));
          }
        }
        for (const { day, records, answers } of remembered)
          expect(await readPages(company, records, day), `${day} of ${seed}`).toEqual(answers);
      },
      HISTORIES_MS,
    );
});

/** A refusal by the product counts as no action; any other error fails the test. */
const refusal = (error: unknown): void => {
  if (!(error instanceof Error) || !/: 4\d\d /.test(error.message)) throw error;
};
