import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { createInvoiceAttachment } from '../../../server/jobs/mailedInvoice.ts';
import { createSender } from '../../../server/mail/sender.ts';
import type { Mail } from '../../../server/mail/transport.ts';
import { createInvoiceWorld, refusalOf } from '../support/worlds/invoices.ts';

let world: Awaited<ReturnType<typeof createInvoiceWorld>>;
beforeAll(async () => {
  world = await createInvoiceWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

const close = (month: string): Promise<void> =>
  world.facts.store.transaction(async (tx) => {
    const { id: version } = await tx.config.newest();
    const { start_date, end_date } = periodAt('month', `${month}-01`);
    const closed = {
      state: 'closed',
      closed_at: world.server.clock().toISOString(),
      closed_by: world.ids.ada ?? null,
      reason: null,
    } as const;
    const id = await tx.periods.save({ start_date, end_date, ...closed });
    await tx.periods.keep(id, { start_date, end_date, ...closed }, version, world.server.clock());
  });
const amounts = async (invoice: Pick<Invoice, 'id'>) =>
  (await world.records(invoice)).map(({ amount_cents, released_cents, status }) => [amount_cents, released_cents, status]);

describe('decisions 2.14: draft → sent', () => {
  it('is followed by commission at the plan’s rates; the default 10.0 applies only if checked', async () => {
    const [plain, ticked] = [await world.sent(), await world.sent({ override_rate: true })];
    expect([plain.rate_override, ticked.rate_override]).toEqual([null, 0.1]);
    expect([await amounts(plain), await amounts(ticked)]).toEqual([[[50_00, 0, 'not_due']], [[100_00, 0, 'not_due']]]);
    expect(plain).toMatchObject({ status: 'sent', balance: 1080, commission_amount: 50, actions: ['amend', 'assign', 'cancel', 'credit'] });
    expect(await world.audited(plain)).toEqual(['invoice.created', 'invoice.sent']);
  });

  it('spec 6.03: requires someone else to set the rate of one’s own invoice', async () => {
    const own = { salesperson_id: String(world.ids.mia) };
    const rate = { override_rate: true, commission_rate: '50' };
    const refused = [422, { commission_rate: 'Somebody else sets the rate of your own invoices.' }];
    expect(refusalOf(await world.create('mia', { ...own, ...rate }))).toEqual(refused);
    const draft = await world.drafted(own, 'mia');
    expect(refusalOf(await world.put('mia', draft, world.typed({ ...own, ...rate })))).toEqual(refused);
    const sent = world.ok<Invoice>(await world.step('mia', draft, 'send'));
    expect(refusalOf(await world.put('mia', sent, rate))).toEqual(refused);
    const rated = world.ok<Invoice>(await world.put('fay', sent, rate));
    expect(rated.rate_override).toBe(0.5);
    expect(world.ok<Invoice>(await world.put('mia', rated, { ...rate, notes: 'Called' })).rate_override).toBe(0.5);
    const samsDraft = await world.drafted(rate, 'mia');
    expect(refusalOf(await world.put('mia', samsDraft, world.typed({ ...own, ...rate })))).toEqual(refused);
    const secondSent = world.ok<Invoice>(await world.step('mia', samsDraft, 'send'));
    expect(refusalOf(await world.step('mia', secondSent, 'assign', own))).toEqual([
      422,
      { salesperson_id: 'Somebody else sets the rate of your own invoices.' },
    ]);
  });

  it('answers 409 with the stored invoice to a draft already sent by another, and sends it once', async () => {
    const draft = await world.drafted();
    await world.step('vic', draft, 'send');
    for (const answer of [await world.put('fay', draft, world.typed({ gross_amount: '1' })), await world.step('fay', draft, 'send')]) {
      expect(refusalOf(answer)).toEqual([409, 'stale_version']);
      expect(answer.json().current).toMatchObject({ status: 'sent', version: 2 });
    }
    const repeated = await world.step('fay', { id: draft.id, version: 2 }, 'send');
    expect([repeated.statusCode, repeated.json().code, repeated.json().message]).toEqual([
      409,
      'invoice_step',
      'This invoice is sent, so this is not possible.',
    ]);
  });

  it('accepts one of two concurrent drafts with the same number, sends or credit memos, and assigns two free numbers', async () => {
    const codes = async (...answers: Promise<{ statusCode: number }>[]) =>
      (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort();
    expect(await codes(world.create('fay', { invoice_number: 'A-1' }), world.create('vic', { invoice_number: 'A-1' }))).toEqual([201, 422]);
    expect(await codes(world.create('fay'), world.create('vic'))).toEqual([201, 201]);
    expect((await world.numbers('fay')).toSorted()).toEqual(['A-1', 'INV-1001', 'INV-1002']);
    const draft = await world.drafted();
    expect(await codes(world.step('fay', draft, 'send'), world.step('vic', draft, 'send'))).toEqual([200, 409]);
    const back = { amount: '1080', notes: 'Not held' };
    const sent = { id: draft.id, version: draft.version + 1 };
    expect(await codes(world.step('fay', sent, 'credit-memo', back), world.step('vic', sent, 'credit-memo', back))).toEqual([201, 409]);
  });

  it('promises no email without a mail server, even with an address', async () => {
    const sent = world.ok<Invoice>(await world.step('fay', await world.drafted(), 'send', { email: 'pay@flagstaff.test' }));
    expect([sent.sent_to, sent.sent_at]).toEqual([null, '2026-11-21T12:00:00.000Z']);
    expect(refusalOf(await world.step('fay', await world.drafted(), 'send', { email: 'pay' }))[0]).toBe(422);
  });

  it('emails no customer during company setup (decisions 4.08)', async () => {
    const { sendInvoice } = await import('../../../server/domain/invoices/sendInvoice.ts');
    const deps = { store: openStore(world.server.db, { sendsMail: true }), clock: world.server.clock };
    const principal = { userId: world.ids.fay ?? 0, actor: { id: String(world.ids.fay), role: 'finance' } } as never;
    const origin = { network: '127.0.0.0/24', requestId: 'test', device: '' };
    const { id, version } = await world.drafted();
    const send = (email: string) => sendInvoice(deps, principal, { id: Number(id), version }, email, origin);
    const setLive = (at: string | null) => world.server.db.query.updateTable('general_settings').set({ live_at: at }).execute();
    await setLive(null);
    try {
      await expect(send('pay@flagstaff.test')).rejects.toMatchObject({
        status: 422,
        errors: { email: messages.setupRefusals.noCustomerMail },
      });
      expect((await send('')).sent_to).toBeNull();
    } finally {
      await setLive('2020-01-01T00:00:00.000Z');
    }
  });

  it('decisions 5.03: emails the PDF through the outbox with a mail server, but not after the invoice is canceled', async () => {
    const store = openStore(world.server.db, { sendsMail: true });
    const { sendInvoice } = await import('../../../server/domain/invoices/sendInvoice.ts');
    const principal = { userId: world.ids.fay ?? 0, actor: { id: String(world.ids.fay), role: 'finance' } } as never;
    const origin = { network: '127.0.0.0/24', requestId: 'test', device: '' };
    const deps = { store, clock: world.server.clock };
    const [one, two] = [await world.drafted(), await world.drafted()];
    const send = ({ id, version }: Invoice) => sendInvoice(deps, principal, { id: Number(id), version }, 'pay@flagstaff.test', origin);
    expect((await send(one)).sent_to).toBe('pay@flagstaff.test');
    expect((await world.step('fay', await send(two), 'cancel')).statusCode).toBe(200);
    const mails: Mail[] = [];
    const sender = createSender({
      store,
      clock: world.server.clock,
      send: async (mail) => void mails.push(mail),
      links: 'https://x.test',
      invoiceFile: createInvoiceAttachment(store),
      log: (error) => {
        throw error;
      },
    });
    expect(await sender.drain()).toBe(1);
    const [mail] = mails;
    expect(mail?.to).toEqual({ name: 'Flagstaff Library', address: 'pay@flagstaff.test' });
    expect(mail?.subject).toBe('Invoice INV-1001 from Company');
    expect(mail?.text).toContain('attached Invoice INV-1001, dated Nov 10, 2026, for $1,080.00. It is due on Dec 10, 2026.');
    expect(mail?.text).not.toContain('https://x.test');
    expect(mail?.attachments?.map(({ name, content }) => [name, content.subarray(0, 5).toString()])).toEqual([
      ['invoice-INV-1001.pdf', '%PDF-'],
    ]);
  });
});

describe('decisions 2.14: editable fields', () => {
  it('are all fields of a draft, but only due date, notes and rate of a sent invoice, and its commission follows', async () => {
    const draft = world.ok<Invoice>(
      await world.put('fay', await world.drafted(), world.typed({ gross_amount: '2160', net_revenue: '2000', deal_id: '' })),
    );
    expect([draft.gross_amount, draft.version]).toEqual([2160, 2]);
    const sent = world.ok<Invoice>(await world.step('fay', draft, 'send'));
    const changed = await world.put('fay', sent, { due_date: '2027-01-01', notes: '', override_rate: true, commission_rate: '7.5' });
    expect(world.ok<Invoice>(changed)).toMatchObject({ due_date: '2027-01-01', notes: null, rate_override: 0.075, commission_amount: 150 });
    const errors = { gross_amount: 'This invoice has been sent. Only a credit memo can change it.' };
    expect(refusalOf(await world.put('fay', { id: sent.id, version: sent.version + 1 }, { gross_amount: '1' }))).toEqual([422, errors]);
    expect(await world.audited(sent)).toEqual(['invoice.created', 'invoice.edited', 'invoice.sent', 'invoice.edited']);
  });

  it('exclude every other field of a sent invoice, named in the refusal, but accept its current value', async () => {
    const sent = await world.sent();
    const sentMessage = 'This invoice has been sent. Only a credit memo can change it.';
    const others = {
      invoice_number: 'INV-9',
      customer_name: 'Other',
      customer_email: 'x@example.test',
      new_customer: true,
      deal_id: '1',
      gross_amount: '1',
      net_revenue: '1',
      booking_date: '2026-11-01',
      salesperson_id: '',
    };
    const refused = Object.fromEntries(Object.keys(others).map((field) => [field, sentMessage]));
    expect(refusalOf(await world.put('fay', sent, others))).toEqual([422, refused]);
    for (const [field, value] of Object.entries(others))
      expect(refusalOf(await world.put('fay', sent, { [field]: value }))).toEqual([422, { [field]: sentMessage }]);
    expect((await world.one(sent)).version).toBe(sent.version);
    const { invoice_number, customer_name, customer_email, deal_id, booking_date, salesperson_id } = sent;
    const current = { invoice_number, customer_name, customer_email, deal_id, booking_date, salesperson_id, new_customer: false };
    expect(world.ok<Invoice>(await world.put('fay', sent, { ...current, notes: 'Kept' })).notes).toBe('Kept');
  });

  it('exclude rate and person of a sent credit memo', async () => {
    const memo = world.ok<Invoice>(await world.step('fay', await world.sent(), 'credit-memo', { amount: '10', notes: 'Returned' }));
    const body = { override_rate: true, commission_rate: '9' };
    expect(refusalOf(await world.put('fay', memo, body))[0]).toBe(422);
    expect(world.ok<Invoice>(await world.put('fay', memo, { override_rate: false, commission_rate: '5', notes: 'x' })).notes).toBe('x');
  });

  it.each([
    ['connected, due before it was booked', { source: 'quickbooks', due_date: '2020-01-01' }],
    ['connected, of 0.00', { source: 'quickbooks', gross_cents: 0, net_cents: 0 }],
    ['connected, with net revenue above the gross amount', { source: 'quickbooks', gross_cents: 100, net_cents: 200 }],
    ['connected, with negative net revenue', { source: 'quickbooks', gross_cents: 100, net_cents: -200 }],
    ['connected, booked long ago', { source: 'quickbooks', booking_date: '1995-01-01', due_date: null }],
    ['connected, with a long number', { source: 'quickbooks', invoice_number: 'X'.repeat(60) }],
    ['from a file, due before it was booked', { due_date: '2020-01-01' }],
  ] as const)('include the notes of an invoice that the form would now refuse: %s (decisions 2.14)', async (_, imported) => {
    const sent = await world.sent();
    await world.server.db.query.updateTable('invoices').set(imported).where('id', '=', Number(sent.id)).execute();
    const edited = world.ok<Invoice>(await world.put('fay', await world.one(sent), { notes: 'Asked twice' }));
    expect([edited.notes, edited.due_date]).toEqual(['Asked twice', 'due_date' in imported ? imported.due_date : sent.due_date]);
  });

  it('include the due date of a sent invoice, checked against its booking date', async () => {
    const sent = await world.sent();
    expect(refusalOf(await world.put('fay', sent, { due_date: '2020-01-01' }))).toEqual([
      422,
      { due_date: 'Due date cannot be before the booking date' },
    ]);
  });

  it('are only person and notes for a connected source’s invoice', async () => {
    const sent = await world.sent();
    await world.server.db.query.updateTable('invoices').set({ source: 'quickbooks' }).where('id', '=', Number(sent.id)).execute();
    expect((await world.one(sent)).actions).toEqual(['amend', 'assign']);
    const dated = await world.put('fay', sent, { notes: 'Asked twice', due_date: '2027-01-01' });
    expect(refusalOf(dated)).toEqual([422, { due_date: 'Only the salesperson, the notes and the facts of the sale can be changed here.' }]);
    const noted = world.ok<Invoice>(await world.put('fay', sent, { notes: 'Asked twice', due_date: '2026-12-10' }));
    expect([noted.notes, noted.due_date]).toEqual(['Asked twice', '2026-12-10']);
    expect(refusalOf(await world.step('fay', noted, 'cancel'))).toEqual([409, 'invoice_connected']);
    expect(refusalOf(await world.step('fay', noted, 'credit-memo', { amount: '1', notes: 'x' }))).toEqual([409, 'invoice_connected']);
    const person = { salesperson_id: String(world.ids.kim) };
    expect(world.ok<Invoice>(await world.step('fay', noted, 'assign', person)).salesperson).toBe('Kim Keller');
  });

  it('decisions 7.03: include the person of an unassigned invoice, who then earns commission', async () => {
    const sent = await world.sent({ salesperson_id: '' });
    expect([await world.records(sent), (await world.page('fay')).summary?.unassigned]).toEqual([[], 1]);
    expect(refusalOf(await world.step('fay', sent, 'assign', {}))).toEqual([422, { salesperson_id: 'Choose a salesperson' }]);
    world.ok(await world.step('fay', sent, 'assign', { salesperson_id: String(world.ids.kim) }));
    expect(await amounts(sent)).toEqual([[50_00, 0, 'not_due']]);
  });
});

describe('decisions 2.14: canceling', () => {
  it('works from sent without payments, and removes the commission', async () => {
    const sent = await world.sent();
    expect(world.ok<Invoice>(await world.step('fay', sent, 'cancel'))).toMatchObject({
      status: 'cancelled',
      commission_amount: 0,
      actions: [],
    });
    expect(await world.records(sent)).toEqual([]);
  });

  it('is refused with payments or a credit memo', async () => {
    const [paid, credited] = [await world.sent(), await world.sent()];
    await world.pay(paid, 1);
    expect(refusalOf(await world.step('fay', paid, 'cancel'))).toEqual([409, 'invoice_paid']);
    world.ok(await world.step('fay', credited, 'credit-memo', { amount: '80', notes: 'A day less' }));
    expect(refusalOf(await world.step('fay', { ...credited, version: credited.version + 1 }, 'cancel'))).toEqual([409, 'invoice_credited']);
  });
});

describe('decisions 2.11: invoices in a closed month', () => {
  it('cannot be created, sent, canceled or get another rate or person: 409 period_closed', async () => {
    const more = { booking_date: '2026-10-10' };
    const [draft, sent] = [await world.drafted(more), await world.sent(more)];
    await close('2026-10');
    const closed = [409, 'period_closed'];
    expect(refusalOf(await world.create('fay', more))).toEqual(closed);
    expect(refusalOf(await world.step('fay', draft, 'send'))).toEqual(closed);
    expect(refusalOf(await world.step('fay', sent, 'cancel'))).toEqual(closed);
    expect(refusalOf(await world.put('fay', sent, { override_rate: true, commission_rate: '9' }))).toEqual(closed);
    expect(refusalOf(await world.step('fay', sent, 'assign', { salesperson_id: String(world.ids.kim) }))).toEqual(closed);
    expect(refusalOf(await world.step('fay', sent, 'credit-memo', { amount: '1', notes: 'x', booking_date: '2026-10-31' }))).toEqual(
      closed,
    );
    const noted = world.ok<Invoice>(await world.put('fay', sent, { notes: 'Called them', due_date: '2027-01-05' }));
    expect(noted.notes).toBe('Called them');
    // A draft of a closed month can be cancelled, since nobody earned anything from it.
    expect((await world.step('fay', draft, 'cancel')).statusCode).toBe(200);
  });

  it('keep their person if only their credit memo is in the closed month', async () => {
    const sent = await world.sent({ booking_date: '2026-09-10' });
    const memo = { amount: '108', notes: 'A day less', booking_date: '2026-10-05' };
    world.ok(await world.step('fay', sent, 'credit-memo', memo));
    await close('2026-10');
    const now = await world.one(sent);
    expect(refusalOf(await world.step('fay', now, 'assign', { salesperson_id: String(world.ids.kim) }))).toEqual([409, 'period_closed']);
    expect((await world.one(sent)).salesperson).toBe('Sam Seller');
  });

  it('become a proposal when a person is found for an uncredited one', async () => {
    const sent = await world.sent({ booking_date: '2026-10-10', salesperson_id: '' });
    await close('2026-10');
    world.ok(await world.step('fay', sent, 'assign', { salesperson_id: String(world.ids.sam) }));
    const proposals = await world.server.db.query
      .selectFrom('adjustments')
      .select(['amount_cents', 'state', 'origin', 'user_id'])
      .execute();
    expect(proposals).toEqual([{ amount_cents: 50_00, state: 'pending', origin: 'late_fact', user_id: world.ids.sam }]);
  });
});
