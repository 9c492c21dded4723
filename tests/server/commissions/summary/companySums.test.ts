import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRepository } from '../../../../server/db/repositories/audit/audit.ts';
import { recomputeAffected } from '../../../../server/domain/commissions/recompute/index.ts';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { randomOf } from '../../support/records.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

const TODAY = '2026-11-21';
let server: TestApp;
let facts: Facts;
let sellers: number[];

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sellers = [];
  for (let index = 0; index < 8; index += 1) sellers.push(await server.add({ email: `s${index}@example.test`, role: 'salesperson' }));
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const rowsOf = async (statement: string): Promise<unknown[]> => (await sql.raw<unknown>(statement).execute(server.db.query)).rows;
const net = `sum(net_cents)::int8 as net_cents, sum(records)::int8 as records`;
const counted = `sum(net_cents)::int8 as net_cents, count(*)::int8 as records`;

describe('company totals', () => {
  it('lose nothing and do not wait when eight people’s invoices of the same months are booked at once', async () => {
    // Forwards and backwards through the months: transactions locking in their own order would deadlock.
    const days = ['2026-08-03', '2026-09-04', '2026-10-05', '2026-11-06'];
    await Promise.all(
      sellers.map(async (salesperson_id, index) => {
        for (const booking_date of index % 2 === 0 ? days : days.toReversed()) {
          const id = await facts.addInvoice({ salesperson_id, booking_date, net_cents: 40_000_00 + index });
          await facts.changeInvoice(id, { booking_date: booking_date.replace(/\d\d$/, '20') });
          await facts.pay(id, 40_000_00 + index, TODAY);
        }
      }),
    );
    for (const span of ['day', 'month'])
      expect(
        await rowsOf(
          `select first_day, status, ${net} from company_sums where span = '${span}' and records <> 0 group by 1, 2 order by 1, 2`,
        ),
      ).toEqual(
        await rowsOf(
          `select date_trunc('${span}', booking_date)::date as first_day, status, ${counted} from commission_records group by 1, 2 order by 1, 2`,
        ),
      );
    expect(await rowsOf('select count(*)::int4 as n from commission_records')).toEqual([{ n: 32 }]);
    expect(await auditRepository(server.db.query).verifyChain()).toMatchObject({ broken: null });
  });

  it('stay right when a moved invoice’s writer names only the new day, by computing the old quota period too', async () => {
    const salesperson_id = sellers[0] ?? 0;
    const id = await facts.addInvoice({ salesperson_id, booking_date: '2026-02-03', net_cents: 1_000_00 });
    const rest = await facts.addInvoice({ salesperson_id, booking_date: '2026-02-20', net_cents: 500_00 });
    const cumOfRest = (await facts.recordOf(rest)).cum_cents;
    const cause = {
      actorId: salesperson_id,
      at: server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'test' },
      why: 'It was moved',
    };
    const move = async (day: string): Promise<void> => {
      await rowsOf(`update invoices set booking_date = '${day}' where id = ${id}`);
      await facts.store.transaction((tx) => recomputeAffected(tx, [{ user_id: salesperson_id, day }], cause));
    };
    await move('2026-11-09');
    expect((await facts.recordOf(id)).booking_date).toBe('2026-11-09');
    expect((await facts.recordOf(rest)).cum_cents).toBe(cumOfRest - 1_000_00);
    const months = `select date_trunc('month', booking_date)::date as first_day, ${counted} from commission_records group by 1 order by 1`;
    expect(
      await rowsOf(`select first_day, ${net} from company_sums where span = 'month' group by 1 having sum(records) > 0 order by 1`),
    ).toEqual(await rowsOf(months));
    await move('2026-02-03');
    expect((await facts.recordOf(rest)).cum_cents).toBe(cumOfRest);
  });

  it('decisions 2.06: match the engine’s quota progress of excluded, shared and reversed sales, after any history', async () => {
    const boss = await server.add({ email: 'boss@example.test', role: 'sales_manager' });
    await server.db.query.updateTable('users').set({ manager_id: boss }).where('role', '=', 'salesperson').execute();
    const { access_token: token } = await server.signIn('admin@example.test');
    const save = async (plan: object): Promise<void> => {
      const body = { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans: [{ id: 'all', ...plan }] }) };
      expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
    };
    const exclude = [{ field: 'customer_name', in: ['Our own club'] }];
    const team_override = { role: 'sales_manager', rate: 0.01 };
    const plans = [{}, { exclude }, { team_override }, { exclude, team_override, splits: { sales_person: 0.7, sales_lead: 0.3 } }];
    const raw = `sum(net_cents)::int8 as net_cents, sum(commissionable_cents)::int8 as counted,
      coalesce(sum(net_cents) filter (where credit = 'override'), 0)::int8 as overrides`;
    const columns = `sum(net_cents)::int8 as net_cents, sum(commissionable_cents)::int8 as counted, sum(override_cents)::int8 as overrides`;
    for (let seed = 1; seed <= 4; seed += 1) {
      const random = randomOf(seed * 104_729);
      const [mine, sold] = [sellers.slice(seed, seed + 2), new Map<number, number>()];
      for (let step = 0; step < 14; step += 1) {
        const booking_date = `2026-0${4 + random.below(3)}-${10 + random.below(18)}`;
        const net_cents = 1_000_00 + random.below(40_000_00);
        const taken = random.below(4) === 0 ? [...sold.keys()][random.below(sold.size)] : undefined;
        const customer_name = random.of(['Acme School', 'Our own club']);
        if (taken !== undefined && random.below(2) === 0)
          await facts.changeInvoice(taken, { customer_name, booking_date, salesperson_id: random.of(mine) });
        else {
          const sales_lead_id = random.of([null, null, ...mine, boss]);
          sold.set(
            await facts.addInvoice({ salesperson_id: random.of(mine), booking_date, net_cents, customer_name, sales_lead_id }),
            net_cents,
          );
        }
        if (random.below(5) === 0) await save(random.of(plans));
      }
      const company = 'select first_day, status,';
      for (const span of ['day', 'month'])
        expect(
          await rowsOf(`${company} ${columns} from company_sums where span = '${span}' and records <> 0 group by 1, 2 order by 1, 2`),
        ).toEqual(
          await rowsOf(
            `select date_trunc('${span}', booking_date)::date as first_day, status, ${raw} from commission_records group by 1, 2 order by 1, 2`,
          ),
        );
      expect(await rowsOf(`select user_id, month, ${columns} from commission_months group by 1, 2 order by 1, 2`)).toEqual(
        await rowsOf(
          `select user_id, date_trunc('month', booking_date)::date as month, ${raw} from commission_records group by 1, 2 order by 1, 2`,
        ),
      );
      // The amount counted before each record of a quarter equals the engine's.
      const counted = `sum(commissionable_cents) over (partition by user_id, date_trunc('quarter', booking_date)
        order by booking_date, invoice_number, invoice_id) - commissionable_cents`;
      expect(
        await rowsOf(`select * from (select id, net_cents, cum_cents, (${counted})::int8 as counted from commission_records) as r
          where cum_cents <> counted and net_cents <> 0`),
        `history ${seed}`,
      ).toEqual([]);
    }
    await save({});
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', boss).execute();
  }, 120_000);

  it('decisions 2.06: count an adjustment from approval to end, on its effective day', async () => {
    const id = await facts.addInvoice({ salesperson_id: sellers[0] ?? 0, booking_date: '2026-11-03', net_cents: 1_000_00 });
    const sums = () => rowsOf('select effective_date, amount_cents from company_adjustments where amount_cents <> 0 order by 1');
    await facts.adjust(id, 75_00, TODAY);
    await facts.adjust(id, -25_00, TODAY);
    expect(await sums()).toEqual([{ effective_date: TODAY, amount_cents: 50_00 }]);
    await rowsOf(`update adjustments set effective_date = '2026-11-30' where amount_cents = 7500`);
    expect(await sums()).toEqual([
      { effective_date: TODAY, amount_cents: -25_00 },
      { effective_date: '2026-11-30', amount_cents: 75_00 },
    ]);
    await rowsOf(`update adjustments set state = 'void' where amount_cents = 7500`);
    await rowsOf(`delete from adjustments where amount_cents = -2500`);
    expect(await sums()).toEqual([]);
  });

  it('decisions 2.06: follow joins, departures and role changes in the active headcount', async () => {
    const people = () => rowsOf('select role, sum(people)::int4 as people from company_people where people <> 0 group by 1 order by 1');
    expect(await people()).toEqual([
      { role: 'admin', people: 1 },
      { role: 'salesperson', people: 8 },
    ]);
    await rowsOf(`update users set active = false where email = 's1@example.test'`);
    await rowsOf(`update users set role = 'sales_manager', joined_on = joined_on - 40 where email = 's2@example.test'`);
    await rowsOf(`update users set last_name = 'Other' where email = 's3@example.test'`);
    expect(await people()).toEqual([
      { role: 'admin', people: 1 },
      { role: 'sales_manager', people: 1 },
      { role: 'salesperson', people: 6 },
    ]);
  });
});
