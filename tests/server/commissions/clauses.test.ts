import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginDay } from '../../../server/domain/commissions/recompute/index.ts';
import { closingCompany } from '../support/closing.ts';
import { PATCH } from '../support/eventing.ts';

const company = await closingCompany();
const { server, ids, facts, book, save, close, decide, change } = company;
await server.add({ email: 'fin@example.test', role: 'finance', first_name: 'fin' });
const tokens = new Map<string, string>();
const as = async (name: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH', url: string, body?: object) => {
  if (!tokens.has(name)) tokens.set(name, (await server.signIn(`${name}@example.test`)).access_token);
  return server.call(method, `/api/v1${url}`, { token: tokens.get(name)!, ...(body ? { body } : {}) });
};
afterAll(() => server.close());

const plan = (more: object) => save({ plans: [{ id: 'default', ...more }] });
const recordsOf = async (invoice: number) =>
  (await facts.recordsOf(invoice)).map(({ user_id, net_cents, amount_cents, share_ppm, credit }) => [
    user_id,
    net_cents,
    amount_cents,
    share_ppm,
    credit,
  ]);
const idOf = async (invoice: number, user: number) => (await facts.recordsOf(invoice)).find(({ user_id }) => user_id === user)!.id;
const why = async (record: number) => (await as('ada', 'GET', `/commissions/${record}/explain`)).json();

beforeEach(() => {
  server.clock.set('2026-05-20T18:00:00Z');
  tokens.clear();
});

describe('decisions 2.08: rates of their own for some sales', () => {
  it('the first rule that matches prices the record, its Why names the rule, and the rule leads to the record', async () => {
    await plan({
      rates: [
        { match: { customer_type: 'Library' }, base_commission_rate: 0.03 },
        { match: { territory: 'West' }, base_commission_rate: 0.09 },
      ],
    });
    const library = await book('sam', '2026-05-04', 1000, { customer_type: 'Library' });
    const other = await book('sam', '2026-05-05', 1000);
    expect([await recordsOf(library), await recordsOf(other)]).toEqual([
      [[ids.sam, 100_000, 3_000, 1_000_000, 'sale']],
      [[ids.sam, 100_000, 5_000, 1_000_000, 'sale']],
    ]);
    const record = await idOf(library, ids.sam);
    expect((await why(record)).formula[0]).toMatchObject({
      label: 'Up to quota (customer type Library)',
      text: '1,000.00 × 3.0% = 30.00',
      clause: 'plans[0].rates[0].base_commission_rate',
    });
    const query = 'start_date=2026-05-01&end_date=2026-05-31';
    const priced = (await as('ada', 'GET', `/plans/default/clauses?${query}`)).json();
    expect(priced.data.filter(({ key }: { key: string }) => key === 'rates.0')).toMatchObject([
      { records: 1, amount: 30, path: 'plans[0].rates[0]' },
    ]);
    const { version } = priced.data[0];
    const rows = (await as('ada', 'GET', `/plans/default/records?${query}&key=rates.0&version=${version}`)).json();
    expect(rows.data.map(({ id }: { id: string }) => id)).toEqual([String(record)]);
  });

  it('a territory that changes moves the records, and nobody changes their own where it pays', async () => {
    const invoice = await book('sam', '2026-05-06', 1000);
    await change('sam', { territory: 'West' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 9_000, 1_000_000, 'sale']]);
    const refused = await as('sam', 'PATCH', '/users/me', { territory: 'Midwest' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { territory: 'Your territory decides what your plan pays: ask an administrator to change it.' },
    ]);
    await change('sam', { territory: '' });
    await plan({});
  });
});

