import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripeConnector } from '../../../server/connectors/stripe/stripe.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { createCompany, type StripeCompany } from '../../stand-ins/stripe/company.ts';
import { KEY, type StripeStandIn, startStripe } from '../../stand-ins/stripe/stripe.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

const START = Date.parse('2026-11-20T18:00:00Z');
let stripe: StripeStandIn;
let company: StripeCompany;
let world: ConnectionWorld;
let id = '';
beforeAll(async () => {
  const clock = { now: (): number => START };
  stripe = await startStripe({ now: () => clock.now() });
  company = createCompany(stripe);
  world = await createConnectionWorld({ stripe: stripeConnector(vendorsOf(stripe.env)) }, {}, false);
  world.server.clock.set(new Date(START).toISOString());
  clock.now = () => world.server.clock().getTime();
  await world.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
});
afterAll(async () => {
  await world.close();
  await stripe.close();
});

const add = (token_string: string, overrides: object = {}) =>
  world.call('POST', 'stripe', { name: 'Acme Stripe', token_string, frequency: 'manual', ...overrides });
const sync = async () => {
  world.server.clock.advance(60_000);
  await world.call('POST', `stripe/${id}/sync`);
  await world.worker.drain();
  await computeMarks(world.store, world.server.clock);
  return (await world.call('GET', `stripe/${id}/runs`)).json().data[0];
};
const invoice = (external: string) =>
  world.server.db.query.selectFrom('invoices').selectAll().where('external_id', '=', external).executeTakeFirst();
const heldRows = async () => (await world.call('GET', `stripe/${id}/quarantine`)).json().data;
/** Money received for an invoice here, in cents: receipts without credits. */
const received = async (external: string): Promise<number> => {
  const rows = await world.server.db.query
    .selectFrom('customer_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('receipts as r', 'r.id', 'p.receipt_id')
    .select(['p.amount_cents', 'r.external_id'])
    .where('i.external_id', '=', external)
    .where('p.state', '=', 'completed')
    .execute();
  return rows.filter((row) => row.external_id !== null).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
};

describe('connecting an account', () => {
  it.each([
    ['sk_live_1234567890abcdef', 'This is a secret key, which may do everything. Create a restricted key with read rights and enter that.'],
    ['pk_live_1234567890abcdef', 'This is not a restricted key. It begins with "rk_live_" or "rk_test_".'],
    ['', 'Please enter a Stripe restricted key'],
  ])('refuses %j with a message', async (key, message) => {
    const answer = await add(key);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  it('names a key’s missing permission, and refuses a key that Stripe refuses', async () => {
    stripe.refuse('rak_dispute_read');
    expect((await add(KEY)).json().message).toBe(
      'Acme Stripe: the key lacks the permission rak_dispute_read. Add it to the key in Stripe, then choose Test.',
    );
    stripe.allow();
    expect((await add(`rk_live_${'x'.repeat(24)}`)).statusCode).toBe(400);
  });

  it('connects with a restricted key, and pins the API version', async () => {
    const added = await add(KEY, { webhook_secret: 'whsec_0123456789abcdef' });
    expect(added.statusCode).toBe(201);
    expect(added.json().settings).toEqual({ account_id: 'acct_1PgafTB7WZ01zgkW', live: false });
    id = added.json().id;
  });
});

describe('first sync', () => {
  it('decisions 2.19, 2.26: imports open, paid and uncollectible invoices, skips drafts, and counts void ones as zero', async () => {
    company.customer('cus_1', 'Mesa Library', { email: 'ap@mesa.test' });
    company.draft('in_1', 10_000);
    company.open('in_2', 10_800, {
      total_excluding_tax: 10_000,
      shipping_cost: { amount_subtotal: 1_000, amount_tax: 0, amount_total: 1_000 },
    });
    company.open('in_3', 20_000, { metadata: { 'Sales Rep': 'seller@example.test' } });
    company.pay({ in_3: 20_000 });
    company.open('in_4', 5_000);
    company.writeOff('in_4');
    company.open('in_5', 7_000);
    company.void('in_5');
    for (let index = 100; index < 230; index += 1) company.open(`in_${index}`, 1_000);
    const run = await sync();
    expect(run).toMatchObject({ status: 'completed', counts: { held: 0 } });
    expect(await invoice('in_1')).toBeUndefined();
    expect(await invoice('in_2')).toMatchObject({
      gross_cents: 10_800,
      net_cents: 9_000,
      state: 'sent',
      source: 'stripe',
      invoice_number: 'ACME-0002',
      booking_date: '2026-11-02',
      customer_name: 'Mesa Library',
      salesperson_id: null,
    });
    expect((await invoice('in_3'))?.salesperson_id).not.toBeNull();
    expect(await received('in_3')).toBe(20_000);
    expect((await invoice('in_4'))?.state).toBe('sent');
    expect((await invoice('in_5'))?.state).toBe('cancelled');
    const { count } = await world.server.db.query
      .selectFrom('invoices')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(134);
  });

  it('decisions 7.04: changes nothing on a second sync or a full reread', async () => {
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, held: 0 } });
    await world.store.connections.keepCheckpoint(Number(id), null);
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, held: 0 } });
  });
});

