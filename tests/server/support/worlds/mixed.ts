import { expect } from 'vitest';
import { createFactWriter } from '../facts.ts';
import { createDealWorld } from './deals.ts';
import { eventRow } from './events.ts';

/** `marks`: texts that appear only where the thing is shown; `own`: paths, one of which answers 200 to people allowed to read it. */
export type Thing = Readonly<{ name: string; marks: readonly string[]; own: readonly string[]; payee?: string }>;

export const roles = ['ada', 'fay', 'vic', 'mia', 'sam', 'eve'] as const;
export type Requester = (typeof roles)[number];

const amounts = {
  sam: { gross: 20_417_31, receipts: [7_771_13, 1_234_57], payouts: [101_23, 55_07] },
  kim: { gross: 30_529_43, receipts: [8_883_17, 2_345_69], payouts: [202_39, 66_11] },
} as const;
/** As a number in JSON and as written in a sentence. */
const moneyMarks = (cents: number): string[] => {
  const text = (cents / 100).toFixed(2);
  return [text, text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')];
};

/** One thing of every kind for Sam, whom Mia manages, and for Kim, who is on another team. */
export const createMixedWorld = async () => {
  const world = await createDealWorld();
  const { server, ids, call } = world;
  const { query } = server.db;
  const facts = createFactWriter(server.db, ids.ada as number, server.clock);
  const things: Thing[] = [];
  const questions: string[] = [];
  const wakes: string[] = [];
  const stories: string[] = [];
  const events: number[] = [];
  const payments: string[] = [];
  const deals: number[] = [];

  const payOut = async (seller: 'sam' | 'kim', record: number, cents: number): Promise<number> => {
    const body = {
      type: 'commission_payment',
      user_id: String(ids[seller]),
      amount: (cents / 100).toFixed(2),
      payment_date: '2026-11-21',
      payment_method: 'direct deposit',
    };
    const created = await call('fay', 'POST', 'payments', body);
    expect(created.statusCode, created.body).toBe(201);
    const id = Number(created.json().id.slice(3));
    const lines = await query.selectFrom('payout_lines').select('commission_id').where('payout_id', '=', id).execute();
    if (lines.length === 0)
      await query.insertInto('payout_lines').values({ payout_id: id, commission_id: record, amount_cents: cents }).execute();
    return id;
  };

  const addThings = async (seller: 'sam' | 'kim'): Promise<void> => {
    const userId = ids[seller] as number;
    const { gross, receipts, payouts } = amounts[seller];
    const token = `Z${seller}`;
    const deal = await query
      .insertInto('deals')
      .values({
        name: `Deal ${token}`,
        customer_name: 'Any',
        owner_id: userId,
        stage: 'Won',
        state: 'won',
        amount_cents: 9_900_00,
        probability: null,
        lost_reason: null,
        expected_close_date: '2026-11-02',
        closed_on: '2026-11-02',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    deals.push(deal.id);
    things.push({ name: `deal of ${seller}`, marks: [`Deal ${token}`], own: [`deals/${deal.id}`], payee: seller });

    const invoice = await facts.addInvoice({
      salesperson_id: userId,
      booking_date: '2026-11-02',
      net_cents: gross,
      invoice_number: `I${token}`,
      customer_name: `Customer ${token}`,
    });
    await query.updateTable('invoices').set({ deal_id: deal.id }).where('id', '=', invoice).execute();
    const record = (await facts.recordOf(invoice)).id;
    things.push({
      name: `invoice of ${seller}`,
      marks: [`Customer ${token}`, ...moneyMarks(gross)],
      own: [`invoices/${invoice}`, `commissions/${record}`],
    });

    const draft = await query
      .insertInto('invoices')
      .values({
        invoice_number: `D${token}`,
        customer_name: `Draft ${token}`,
        salesperson_id: userId,
        booking_date: '2026-11-03',
        gross_cents: 700_00,
        net_cents: 700_00,
        state: 'draft',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    things.push({ name: `draft of ${seller}`, marks: [`Draft ${token}`], own: [`invoices/${draft.id}`], payee: seller });

    for (const cents of receipts) await facts.pay(invoice, cents, '2026-11-10');
    const paid = await query
      .selectFrom('customer_payments')
      .select(['id', 'receipt_id', 'amount_cents'])
      .where('invoice_id', '=', invoice)
      .execute();
    for (const { id, receipt_id, amount_cents } of paid) {
      things.push({
        name: `receipt ${amount_cents} for ${seller}`,
        marks: moneyMarks(amount_cents),
        own: [`payments/cp-${receipt_id}`],
        payee: seller,
      });
      wakes.push(`payment/${id}`);
      payments.push(`cp-${receipt_id}`);
      questions.push(`/wake?of=payment-${id}`);
    }
    await query
      .updateTable('commission_records')
      .set({ released_cents: 900_00, due_cents: 900_00, status: 'due' })
      .where('id', '=', record)
      .execute();
    for (const cents of payouts) {
      const id = await payOut(seller, record, cents);
      things.push({ name: `payout ${cents} to ${seller}`, marks: moneyMarks(cents), own: [`payments/po-${id}`], payee: seller });
      wakes.push(`payout/${id}`);
      payments.push(`po-${id}`);
      questions.push(`/wake?of=payout-${id}`);
    }

    const adjustment = await query
      .insertInto('adjustments')
      .values({
        commission_id: record,
        related_invoice_id: invoice,
        user_id: userId,
        amount_cents: 900_00,
        reason: `Reason ${token}`,
        state: 'pending',
        effective_date: '2026-11-20',
        created_by: ids.max as number,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    things.push({ name: `adjustment of ${seller}`, marks: [`Reason ${token}`], own: [`adjustments/${adjustment.id}`] });
    wakes.push(`adjustment/${adjustment.id}`, `invoice/${invoice}`, `invoice/${draft.id}`);

    const event = await query
      .insertInto('events')
      .values(eventRow({ customer_name: `Event ${token}`, starts_at: '2026-11-12T17:00:00Z', invoice_id: `I${token}` }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const draftEvent = await query
      .insertInto('events')
      .values(eventRow({ customer_name: `Event of draft ${token}`, starts_at: '2026-11-12T17:00:00Z', invoice_id: `D${token}` }))
      .returning('id')
      .executeTakeFirstOrThrow();
    events.push(event.id, draftEvent.id);
    const link = { deal_id: null, event_id: null, invoice_id: null, created_by: null, recorded_at: '2026-11-01T00:00:00Z' };
    await query
      .insertInto('links')
      .values([
        { ...link, deal_id: deal.id, event_id: event.id },
        { ...link, event_id: draftEvent.id, invoice_id: draft.id },
      ])
      .execute();
    stories.push(
      `deal&id=${deal.id}`,
      `event&id=${event.id}`,
      `event&id=${draftEvent.id}`,
      `invoice&id=${invoice}`,
      `invoice&id=${draft.id}`,
      `record&id=${record}`,
    );
    questions.push(`I${token}`, `D${token}`, `Deal ${token}`, `Event ${token}`, `Customer ${token}`, `Draft ${token}`);
  };

  await addThings('sam');
  await addThings('kim');
  stories.push(...payments.map((id) => `payment&id=${id}`));

  const connection = await query
    .insertInto('connections')
    .values({ kind: 'quickbooks', name: 'QuickBooks Q', suffix: 'Q' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const run = await query
    .insertInto('sync_runs')
    .values({ connection_id: connection.id, kind: 'sync', title: 'Sync' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await query
    .insertInto('quarantine')
    .values({
      run_id: run.id,
      connection_id: connection.id,
      external_id: 'Held Z',
      kind: 'invoice',
      code: 'numberTaken',
      facts: JSON.stringify({ number: 'Held Z' }),
      payload: JSON.stringify({ number: 'Held Z' }),
    } as never)
    .execute();
  things.push({ name: 'held record', marks: ['Held Z'], own: [`integrations/quickbooks/${connection.id}/quarantine`] });
  questions.push('Held Z');
  return { ...world, things, questions, wakes, stories, events, deals };
};