describe('decisions 2.08: rates by what an event was about', () => {
  it('an event that names the invoice decides the rate, and one that staff gives the number later moves the record', async () => {
    await plan({ rates: [{ match: { activity_type: ['Python'] }, base_commission_rate: 0.06 }] });
    const about = { customer_name: 'Acme School', activity_type: 'Python', src_id: 'clauses-1' };
    const { id } = await server.db.query
      .insertInto('events')
      .values(about as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const invoice = await book('sam', '2026-05-06', 1000, { invoice_number: 'PY-1' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 5_000, 1_000_000, 'sale']]);
    await as('ada', 'GET', '/auth/me');
    const edited = await server.call('PATCH', `/api/v1/events/${id}`, {
      token: tokens.get('ada')!,
      headers: { 'content-type': PATCH },
      body: JSON.stringify([{ op: 'add', path: '/invoice_id', value: 'PY-1' }]) as never,
    });
    expect(edited.statusCode, edited.body).toBe(200);
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_000, 6_000, 1_000_000, 'sale']]);
    await plan({});
  });
});

describe('decisions 2.08: an invoice that is split by hand', () => {
  const split = (
    name: string,
    invoice: number,
    shares: readonly (readonly [number, number])[],
    version = 0,
    reason = 'Worked on it together',
  ) =>
    as(name, 'PUT', `/invoices/${invoice}/split`, {
      shares: shares.map(([id, share]) => ({ user_id: String(id), share })),
      reason,
      version,
    });

  it('replaces the plan’s split, cents by largest remainder; a memo is shared alike, and it can be taken back', async () => {
    await plan({ splits: { sales_person: 0.7, sales_lead: 0.3 } });
    const invoice = await book('sam', '2026-05-07', 100.01, { sales_lead_id: ids.max });
    const memo = await book('sam', '2026-05-08', -100.01, { sales_lead_id: ids.max, credit_of_id: invoice });
    expect(await recordsOf(invoice)).toEqual([
      [ids.max, 3_000, 150, 300_000, 'lead'],
      [ids.sam, 7_001, 350, 700_000, 'sale'],
    ]);
    const done = await split('vic', invoice, [
      [ids.kim, 0.333333],
      [ids.sam, 0.666667],
    ]);
    expect([done.statusCode, done.json()], done.body).toMatchObject([
      200,
      { by_hand: true, by: 'vic Person', reason: 'Worked on it together' },
    ]);
    expect(done.json().shares).toMatchObject([
      { name: 'kim Person', share: 0.333333, net_revenue: 33.34 },
      { name: 'sam Person', share: 0.666667, net_revenue: 66.67 },
    ]);
    expect(await recordsOf(invoice)).toEqual([
      [ids.sam, 6_667, 333, 666_667, 'sale'],
      [ids.kim, 3_334, 167, 333_333, 'lead'],
    ]);
    expect(await recordsOf(memo)).toEqual([
      [ids.sam, -6_667, -333, 666_667, 'sale'],
      [ids.kim, -3_334, -167, 333_333, 'lead'],
    ]);
    const rows = (await why(await idOf(invoice, ids.kim))).rows;
    expect(rows.find(({ kind }: { kind: string }) => kind === 'invoice').note).toBe(
      'gross $100.01, 33.3333% credited, split by vic Person on May 20, 2026: Worked on it together',
    );
    const stale = await split('vic', invoice, [[ids.sam, 1]]);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
    const back = await as('ada', 'DELETE', `/invoices/${invoice}/split?version=${done.json().version}`);
    expect([back.statusCode, back.json().by_hand]).toEqual([200, false]);
    expect(await recordsOf(invoice)).toEqual([
      [ids.max, 3_000, 150, 300_000, 'lead'],
      [ids.sam, 7_001, 350, 700_000, 'sale'],
    ]);
    const audit = await server.db.query
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'invoice')
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      {
        action: 'invoice.split',
        before: { shares: 'sam Person 70.0%, max Person 30.0%' },
        after: { shares: 'kim Person 33.3333%, sam Person 66.6667%' },
      },
      {
        action: 'invoice.split_removed',
        before: { shares: 'kim Person 33.3333%, sam Person 66.6667%' },
        after: { shares: 'sam Person 70.0%, max Person 30.0%' },
      },
    ]);
  });

  it.each<readonly [string, readonly (readonly [number, number])[], string, object]>([
    ['shares of 99.99%', [[0, 0.9999]], 'ok', { shares: 'The shares add up to 99.99%. They must add up to 100%' }],
    [
      'a share of nothing',
      [
        [0, 0],
        [1, 1],
      ],
      'ok',
      { 'shares.0.share': 'The share must be more than 0% and at most 100%, with no more than 4 decimals' },
    ],
    [
      'somebody twice',
      [
        [0, 0.5],
        [0, 0.5],
      ],
      'ok',
      { 'shares.1.user_id': 'sam Person is already named' },
    ],
    ['nobody', [], 'ok', { shares: 'Name the people who share the invoice' }],
    ['no reason', [[0, 1]], ' ', { reason: 'Reason is required' }],
    ['a person who is not there', [[9, 1]], 'ok', { 'shares.0.user_id': 'Choose a person' }],
  ])('%s is refused', async (_what, shares, reason, errors) => {
    const invoice = await book('sam', '2026-05-09', 10);
    const people = [ids.sam, ids.kim];
    const refused = await split(
      'vic',
      invoice,
      shares.map(([at, share]) => [people[at] ?? 999_999, share] as const),
      0,
      reason,
    );
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors]);
  });

  it('a manager splits within the team only; finance and salespeople do not; a closed month is refused', async () => {
    const invoice = await book('sam', '2026-05-10', 10);
    expect((await split('mia', invoice, [[ids.sam, 1]])).statusCode).toBe(200);
    const { version } = (await as('mia', 'GET', `/invoices/${invoice}/split`)).json();
    const outside = await split('mia', invoice, [[ids.kim, 1]], version);
    expect([outside.statusCode, outside.json().message]).toEqual([403, 'A manager can split invoices only among people on their team.']);
    expect((await split('max', invoice, [[ids.sam, 1]], version)).statusCode).toBe(403);
    for (const name of ['fin', 'sam']) expect((await split(name, invoice, [], version)).statusCode).toBe(403);
    expect((await as('max', 'GET', `/invoices/${invoice}/split`)).statusCode).toBe(404);
    const old = await book('sam', '2026-03-10', 10);
    await close('2026-03');
    const closed = await split('vic', old, [[ids.kim, 1]]);
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'period_closed']);
    await plan({});
  });
});