describe('changes', () => {
  it('imports a draft once finalized, ignores a deleted one, and follows a rename', async () => {
    company.finalize('in_1');
    company.draft('in_6', 3_000);
    company.deleteDraft('in_6');
    company.customer('cus_1', 'Mesa Public Library', { email: 'ap@mesa.test' });
    expect(await sync()).toMatchObject({ status: 'completed' });
    expect(await invoice('in_1')).toMatchObject({ gross_cents: 10_000, customer_name: 'Mesa Public Library' });
    expect(await invoice('in_6')).toBeUndefined();
  });

  it('decisions 2.27: handles one payment for two invoices, money outside Stripe, and a customer balance, which is no money', async () => {
    company.open('in_10', 10_000);
    company.open('in_11', 20_000);
    company.pay({ in_10: 10_000, in_11: 5_000 });
    company.open('in_12', 9_000);
    company.payOutside('in_12');
    company.open('in_13', 8_000, { starting_balance: -3_000, ending_balance: 0, amount_remaining: 5_000 });
    company.pay({ in_13: 5_000 });
    await sync();
    expect([await received('in_10'), await received('in_11'), await received('in_12'), await received('in_13')]).toEqual([
      10_000, 5_000, 9_000, 5_000,
    ]);
    const settled = await world.server.db.query.selectFrom('settled_otherwise').selectAll().execute();
    expect(settled).toEqual([expect.objectContaining({ amount_cents: 3_000, means: 'customer balance' })]);
  });

  it('decisions 2.20, 2.27: reverses revenue by credit notes, and money only if refunded', async () => {
    company.open('in_20', 10_000);
    company.creditNote('cn_20', 'in_20', 4_000);
    company.open('in_21', 10_000);
    const intent = company.pay({ in_21: 10_000 });
    const refund = company.refund(intent, 6_000);
    company.creditNote('cn_21', 'in_21', 8_000, { refunds: [{ refund: refund.id, amount_refunded: 6_000 }] });
    await sync();
    const memos = await world.server.db.query
      .selectFrom('invoices')
      .select(['external_id', 'gross_cents', 'customer_name'])
      .where('credit_of_id', 'is not', null)
      .orderBy('gross_cents')
      .execute();
    expect(memos).toEqual([
      { external_id: 'memo:cn_21-refund:in_21', gross_cents: -6_000, customer_name: 'Mesa Public Library' },
      { external_id: 'memo:cn_20:in_20', gross_cents: -4_000, customer_name: 'Mesa Public Library' },
      { external_id: 'memo:cn_21:in_21', gross_cents: -2_000, customer_name: 'Mesa Public Library' },
    ]);
    expect(await received('in_20')).toBe(0);
    expect(await received('in_21')).toBe(4_000);
    expect(await heldRows()).toEqual([]);
    company.change('credit_notes', 'cn_20', { status: 'void' }, 'credit_note.voided');
    company.change('credit_notes', 'cn_21', { status: 'void' }, 'credit_note.voided');
    company.change('refunds', refund.id, { status: 'failed' }, 'refund.failed');
    await sync();
    expect((await invoice('memo:cn_20:in_20'))?.state).toBe('cancelled');
    expect(await received('in_21')).toBe(10_000);
  });

  it('returns money but keeps revenue on a refund without a credit note; a failed one returns nothing', async () => {
    company.open('in_30', 10_000);
    company.open('in_31', 10_000);
    const intent = company.pay({ in_30: 10_000, in_31: 10_000 });
    const pending = company.refund(intent, 12_000, { status: 'pending' });
    await sync();
    expect([await received('in_30'), await received('in_31')]).toEqual([10_000, 10_000]);
    company.change('refunds', pending.id, { status: 'succeeded' }, 'refund.updated');
    await sync();
    expect([await received('in_30'), await received('in_31')]).toEqual([0, 8_000]);
    expect((await invoice('in_30'))?.net_cents).toBe(10_000);
    company.change('refunds', pending.id, { status: 'failed' }, 'refund.failed');
    await sync();
    expect([await received('in_30'), await received('in_31')]).toEqual([10_000, 10_000]);
  });

  it('reverses money on a lost dispute only, and moves nothing on a won one or an inquiry', async () => {
    for (const name of ['in_40', 'in_41', 'in_42']) company.open(name, 10_000);
    const [lost, won, inquiry] = ['in_40', 'in_41', 'in_42'].map((name) => company.pay({ [name]: 10_000 })) as [string, string, string];
    company.dispute('dp_40', lost, 10_000, 'lost', [{ amount: -10_000 }]);
    company.dispute('dp_41', won, 10_000, 'won', [{ amount: -10_000 }, { amount: 10_000 }]);
    company.dispute('dp_42', inquiry, 10_000, 'warning_closed', []);
    await sync();
    expect([await received('in_40'), await received('in_41'), await received('in_42')]).toEqual([0, 10_000, 10_000]);
  });

  it('restores the money when a lost dispute is won afterwards', async () => {
    const intent = stripe.row('disputes', 'dp_40').payment_intent as string;
    company.dispute('dp_40', intent, 10_000, 'won', [{ amount: -10_000 }, { amount: 10_000 }]);
    await sync();
    expect(await received('in_40')).toBe(10_000);
    company.dispute('dp_40', intent, 10_000, 'lost', [{ amount: -10_000 }, { amount: 10_000 }, { amount: -10_000 }]);
    await sync();
    expect(await received('in_40')).toBe(0);
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0 } });
  });

  it('decisions 2.19: quarantines another currency, and an invoice number that a file already brought', async () => {
    company.open('in_50', 10_000, { currency: 'eur' });
    const values = {
      invoice_number: 'ACME-0051',
      customer_name: 'Mesa Library',
      gross_cents: 100,
      net_cents: 100,
      booking_date: '2026-11-02',
      state: 'sent',
      source: 'file',
    } as const;
    await world.server.db.query.insertInto('invoices').values(values).execute();
    company.open('in_51', 10_000);
    company.open('in_52', 10_000);
    const run = await sync();
    expect(run.counts).toMatchObject({ held: 2 });
    expect((await heldRows()).map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'Invoice ACME-0051 is here already, from another source.',
      expect.stringContaining('EUR'),
    ]);
    const inEuros = (await heldRows()).find(({ reason }: { reason: string }) => reason.includes('EUR'));
    expect(inEuros.values).toContainEqual({ name: 'gross', value: '100.00 EUR' });
    expect(await invoice('in_52')).toBeDefined();
  });

  it('rereads everything after a month without a sync, because events are kept for 30 days', async () => {
    company.void('in_52');
    world.server.clock.advance(31 * 24 * HOUR_MS);
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 0, changed: 1 } });
    expect((await invoice('in_52'))?.state).toBe('cancelled');
  });

  it('decisions 2.27, 7.07: restarts a first read that was interrupted a month ago, so that no payment is missed', async () => {
    const since = world.server.clock().toISOString();
    await world.store.connections.keepCheckpoint(Number(id), { list: 'refunds', after: null, since });
    company.pay({ in_2: 10_800 });
    world.server.clock.advance(31 * 24 * HOUR_MS);
    expect(await sync()).toMatchObject({ status: 'completed' });
    expect(await received('in_2')).toBe(10_800);
  });
});

