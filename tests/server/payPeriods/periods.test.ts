import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  for (const [name, role] of [
    ['ada', 'admin'],
    ['vic', 'vp_sales'],
    ['fay', 'finance'],
    ['sam', 'salesperson'],
    ['mia', 'sales_manager'],
  ] as const) {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  }
  facts = createFactWriter(server.db, ids.fay!, server.clock);
});
afterAll(() => server.close());

const list = async (name = 'fay') => (await server.call('GET', '/api/v1/periods', { token: tokens[name] })).json().data;
const find = async (label: string) => (await list()).find(({ id }: { id: string }) => id === label);
const step = (label: string, action: string, name = 'fay', body: object = {}): Promise<Answer> =>
  server.call('POST', `/api/v1/periods/${label}/${action}`, { token: tokens[name], body });
const items = ['totals', 'outliers', 'waiting', 'due', 'unassigned'];
const sign = async (label: string): Promise<void> => {
  for (const name of ['fay', 'ada']) expect((await step(label, 'sign', name, { items })).statusCode).toBe(200);
};
const close = async (label: string): Promise<void> => {
  expect((await step(label, 'review')).statusCode).toBe(200);
  await sign(label);
  expect((await step(label, 'close')).json()).toMatchObject({ state: 'closed' });
};
const lateAdjustments = () =>
  server.db.query.selectFrom('adjustments').selectAll().where('origin', '=', 'late_fact').orderBy('id').execute();

describe('list of months', () => {
  it('runs from the first record to now, newest first, open until closed', async () => {
    await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-07-10', net_cents: 60_000_00 });
    await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-08-10', net_cents: 60_000_00 });
    const months = await list();
    expect(months.map(({ id }: { id: string }) => id)).toEqual(['2026-11', '2026-10', '2026-09', '2026-08', '2026-07']);
    expect(months.at(-1)).toEqual({
      id: '2026-07',
      label: 'Jul 2026',
      start_date: '2026-07-01',
      end_date: '2026-07-31',
      state: 'open',
      records: 1,
      total_commission: 3_000,
      blockers: [],
      actions: ['review'],
      closed_at: null,
      closed_by: null,
      reason: null,
      hash: null,
      root: null,
    });
    expect(months[0].blockers).toEqual([
      'November 2026 is not over yet: its last day is Nov 30, 2026.',
      '4 earlier months are still open, the first is July 2026: close them first.',
    ]);
  });

  it.each(['sam', 'mia', 'vic'])('decisions 3.04: is neither readable nor closable for %s', async (name) => {
    expect((await server.call('GET', '/api/v1/periods', { token: tokens[name] })).statusCode).toBe(403);
    expect((await step('2026-07', 'review', name)).statusCode).toBe(403);
  });

  it('answers 400 or 404 to an invalid or future month', async () => {
    expect((await step('2026-13', 'review')).statusCode).toBe(400);
    expect((await step('2027-01', 'review')).statusCode).toBe(404);
  });
});

