import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginDay } from '../../../server/domain/commissions/recompute/index.ts';
import { createClauseCompany } from '../support/clauses.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const company = await createClauseCompany();
const { server, ids, facts, book, close, as, plan, recordsOf, idOf, why } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

describe('decisions 2.08: manual splits of an invoice', () => {
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

  it('replace the plan’s split, with cents by largest remainder, apply to memos and can be removed', async () => {
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
  ])('refuse %s', async (_what, shares, reason, errors) => {
    const invoice = await book('sam', '2026-05-09', 10);
    const people = [ids.sam, ids.kim];
    const refused = await split(
      'vic',
      invoice,
      shares.map(([personIndex, share]) => [people[personIndex] ?? 999_999, share] as const),
      0,
      reason,
    );
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors]);
  });

  it('allow a manager to split within the team only, and refuse finance, salespeople and closed months', async () => {
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

  it('decisions 2.14: do not let the lead or a split’s recipient set their own share or remove it', async () => {
    const rated = async (name: string, invoice: number, input: object) => {
      const { version } = (await as('fin', 'GET', `/invoices/${invoice}`)).json();
      const answer = await as(name, 'PUT', `/invoices/${invoice}`, { version, ...input });
      return [answer.statusCode, answer.json().errors ?? answer.json().rate_override];
    };
    const half = { override_rate: true, commission_rate: '50' };
    const sentence = 'Somebody else sets the rate of your own invoices.';
    const led = await book('sam', '2026-05-10', 10, { sales_lead_id: ids.mia });
    expect(await rated('mia', led, half)).toEqual([422, { commission_rate: sentence }]);
    const shared = await book('sam', '2026-05-10', 10);
    const between = (other: number) => [[ids.sam, 0.5] as const, [other, 0.5] as const];
    expect((await split('ada', shared, between(ids.vic))).statusCode).toBe(200);
    expect(await rated('vic', shared, half)).toEqual([422, { commission_rate: sentence }]);
    expect(await rated('fin', shared, half)).toEqual([200, 0.5]);
    expect(await rated('vic', shared, { override_rate: false })).toEqual([422, { commission_rate: sentence }]);
    const own = await book('sam', '2026-05-10', 10, { rate_override: '0.500000' });
    const taken = await split('vic', own, between(ids.vic));
    expect([taken.statusCode, taken.json().errors]).toEqual([422, { 'shares.1.share': sentence }]);
    expect((await split('vic', own, between(ids.kim))).statusCode).toBe(200);
  });
});