describe('faults', () => {
  it.each([{ status: 429, body: { error: { code: 'lock_timeout' } } }, { status: 503 }, 'drop'] as const)('survives %j', async (fault) => {
    stripe.fail(fault, { part: 'events' });
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('continues at the interrupted page in the next sync', async () => {
    await world.store.connections.keepCheckpoint(Number(id), null);
    stripe.fail('garbage', { part: 'invoices', skip: 1 });
    expect(await sync()).toMatchObject({ status: 'failed' });
    const { checkpoint } = (await world.store.connections.byId(Number(id))) ?? {};
    expect(checkpoint).toMatchObject({ list: 'invoices', after: expect.stringMatching(/^in_/) });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 0, changed: 0 } });
  });

  it('syncs on a signed delivery, and refuses a wrong or late signature', async () => {
    const post = ({ raw, headers }: { raw: string; headers: Record<string, string> }) =>
      world.server.app.inject({ method: 'POST', url: `/api/v1/webhooks/${id}`, payload: raw, headers });
    const body = { id: 'evt_1', object: 'event', type: 'invoice.paid' };
    company.open('in_60', 6_000);
    expect((await post(stripe.signed('whsec_wrong_0123456789', body))).statusCode).toBe(401);
    expect((await post(stripe.signed('whsec_0123456789abcdef', body, world.server.clock().getTime() - 301_000))).statusCode).toBe(401);
    expect((await post(stripe.signed('whsec_0123456789abcdef', body))).statusCode).toBe(200);
    await world.worker.drain();
    expect(await invoice('in_60')).toBeDefined();
  });

  it('decisions 7.04: expires on a revoked key; deleting keeps imported data and reconnecting adopts it', async () => {
    stripe.revoke();
    expect(await sync()).toMatchObject({ status: 'failed' });
    expect((await world.call('GET', 'stripe')).json().data[0]).toMatchObject({ status: 'expired' });
    stripe.revoke(KEY);
    await world.call('DELETE', `stripe/${id}`);
    expect(await invoice('in_2')).toBeDefined();
    id = (await add(KEY)).json().id;
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0 } });
  });
});
