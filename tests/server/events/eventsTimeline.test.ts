import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventTimeline } from '../../../contract/entities/event.ts';
import { addReceipt } from '../support/facts.ts';
import { addRecord } from '../support/records.ts';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

let on: EventWorld;
let invoice: number;
beforeAll(async () => {
  on = await createEventWorld();
  const record = await addRecord(on.server.db, { user_id: on.ids.sam!, booking_date: '2026-11-02', status: 'paid' });
  const result = on.server.db.query.selectFrom('commission_records').select('invoice_id').where('id', '=', record);
  invoice = (await result.executeTakeFirstOrThrow()).invoice_id;
  const deal = await on.server.db.query
    .insertInto('deals')
    .values({
      name: 'Mesa spring',
      customer_name: 'Mesa Public Library',
      owner_id: on.ids.sam!,
      stage: 'Closed Won',
      amount_cents: 500_00,
      probability: '1',
      state: 'won',
      lost_reason: null,
      expected_close_date: '2026-10-30',
      closed_on: '2026-10-28',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await on.server.db.query
    .updateTable('invoices')
    .set({ invoice_number: '10234-ABC', deal_id: deal.id, due_date: '2026-11-10' })
    .where('id', '=', invoice)
    .execute();
  const payment = { invoice_id: invoice, method: 'ACH', reference: null, reversal_of_id: null, notes: null };
  for (const item of [
    { ...payment, amount_cents: 40_00, payment_date: '2026-11-12', state: 'completed' as const },
    { ...payment, amount_cents: 80_00, payment_date: '2026-11-30', state: 'pending' as const },
  ])
    await on.server.db.query
      .insertInto('customer_payments')
      .values({ ...item, receipt_id: await addReceipt(on.server.db.query, item) })
      .execute();
});
afterAll(() => on.server.close());

const shift = { user: { first_name: 'Zoe', last_name: 'Lin' }, status: 'published', start_time: '2026-11-25T16:30:00Z', end_time: null };
const add = (overrides: object = {}) =>
  on.add({
    src_id: null,
    starts_at: '2026-11-25T17:00:00Z',
    activity: 'Python Basics',
    format: 'Virtual',
    host_anchor: 'Hana',
    contact_email: 'ann@mesa.test',
    shift: JSON.stringify(shift),
    created_at: '2026-09-01T06:00:00Z',
    sales_person: 'Sam Seller',
    invoice_id: '10234-ABC',
    ...overrides,
  });
const timeline = async (name: string, id: string): Promise<EventTimeline> => {
  const answer = await on.server.call('GET', `/api/v1/events/${id}/timeline`, { token: on.tokens[name] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const lines = ({ entries }: EventTimeline) => entries.map(({ kind, day, title, amount }) => [kind, day, title, amount]);

describe('event timeline', () => {
  it('shows customer, deal, invoice, payments, commission, shift and event in order', async () => {
    const id = await add();
    const result = await timeline('ada', id);
    expect(result.event).toMatchObject({ id, can_edit: true, invoice_id: '10234-ABC' });
    expect(lines(result)).toEqual([
      ['created', '2026-08-31', 'Event added', null],
      ['deal', '2026-10-28', 'Deal Mesa spring', 500],
      ['invoice', '2026-11-02', 'Invoice 10234-ABC', 120],
      ['commission', '2026-11-02', 'Commission of Sam Seller', 5],
      ['payment', '2026-11-12', 'Payment received', 40],
      ['shift', '2026-11-25', 'Shift of Zoe Lin', null],
      ['event', '2026-11-25', 'Python Basics', null],
      ['payment', '2026-11-30', 'Payment expected', 80],
    ]);
    const entryOf = (kind: string) => result.entries.find((entry) => entry.kind === kind);
    expect(entryOf('invoice')?.detail).toBe('overdue, due Nov 10, 2026');
    expect(entryOf('event')).toMatchObject({ at: '2026-11-25T17:00:00.000Z', detail: 'Mesa Public Library, Virtual, host Hana' });
    expect(entryOf('commission')?.link).toBe('/commissions?period=custom&start=2026-11-02&end=2026-11-02');
  });

  it('decisions 2.27: counts non-cash settlements toward the invoice status', async () => {
    const id = await add();
    const payment = { amount_cents: 0, payment_date: '2026-11-12', method: 'other', state: 'completed' as const };
    const receipt_id = await addReceipt(on.server.db.query, payment);
    await on.server.db.query
      .insertInto('settled_otherwise')
      .values({ receipt_id, invoice_id: invoice, amount_cents: 80_00, means: 'journal entry' })
      .execute();
    const { entries } = await timeline('ada', id);
    await on.server.db.query.deleteFrom('settled_otherwise').execute();
    expect(entries.find(({ kind }) => kind === 'invoice')?.detail).toBe('paid, due Nov 10, 2026');
  });

  it('decisions 3.04, 3.08: shows deal, invoice, payments and commission only to people who may read each', async () => {
    const id = await add();
    const seen = async (name: string) => {
      const money = (await timeline(name, id)).entries.filter(({ kind }) => ['deal', 'invoice', 'payment', 'commission'].includes(kind));
      return money.map(({ kind, amount }) => `${kind} ${amount ?? '-'}`);
    };
    const all = ['deal 500', 'invoice 120', 'commission 5', 'payment 40', 'payment 80'];
    for (const name of ['ada', 'fay']) expect(await seen(name), name).toEqual(all);
    for (const name of ['vic', 'mia']) expect(await seen(name), name).toEqual(['deal 500', 'invoice 120', 'commission 5']);
    expect(await seen('max')).toEqual(['commission 5', 'invoice -']);
    expect(await seen('sam')).toEqual(['deal 500', 'commission 5', 'invoice -']);
    for (const name of ['lee', 'eve']) expect(await seen(name), name).toEqual(['invoice -']);
  });

  it('shows people without invoice access only the event’s own text, whether or not the invoice exists', async () => {
    for (const invoice_id of ['10234', ' 10234-ABC ', 'no such']) {
      const { entries } = await timeline('lee', await add({ invoice_id }));
      const result = entries.filter(({ kind }) => kind === 'invoice');
      const entry = { day: null, at: null, detail: null, amount: null, link: null };
      expect(result, invoice_id).toEqual([{ kind: 'invoice', title: `Invoice ${invoice_id.trim()}`, ...entry }]);
      expect(JSON.stringify(entries)).not.toMatch(/overdue|Payment|ACH|Mesa spring/);
    }
  });

  it('decisions 7.02: finds an invoice by its full number or without the suffix, and never another company’s', async () => {
    const numbered = async (invoice_id: string | null) =>
      (await timeline('ada', await add({ invoice_id }))).entries.find(({ kind }) => kind === 'invoice')?.title;
    expect(await numbered('10234-ABC')).toBe('Invoice 10234-ABC');
    expect(await numbered(' 10234 ')).toBe('Invoice 10234-ABC');
    expect(await numbered('10234-XYZ')).toBeUndefined();
    for (const none of [null, '', '1023', '10234-', '%', '1_234', '10234-%']) expect(await numbered(none), String(none)).toBeUndefined();
    const other = {
      customer_name: 'B',
      salesperson_id: null,
      gross_cents: 1,
      net_cents: 1,
      booking_date: '2026-11-01',
      state: 'sent' as const,
    };
    await on.server.db.query
      .insertInto('invoices')
      .values([
        { ...other, invoice_number: '10234-XYZ' },
        { ...other, invoice_number: '777' },
      ])
      .execute();
    expect(await numbered('10234')).toBeUndefined();
    expect(await numbered('10234-XYZ')).toBe('Invoice 10234-XYZ');
    expect(await numbered('777-ABC')).toBe('Invoice 777');
    await on.server.db.query.deleteFrom('invoices').where('customer_name', '=', 'B').execute();
  });

  it('shows the last twenty edits with author, in column names', async () => {
    const id = await add({ invoice_id: null });
    await on.set('sam', id, 'reviewed', 'Yes');
    await on.set('eve', id, 'internal_notes', '<b>called</b>');
    const edits = (await timeline('lee', id)).entries.filter(({ kind }) => kind === 'edit');
    expect(edits.map(({ title, detail, day }) => [title, detail, day]).sort()).toEqual([
      ['Eve Vents changed Internal Notes', 'Internal Notes: empty → “<b>called</b>”', '2026-11-21'],
      ['Sam Seller changed Reviewed', 'Reviewed: empty → “Yes”', '2026-11-21'],
    ]);
    for (let index = 0; index < 25; index += 1) await on.set('eve', id, 'internal_notes', `note ${index}`);
    const editEntries = (await timeline('eve', id)).entries.filter(({ kind }) => kind === 'edit');
    expect(editEntries).toHaveLength(20);
    expect(editEntries.map(({ detail }) => detail)).toContain('Internal Notes: “note 23” → “note 24”');
  });

  it('states what blocks readiness', async () => {
    const result = await timeline('eve', await add({ contact_email: null, tech_setup_required: 'No' }));
    expect(result.readiness.map(({ need, state }) => [need, state])).toEqual([
      ['need_review', 'open'],
      ['need_tech_setup', 'not_needed'],
      ['need_pre_program_email', 'blocked'],
      ['need_reminder_email', 'blocked'],
      ['need_host', 'done'],
      ['need_shift', 'done'],
      ['need_invoice', 'done'],
    ]);
    expect(result.readiness[3]?.sentence).toBe("The reminder email cannot be sent: the contact's email address is missing.");
  });

  it('is short for an event without program, day, shift or invoice, and 404 for an unknown one', async () => {
    const id = await on.add({ has_program: false, starts_at: null, shift: JSON.stringify({}) });
    const result = await timeline('sam', id);
    expect(result.event).toMatchObject({ program: null, can_edit: false });
    expect(result.entries.map(({ kind, day, title }) => [kind, day, title])).toEqual([
      ['created', expect.any(String), 'Event added'],
      ['shift', null, 'Shift of nobody yet'],
      ['event', null, 'Event'],
    ]);
    for (const missing of ['999999', '0', 'abc', '%00']) {
      const answer = await on.server.call('GET', `/api/v1/events/${missing}/timeline`, { token: on.tokens.ada });
      expect([400, 404], missing).toContain(answer.statusCode);
    }
  });

  it('decisions 1.02: is advertised', async () =>
    expect((await on.server.call('GET', '/api/v1/public/settings')).json().features).toContain('event-timeline'));
});