describe('decisions 2.08: held records', () => {
  const readState = async (invoice: number) => {
    const { status, reason, released_cents, due_cents } = await facts.recordOf(invoice);
    return [status, reason, released_cents, due_cents];
  };

  it('stop at the paid amount, name the holder, and are due again after release', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    const record = await idOf(invoice, ids.sam);
    expect(await readState(invoice)).toEqual(['due', 'released', 5_000, 5_000]);
    const held = await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'The order is disputed' });
    expect([held.statusCode, held.json()], held.body).toEqual([
      200,
      { commission_id: String(record), reason: 'The order is disputed', by: 'fin Person', since: '2026-05-20', release_on: null },
    ]);
    expect(await readState(invoice)).toEqual(['not_due', 'held', 0, 0]);
    const explanation = await why(record);
    expect([explanation.sentence, explanation.hold, explanation.takes]).toEqual([
      'Not due: fin Person has held it since May 20, 2026 (The order is disputed).',
      { reason: 'The order is disputed', by: 'fin Person', since: '2026-05-20', until: null },
      [],
    ]);
    expect(explanation.blocks).toEqual([
      { sentence: 'fin Person holds the record (The order is disputed).', who: 'Finance, a VP of sales or an administrator releases it.' },
    ]);
    expect((await as('ada', 'PUT', `/commissions/${record}/hold`, { reason: 'Again' })).json().code).toBe('already_held');
    await facts.payOut(invoice, 2_000, '2026-05-20');
    expect(await readState(invoice)).toEqual(['partially_paid', 'held', 2_000, 0]);
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).statusCode).toBe(204);
    expect(await readState(invoice)).toEqual(['partially_paid', 'payout_waiting', 5_000, 3_000]);
    expect((await as('vic', 'DELETE', `/commissions/${record}/hold`)).json().code).toBe('not_held');
  });

  it('keep earlier payments, and are never overpaid because of a hold', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    await facts.payOut(invoice, 2_000, '2026-05-13');
    await as('fin', 'PUT', `/commissions/${await idOf(invoice, ids.sam)}/hold`, { reason: 'Check the order' });
    expect(await readState(invoice)).toEqual(['partially_paid', 'held', 2_000, 0]);
  });

  it('end by themselves on their day, with their effect in Why', async () => {
    const invoice = await book('sam', '2026-05-11', 1000);
    await facts.pay(invoice, 100_000, '2026-05-12');
    const record = await idOf(invoice, ids.sam);
    await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Until the audit', release_on: '2026-05-25' });
    const explanation = await why(record);
    expect([explanation.sentence, explanation.takes]).toEqual([
      'Not due: fin Person has held it since May 20, 2026, until May 25, 2026 (Until the audit).',
      [
        {
          kind: 'day',
          amount: null,
          sentence: 'It becomes due automatically on May 25, 2026. The next pay day after that is May 31, 2026.',
        },
      ],
    ]);
    company.newDay('2026-05-25T18:00:00Z');
    await beginDay(facts.store, '2026-05-25', server.clock());
    expect(await readState(invoice)).toEqual(['due', 'released', 5_000, 5_000]);
    const past = (await as('ada', 'GET', `/commissions/${record}/explain?as_of=2026-05-24`)).json();
    expect([past.status, past.hold.until]).toEqual(['not_due', '2026-05-25']);
    expect((await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Once more' })).statusCode).toBe(200);
  });

  it.each([
    [{ reason: '' }, { reason: 'Reason is required' }],
    [{ reason: 'x', release_on: '2026-05-20' }, { release_on: 'Release on must be after today, May 20, 2026' }],
    [{ reason: 'x', release_on: '2026-05-19' }, { release_on: 'Release on must be after today, May 20, 2026' }],
    [{ reason: 'x', release_on: 'soon' }, { release_on: 'Release on must be a date' }],
    [{ reason: 'x', release_on: '2999-01-01' }, { release_on: 'Release on must be within ten years' }],
  ])('refuse %j', async (body, errors) => {
    const record = await idOf(await book('sam', '2026-05-11', 1), ids.sam);
    const refused = await as('fin', 'PUT', `/commissions/${record}/hold`, body);
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors]);
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testDatabaseKind() === 'postgres')('hold nothing if the record disappears while its person is computed', async () => {
    const record = await idOf(await book('sam', '2026-05-09', 1_000), ids.sam);
    const { answer } = await server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${ids.sam} for no key update`.execute(trx);
      const answer = as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Check the order' });
      await expect.poll(() => countLockWaits(server.db.query)).toBe(1);
      await sql`delete from commission_records where id = ${record}`.execute(trx);
      return { answer };
    });
    expect((await answer).statusCode).toBe(404);
  });

  it('cannot be set by salespeople and managers, and no one releases a hold on their own record', async () => {
    const record = await idOf(await book('vic', '2026-05-11', 10), ids.vic);
    for (const name of ['sam', 'mia']) expect((await as(name, 'PUT', `/commissions/${record}/hold`, {})).statusCode).toBe(403);
    await as('fin', 'PUT', `/commissions/${record}/hold`, { reason: 'Check' });
    const own = await as('vic', 'DELETE', `/commissions/${record}/hold`);
    expect([own.statusCode, own.json().code]).toEqual([403, 'own_record']);
  });
});