describe('decisions 2.08: a record that is held', () => {
  const stands = async (invoice: number) => {
    const { status, reason, released_cents, due_cents } = await facts.recordOf(invoice);
    return [status, reason, released_cents, due_cents];
  };

  it('stands at what is already paid, says who holds it, and is due again once it is released', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    const record = await idOf(invoice, ids.sam);
    expect(await stands(invoice)).toEqual(['due', 'released', 5_000, 5_000]);
    const held = await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'The order is disputed' });
    expect([held.statusCode, held.json()], held.body).toEqual([
      200,
      { commission_id: String(record), reason: 'The order is disputed', by: 'fin Person', since: '2026-05-20', release_on: null },
    ]);
    expect(await stands(invoice)).toEqual(['not_due', 'held', 0, 0]);
    const said = await why(record);
    expect([said.sentence, said.hold, said.takes]).toEqual([
      'Not due: fin Person has held it since May 20, 2026 (The order is disputed).',
      { reason: 'The order is disputed', by: 'fin Person', since: '2026-05-20', until: null },
      [],
    ]);
    expect(said.blocks).toEqual([
      { sentence: 'fin Person holds the record (The order is disputed).', who: 'Finance, a VP of sales or an administrator releases it.' },
    ]);
    expect((await as('ada', 'PUT', `/commissions/${record}/hold`, { reason: 'Again' })).json().code).toBe('already_held');
    await facts.payOut(invoice, 2_000, '2026-05-20');
    expect(await stands(invoice)).toEqual(['partially_paid', 'held', 2_000, 0]);
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(204);
    expect(await stands(invoice)).toEqual(['partially_paid', 'payout_waiting', 5_000, 3_000]);
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).json().code).toBe('not_held');
  });

  it('what was paid before stays paid, and a hold never makes it overpaid', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    await facts.payOut(invoice, 2_000, '2026-05-13');
    await as('fin', 'PUT', `/commissions/${await idOf(invoice, ids.sam)}/hold`, { reason: 'Check the order' });
    expect(await stands(invoice)).toEqual(['partially_paid', 'held', 2_000, 0]);
  });

  it('ends by itself on its day, and Why says what it takes', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    const record = await idOf(invoice, ids.sam);
    await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Until the audit', release_on: '2026-05-25' });
    const said = await why(record);
    expect([said.sentence, said.takes]).toEqual([
      'Not due: fin Person has held it since May 20, 2026, until May 25, 2026 (Until the audit).',
      [{ kind: 'day', amount: null, sentence: 'It is due by itself on May 25, 2026.' }],
    ]);
    server.clock.set('2026-05-25T18:00:00Z');
    tokens.clear();
    await beginDay(facts.store, '2026-05-25', server.clock());
    expect(await stands(invoice)).toEqual(['due', 'released', 5_000, 5_000]);
    const then = (await as('ada', 'GET', `/commissions/${record}/explain?as_of=2026-05-24`)).json();
    expect([then.status, then.hold.until]).toEqual(['not_due', '2026-05-25']);
    expect((await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Once more' })).statusCode).toBe(200);
  });

  it.each([
    [{ reason: '' }, { reason: 'Reason is required' }],
    [{ reason: 'x', release_on: '2026-05-20' }, { release_on: 'Release on must be after today, May 20, 2026' }],
    [{ reason: 'x', release_on: 'soon' }, { release_on: 'Release on must be a date' }],
    [{ reason: 'x', release_on: '2999-01-01' }, { release_on: 'Release on must be within ten years' }],
  ])('%j is refused', async (body, errors) => {
    const record = await idOf(await book('sam', '2026-05-11', 1), ids.sam);
    const refused = await as('fin', 'PUT', `/commissions/${record}/hold`, body);
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors]);
  });

  it('salespeople and managers hold nothing, and nobody releases what others hold of their own', async () => {
    const record = await idOf(await book('vic', '2026-05-11', 10), ids.vic);
    for (const name of ['sam', 'mia']) expect((await as(name, 'PUT', `/commissions/${record}/hold`, {})).statusCode).toBe(403);
    await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Check' });
    const own = await as('vic', 'DELETE', `/commissions/${record}/hold`);
    expect([own.statusCode, own.json().code]).toEqual([403, 'own_record']);
  });
});