describe('invalid steps are 409 with the reason', () => {
  it('without a review', async () => {
    expect((await step('2026-09', 'close')).json()).toMatchObject({
      code: 'period_step',
      message: 'September 2026 is open: start its review before closing it.',
    });
  });

  it('with pending items or before the month ends, listing every reason', async () => {
    const invoice = await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-11-03', net_cents: 10_000_00 });
    const record = await facts.recordOf(invoice);
    const at = server.clock().toISOString();
    await server.db.query
      .insertInto('adjustments')
      .values({
        commission_id: record.id,
        related_invoice_id: invoice,
        user_id: ids.sam!,
        amount_cents: 900_00,
        reason: 'Waits here',
        state: 'pending',
        effective_date: '2026-11-05',
        created_by: ids.vic!,
        decided_by: null,
        decided_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await server.db.query.insertInto('disputes').values({ commission_id: record.id, opened_by: ids.sam! }).execute();
    await step('2026-11', 'review');
    await sign('2026-11');
    const answer = await step('2026-11', 'close');
    expect(answer.statusCode).toBe(409);
    const sentences = [
      'November 2026 is not over yet: its last day is Nov 30, 2026.',
      '1 adjustment that takes effect in it is waiting for approval.',
      '1 question about its records is not resolved.',
      '4 earlier months are still open, the first is July 2026: close them first.',
    ];
    expect(answer.json()).toMatchObject({ code: 'period_blocked', message: sentences.join(' ') });
    expect(await find('2026-11')).toMatchObject({ state: 'review', blockers: sentences, actions: ['back'] });
    expect((await step('2026-11', 'back')).json().state).toBe('open');
    await server.db.query.updateTable('adjustments').set({ state: 'rejected' }).execute();
    await server.db.query.updateTable('disputes').set({ state: 'withdrawn' }).execute();
  });
});

describe('a closed month', () => {
  beforeAll(() => close('2026-07'));

  it('decisions 2.11: stores inputs, version and results, with a hash anyone can verify', async () => {
    const month = await find('2026-07');
    expect(month).toMatchObject({ state: 'closed', closed_by: 'fay Person', blockers: [], actions: [] });
    const { rows } = await sql<{ text: string; hash: string; config_version: number }>`
      select s.content::text as text, s.hash, s.config_version from pay_period_snapshots s`.execute(server.db.query);
    expect(rows).toHaveLength(1);
    expect(createHash('sha256').update(rows[0]!.text).digest('hex')).toBe(rows[0]!.hash);
    expect(month.hash).toBe(rows[0]!.hash);
    expect(JSON.parse(rows[0]!.text).records).toMatchObject([{ amount_cents: 3_000_00, plan_id: 'default' }]);
  });

  it('is unchanged by a late invoice, which becomes one proposal in the open month with both calculations', async () => {
    const before = await server.db.query.selectFrom('commission_records').selectAll().where('booking_date', '<', '2026-08-01').execute();
    const late = await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-07-05', net_cents: 50_000_00 });
    expect(await facts.recordsOf(late)).toEqual([]);
    expect(await server.db.query.selectFrom('commission_records').selectAll().where('booking_date', '<', '2026-08-01').execute()).toEqual(
      before,
    );
    const [own, shifted, ...more] = await lateAdjustments();
    expect(more).toEqual([]);
    // 60,000 after 50,000: 50,000 at 5% and 10,000 at 7.5% instead of 60,000 at 5%.
    expect([own, shifted].map((row) => row?.amount_cents).sort()).toEqual([2_500_00, 250_00].sort());
    const mine = [own, shifted].find((row) => row?.related_invoice_id === late);
    expect(mine).toMatchObject({
      state: 'pending',
      amount_cents: 2_500_00,
      commission_id: null,
      effective_date: '2026-11-21',
      created_by: ids.fay,
      reason: expect.stringMatching(/^Late change of invoice \S+ in [A-Z][a-z]+ 2026, which is closed$/),
    });
    expect(mine?.calculation).toEqual({ before: 'No record', after: '$2,500.00 on net revenue of $50,000.00 (50,000.00 × 5.0%)' });
    const other = [own, shifted].find((row) => row?.related_invoice_id !== late);
    expect(other?.calculation).toEqual({
      before: '$3,000.00 on net revenue of $60,000.00 (60,000.00 × 5.0%)',
      after: '$3,250.00 on net revenue of $60,000.00 (50,000.00 × 5.0% + 10,000.00 × 7.5%)',
    });
  });

  it('gets no second proposal for the same facts, and a rejected one stays rejected', async () => {
    const before = await lateAdjustments();
    await server.db.query.updateTable('adjustments').set({ state: 'rejected' }).where('id', '=', before[0]!.id).execute();
    await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-09-20', net_cents: 1_000_00 });
    const after = await lateAdjustments();
    expect(after.map(({ id, amount_cents }) => [id, amount_cents])).toEqual(before.map(({ id, amount_cents }) => [id, amount_cents]));
  });

  it('still updates a record’s status on payment: people are paid after closing', async () => {
    const [record] = await server.db.query.selectFrom('commission_records').selectAll().where('booking_date', '=', '2026-07-10').execute();
    await facts.pay(record!.invoice_id, 60_000_00, '2026-11-20');
    const [after] = await facts.recordsOf(record!.invoice_id);
    expect(after).toMatchObject({
      status: 'due',
      released_cents: 3_000_00,
      due_cents: 3_000_00,
      amount_cents: 3_000_00,
      base_cents: 60_000_00,
    });
  });

  it('is unchanged by saving a configuration', async () => {
    const amounts = () =>
      server.db.query
        .selectFrom('commission_records')
        .select(['id', 'amount_cents'])
        .where('booking_date', '<', '2026-08-01')
        .orderBy('id')
        .execute();
    const before = await amounts();
    const late = await lateAdjustments();
    const commissionsConfig = JSON.stringify({
      plans: [{ id: 'default', name: 'Ten', base_commission_rate: 0.1, over_quota_commission_rate: 0.2 }],
    });
    const preview = await server.call('POST', '/api/v1/settings/general/preview', { token: tokens.ada, body: { commissionsConfig } });
    expect(preview.json()).toMatchObject({ errors: [], people: 1, closed_untouched: 1 });
    const saved = await server.call('PUT', '/api/v1/settings/general', {
      token: tokens.ada,
      body: { companyName: 'Acme', commissionsConfig },
    });
    expect(saved.statusCode).toBe(200);
    expect(await amounts()).toEqual(before);
    // A later fact of an open month changes nothing either: the closed month is computed by the rules it was closed with.
    await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-09-21', net_cents: 1_000_00 });
    expect(await amounts()).toEqual(before);
    expect((await lateAdjustments()).map(({ id, amount_cents }) => [id, amount_cents])).toEqual(
      late.map(({ id, amount_cents }) => [id, amount_cents]),
    );
    await server.call('PUT', '/api/v1/settings/general', { token: tokens.ada, body: { companyName: 'Acme', commissionsConfig: '{}' } });
  });
});

describe('monthly figures', () => {
  it('add up records and approved adjustments, closed or open', async () => {
    const first = await facts.addInvoice({ salesperson_id: ids.mia!, booking_date: '2026-09-22', net_cents: 2_000_00 });
    await facts.adjust(first, -30_00, '2026-10-02');
    const deleted = await facts.addInvoice({ salesperson_id: ids.mia!, booking_date: '2026-06-22', net_cents: 2_000_00 });
    await facts.changeInvoice(deleted, { state: 'cancelled' });
    const { rows } = await sql`
      select start_date, sum(records)::int8 as records, sum(amount)::int8 as amount_cents, sum(adjusted)::int8 as adjustments_cents from (
        select date_trunc('month', booking_date)::date as start_date, 1 as records, amount_cents as amount, 0 as adjusted from commission_records
        union all select date_trunc('month', effective_date)::date, 0, 0, amount_cents from adjustments where state = 'approved'
      ) as parts group by 1 order by 1`.execute(server.db.query);
    const sums = await facts.store.periods.sums('2026-01-01', '2026-12-01');
    const figures = sums.filter(({ records, adjustments_cents }) => records !== 0 || adjustments_cents !== 0);
    expect(rows.length).toBeGreaterThan(3);
    expect(
      figures
        .map(({ pending_adjustments: _pending, open_disputes: _open, ...sum }) => sum)
        .sort((a, b) => a.start_date.localeCompare(b.start_date)),
    ).toEqual(rows);
    expect((await list()).some(({ state }: { state: string }) => state === 'closed')).toBe(true);
  });
});

describe('reopening', () => {
  it('requires an administrator and a reason of at least five characters', async () => {
    expect((await step('2026-07', 'reopen', 'fay', { reason: 'An invoice was late' })).statusCode).toBe(403);
    expect((await step('2026-07', 'reopen', 'ada', { reason: '  no ' })).json()).toMatchObject({
      code: 'form_refused',
      errors: { reason: expect.stringContaining('5 characters') },
    });
  });

  it('makes records follow the facts again, voids proposals, and keeps stored versions', async () => {
    const answer = await step('2026-07', 'reopen', 'ada', { reason: 'An invoice was late' });
    expect(answer.json()).toMatchObject({ state: 'reopened', reason: 'An invoice was late', actions: ['review'], records: 2 });
    expect((await find('2026-07')).hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await lateAdjustments()).filter(({ state }) => state === 'pending')).toEqual([]);
    const { rows } = await sql<{
      action: string;
      cause: string | null;
    }>`select action, cause from audit_log where entity = 'pay_period' order by id desc limit 1`.execute(server.db.query);
    expect(rows).toEqual([{ action: 'period.reopen', cause: 'An invoice was late' }]);
    const notices = await server.db.query
      .selectFrom('notifications')
      .select(['user_id', 'title'])
      .where('title', 'like', 'July%')
      .execute();
    expect(notices).toEqual(expect.arrayContaining([{ user_id: ids.fay, title: 'July 2026 is reopened' }]));
  });
});