describe('decisions 2.08: bonuses', () => {
  const bonuses = async (user = ids.kim) =>
    (
      await server.db.query
        .selectFrom('adjustments')
        .selectAll()
        .where('origin', '=', 'bonus')
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
    ).map(({ user_id, amount_cents, state, reason, effective_date, bonus_key, related_invoice_id }) => [
      user_id,
      amount_cents,
      state,
      reason,
      effective_date,
      bonus_key,
      related_invoice_id,
    ]);

  it('reached, lost and reached again: each is proposed once, small ones count at once, the withdrawal waits', async () => {
    await plan({
      bonuses: [
        { id: 'small', name: 'Good May', metric: 'net_revenue', level: 5000, within: 'month', amount: 200 },
        { id: 'big', name: 'Great May', metric: 'net_revenue', level: 6000, within: 'month', amount: 900 },
      ],
    });
    await book('kim', '2026-05-14', 4998);
    expect(await bonuses()).toEqual([]);
    const more = await book('kim', '2026-05-15', 1500);
    const small = [ids.kim, 20_000, 'approved', 'Bonus "Good May" of 2026-05', '2026-05-20', 'default/small', null];
    const big = [ids.kim, 90_000, 'pending', 'Bonus "Great May" of 2026-05', '2026-05-20', 'default/big', null];
    expect(await bonuses()).toEqual([small, big]);
    await book('kim', '2026-05-15', 1);
    expect(await bonuses()).toEqual([small, big]);
    const mine = (await as('kim', 'GET', '/adjustments?start_date=2026-05-01&end_date=2026-05-31')).json();
    expect(mine.data.find(({ origin }: { origin: string }) => origin === 'bonus')).toMatchObject({
      related_invoice_id: null,
      commission_id: null,
      state: 'pending',
    });
    await facts.changeInvoice(more, { state: 'cancelled' });
    const lost = [
      ids.kim,
      -20_000,
      'pending',
      'Bonus "Good May" of 2026-05: the level is no longer reached',
      '2026-05-20',
      'default/small',
      null,
    ];
    expect(await bonuses()).toEqual([small, [...big.slice(0, 2), 'void', ...big.slice(3)], lost]);
    await facts.changeInvoice(more, { state: 'sent' });
    expect(await bonuses()).toEqual([
      small,
      [...big.slice(0, 2), 'void', ...big.slice(3)],
      [...lost.slice(0, 2), 'void', ...lost.slice(3)],
      big,
    ]);
    const waiting = (
      await server.db.query
        .selectFrom('adjustments')
        .select('id')
        .where('state', '=', 'pending')
        .where('origin', '=', 'bonus')
        .where('user_id', '=', ids.kim)
        .executeTakeFirstOrThrow()
    ).id;
    await decide(waiting, 'approve');
    const { summary } = (await as('kim', 'GET', '/commissions/summary?start_date=2026-05-01&end_date=2026-05-31')).json();
    expect(summary).toMatchObject({
      total_adjustments: 1100,
      total_commission_due: 1100,
      without_record: { adjustments: 2, earned: 1100 },
    });
    const edited = await as('vic', 'PUT', `/adjustments/${waiting}`, {
      adjustment_amount: '1',
      adjustment_reason: 'Less of it',
      related_invoice_id: String(more),
      version: 2,
    });
    expect(edited.statusCode).toBe(409);
  });

  it('what was rejected is not proposed again, and won deals count on the day on which they were closed', async () => {
    await server.db.query.deleteFrom('adjustments').where('origin', '=', 'bonus').execute();
    await plan({ bonuses: [{ id: 'two', name: 'Two deals', metric: 'won_deals', level: 2, within: 'quarter', amount: 800 }] });
    const deal = async () => {
      const row = {
        name: 'D',
        customer_name: 'Acme',
        owner_id: ids.sam,
        stage: 'Proposal',
        amount_cents: 1000,
        probability: '0.5',
        state: 'open' as const,
        expected_close_date: '2026-05-30',
        lost_reason: null,
        closed_on: null,
      };
      return (await server.db.query.insertInto('deals').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const win = async (id: number) => expect((await as('ada', 'POST', `/deals/${id}/win`, { version: 1 })).statusCode).toBe(200);
    const [first, second] = [await deal(), await deal()];
    await win(first);
    expect(await bonuses(ids.sam)).toEqual([]);
    await win(second);
    const two = [ids.sam, 80_000, 'pending', 'Bonus "Two deals" of 2026-Q2', '2026-05-20', 'default/two', null];
    expect(await bonuses(ids.sam)).toEqual([two]);
    const id = (await server.db.query.selectFrom('adjustments').select('id').where('origin', '=', 'bonus').executeTakeFirstOrThrow()).id;
    await decide(id, 'reject');
    await book('sam', '2026-05-16', 5);
    expect(await bonuses(ids.sam)).toEqual([[...two.slice(0, 2), 'rejected', ...two.slice(3)]]);
  });
});
