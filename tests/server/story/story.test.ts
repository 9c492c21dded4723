import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import type { Story } from '../../../contract/entities/story.ts';
import { createStoryWorld, gapOf, shift, storyLines } from '../support/worlds/stories.ts';

/** Mia manages Sam, Max manages Kim. The company's day is November 21, 2026. */
let stage: Awaited<ReturnType<typeof createStoryWorld>>;
let world: typeof stage.world;
beforeAll(async () => {
  stage = await createStoryWorld();
  world = stage.world;
});
afterAll(() => world.server.close());
beforeEach(async () => {
  for (const table of ['links', 'events', 'payout_lines', 'payouts'] as const) await world.server.db.query.deleteFrom(table).execute();
  await world.clear();
});

describe('timeline from deal to payout (decisions 2.17, 6.03)', () => {
  it('is the same from the deal, the event, the invoice and the record', async () => {
    const { deal, event, invoice, number, record } = await stage.wholeWay();
    await world.pay({ id: String(invoice) }, 1080, '2026-11-15');
    await world.facts.payOut(invoice, 50_00, '2026-11-20');
    const all = [
      'deal done: Robotics week, Won, 2026-11-21, 1200.5',
      'event done: Robotics, Took place, 2026-11-12',
      'shift done: Zoe Lin, Published, 2026-11-12',
      `invoice done: ${number}, Paid, 2026-11-10, 1080`,
      'receipt done: ACH, Completed, 2026-11-15, 1080',
      'release done: Sam Seller, Paid, 50',
      'payout done: Sam Seller, Completed, 2026-11-20, 50',
    ];
    expect(await stage.read('ada', 'deal', deal)).toEqual(all);
    expect(await stage.read('ada', 'event', event)).toEqual(all);
    expect(await stage.read('ada', 'invoice', invoice)).toEqual(all);
    expect(await stage.read('ada', 'record', record)).toEqual(all);
    const [receipt] = await world.server.db.query.selectFrom('receipts').select('id').execute();
    const [payout] = await world.server.db.query.selectFrom('payouts').select('id').execute();
    expect(await stage.read('fay', 'payment', `cp-${receipt!.id}`)).toEqual(all);
    expect(await stage.read('fay', 'payment', `po-${payout!.id}`)).toEqual(all);
  });

  it('links each step to its item', async () => {
    const { deal, event, invoice, record } = await stage.wholeWay();
    await world.pay({ id: String(invoice) }, 1080, '2026-11-15');
    await world.facts.payOut(invoice, 50_00, '2026-11-20');
    const links = ({ steps }: Story) => steps.map(({ items }) => items[0]?.link);
    const month = 'period=month&start=2026-11-01&end=2026-11-30';
    const [receipt] = await world.server.db.query.selectFrom('receipts').select('id').execute();
    const [payout] = await world.server.db.query.selectFrom('payouts').select('id').execute();
    expect(links(await stage.story('ada', 'invoice', invoice))).toEqual([
      `/deals?deal=${deal}`,
      `/events?period=custom&start=2026-11-12&end=2026-11-12&event=${event}`,
      `/events?period=custom&start=2026-11-12&end=2026-11-12&event=${event}`,
      `/invoices?invoice=${invoice}`,
      `/payments?payment=cp-${receipt!.id}`,
      `/commissions?${month}&record=${record}`,
      `/payments?payment=po-${payout!.id}`,
    ]);
    // For people without access to invoices and payments, the payout links to its effects and all other steps to the record.
    expect(links(await stage.story('sam', 'record', record)).slice(3)).toEqual([
      null,
      null,
      `/commissions?${month}&record=${record}`,
      `/wake?of=payout-${payout!.id}`,
    ]);
    expect(links(await stage.story('sam', 'deal', deal))[3]).toBe(`/commissions?${month}&record=${record}`);
  });

  it('finds an invoice by the number without its suffix, from both ends (decisions 7.02)', async () => {
    const invoice = Number((await world.sent()).id);
    await world.server.db.query.updateTable('invoices').set({ invoice_number: '10234-ABC' }).where('id', '=', invoice).execute();
    const event = await stage.addEvent({ invoice_id: ' 10234 ' });
    expect((await stage.read('ada', 'event', event))[3]).toContain('10234-ABC');
    expect((await stage.read('ada', 'invoice', invoice))[1]).toContain('Robotics');
    await world.server.db.query.updateTable('events').set({ invoice_id: '10234-XYZ' }).execute();
    expect((await stage.read('ada', 'invoice', invoice))[1]).toContain('! No event names invoice 10234-ABC.');
    await world.server.db.query.updateTable('invoices').set({ invoice_number: '10234' }).execute();
    expect((await stage.read('ada', 'invoice', invoice))[1]).toContain('Robotics');
  });

  it('excludes items of another event of the same deal', async () => {
    const { deal, number } = await stage.wholeWay();
    const second = await stage.addEvent({ activity: 'Minecraft' });
    await stage.link({ deal_id: deal, event_id: second });
    expect((await stage.read('ada', 'event', second))[3]).toBe(
      'invoice missing:  ! To be invoiced: the event took place by Nov 12, 2026, and no invoice is linked.',
    );
    const own = await world.sent({ deal_id: String(deal) });
    expect((await stage.read('ada', 'event', second))[3]).toBe(
      `invoice open: ${own.invoice_number}, Sent, 2026-11-10, 1080 ! Invoice ${own.invoice_number} belongs to the deal or a link, but the event does not name it.`,
    );
    expect((await stage.read('ada', 'deal', deal)).find((line) => line.startsWith('invoice'))).toContain(number);
  });

  it('names three of a kind and counts the rest', async () => {
    const deal = await stage.wonDeal();
    for (const day of ['01', '02', '03', '04', '05'])
      await stage.link({ deal_id: deal, event_id: await stage.addEvent({ starts_at: `2026-11-${day}T17:00:00Z` }) });
    const step = (await stage.story('ada', 'deal', deal)).steps.find(({ kind }) => kind === 'event');
    expect(step?.items.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
    expect(step?.others).toBe(2);
  });
});

describe('missing steps are named, with who can add them and where', () => {
  it('a past event without an invoice', async () => {
    const id = await stage.addEvent();
    const step = gapOf(await stage.story('fay', 'event', id), 'invoice');
    expect(step).toEqual({
      sentence: 'To be invoiced: the event took place by Nov 12, 2026, and no invoice is linked.',
      who: "Finance, VP Sales, an admin or the team's manager can create it.",
      act: { label: 'Create invoice', link: '/invoices?create=new' },
    });
    const deal = await stage.wonDeal();
    await stage.link({ deal_id: deal, event_id: id });
    expect(gapOf(await stage.story('fay', 'event', id), 'invoice')?.act?.link).toBe(`/invoices?create=deal-${deal}`);
    for (const name of ['sam', 'eve'])
      expect(gapOf(await stage.story(name, 'event', id), 'invoice'), name).toMatchObject({ ...step, act: null });
  });

  it('an invoice without a deal and an event', async () => {
    const invoice = await world.sent();
    const result = await stage.story('ada', 'invoice', invoice.id);
    expect(gapOf(result, 'deal')).toEqual({
      sentence: 'No deal belongs to it.',
      who: 'The owner of the deal, their manager, VP Sales or an admin can link it on the deal.',
      act: { label: 'Find the deal', link: '/deals?state=all&customer=Flagstaff+Library' },
    });
    expect(gapOf(result, 'event')).toEqual({
      sentence: `No event names invoice ${invoice.invoice_number}.`,
      who: 'Anyone who may edit the event can enter the number there.',
      act: { label: 'Find the event', link: '/events?period=year&start=2026-01-01&end=2026-12-31&customer=Flagstaff+Library' },
    });
    // Finance reads deals and events but can't edit them.
    for (const kind of ['deal', 'event']) expect(gapOf(await stage.story('fay', 'invoice', invoice.id), kind)).toMatchObject({ act: null });
  });

  it.each([
    ['an open deal', {}, ['event open:  ! No event is linked to the deal yet.', 'invoice open:  ! It is invoiced once the deal is won.']],
    ['a lost deal', { lost: true }, []],
    [
      'a won deal',
      { won: true },
      ['event missing:  ! The deal is won, and no event is linked to it.', 'invoice missing:  ! The deal is won and has no invoice.'],
    ],
  ])('%s', async (_, { won = false, lost = false }: { won?: boolean; lost?: boolean }, rest) => {
    const deal = await world.made('ada');
    if (won || lost)
      await world.call('ada', 'POST', `deals/${deal.id}/${won ? 'win' : 'lose'}`, {
        version: deal.version,
        ...(lost ? { reason: 'Too dear' } : {}),
      });
    expect((await stage.read('ada', 'deal', deal.id)).slice(1)).toEqual(rest);
  });

  it.each([
    ['no shift', { shift: null }, 'shift missing:  ! No shift is matched to the event on Nov 12, 2026.'],
    [
      'an open shift',
      { shift: JSON.stringify({ ...shift, user: null }) },
      'shift missing: Nobody yet, Published, 2026-11-12 ! Nobody has taken the shift of the event on Nov 12, 2026 yet.',
    ],
    ['a shift entered by hand', { shift: null, sling_shift_time: '9 to 11' }, 'shift done: 9 to 11, Entered by hand, 2026-11-12'],
    [
      'three days ahead',
      { shift: null, starts_at: '2026-11-24T17:00:00Z' },
      'shift open:  ! The shift is needed by Nov 22, 2026, two days before the event.',
    ],
    [
      'two days ahead',
      { shift: null, starts_at: '2026-11-23T17:00:00Z' },
      'shift missing:  ! No shift is matched to the event on Nov 23, 2026.',
    ],
    ['an undated event', { shift: null, starts_at: null }, 'shift open:  ! The shift waits for the day of the event.'],
  ])('the shift: %s', async (_, event, expected) => {
    expect((await stage.read('ada', 'event', await stage.addEvent(event)))[2]).toBe(expected);
  });

  it('a shift is synced by permitted users and resolved by an admin', async () => {
    const id = await stage.addEvent({ shift: null });
    const act = async (name: string) => gapOf(await stage.story(name, 'event', id), 'shift')?.act?.link ?? null;
    expect([await act('ada'), await act('eve'), await act('sam')]).toEqual(['/admin/settings?tab=sling', '/events', null]);
  });

  it.each([
    ['canceled', { activity_type: 'Canceled', shift: null }, 'invoice open:  ! No invoice: the event is canceled.'],
    ['marked as invoiced', { invoiced: 'Sent' }, 'invoice missing:  ! Marked as Sent, but no invoice number is entered.'],
    ['linked to an unknown invoice', { invoice_id: '4711' }, 'invoice missing:  ! The event names invoice 4711, which is not here.'],
    ['upcoming', { starts_at: '2026-12-12T17:00:00Z' }, 'invoice open:  ! No invoice yet: the event takes place on Dec 12, 2026.'],
  ])('the invoice of an event that is %s', async (_, event, expected) => {
    expect(await stage.read('ada', 'event', await stage.addEvent(event))).toContain(expected);
  });

  it('a draft, unreceived money, a waiting release and a waiting payout', async () => {
    const draft = await world.drafted();
    const gap = gapOf(await stage.story('fay', 'invoice', draft.id), 'invoice');
    expect(gap).toMatchObject({ sentence: `Invoice ${draft.invoice_number} is a draft and has not been sent.` });
    expect(gap?.act).toEqual({ label: 'Send invoice', link: `/invoices?send=${draft.id}` });
    const { id, invoice_number: number } = await world.sent({ due_date: '2026-11-20' });
    await world.pay({ id }, 80, '2026-11-15');
    const late = (await stage.read('fay', 'invoice', id)).slice(2);
    expect(late).toEqual([
      `invoice done: ${number}, Overdue, 2026-11-10, 1080`,
      `receipt missing: ACH, Completed, 2026-11-15, 80 ! $1,000.00 of invoice ${number} has not been received; it was due Nov 20, 2026.`,
      'release open: Sam Seller, Not due, 0 ! The plan releases the commission when the customer pays.',
      'payout open:  ! Nothing is due yet.',
    ]);
    const record = { label: 'Record payment', link: `/payments?record=${number}` };
    expect(gapOf(await stage.story('fay', 'invoice', id), 'receipt')?.act).toEqual(record);
    await world.pay({ id }, 1000, '2026-11-16');
    const paid = await stage.story('fay', 'invoice', id);
    expect(storyLines(paid).slice(4)).toEqual([
      'release done: Sam Seller, Due, 50',
      'payout missing:  ! $50.00 is due and not in a payout yet.',
    ]);
    expect(gapOf(paid, 'payout')?.act).toEqual({ label: 'Open payout runs', link: '/payments?run=all' });
  });

  it('decisions 2.16: a memo whose commission is owed back is deducted from the next payout', async () => {
    const sent = await world.sent();
    await world.pay({ id: sent.id }, 1080, '2026-11-15');
    const { version } = await world.one({ id: sent.id });
    const memo = world.ok<Invoice>(
      await world.step('fay', { id: sent.id, version }, 'credit-memo', { amount: '108', notes: 'A day less' }),
    );
    expect((await stage.read('fay', 'invoice', memo.id)).slice(-2)).toEqual([
      'release done: Sam Seller, Due, -5',
      'payout open:  ! $5.00 is taken off the next payout.',
    ]);
  });

  it('an uncredited invoice, and a payment without an invoice', async () => {
    const { id, invoice_number: number } = await world.sent({ salesperson_id: '' });
    const result = await stage.story('fay', 'invoice', id);
    expect(gapOf(result, 'release')).toMatchObject({
      sentence: `Nobody is credited for invoice ${number}.`,
      act: { label: 'Assign salesperson', link: `/invoices?assign=${id}` },
    });
    const receipt = { amount_cents: 500_00, received_on: '2026-11-18', method: 'wire', state: 'completed' as const };
    const [row] = await world.server.db.query.insertInto('receipts').values(receipt).returning('id').execute();
    const alone = await stage.story('fay', 'payment', `cp-${row!.id}`);
    expect(storyLines(alone)).toEqual([
      'invoice missing:  ! The payment pays no invoice yet.',
      'receipt done: Wire, Completed, 2026-11-18, 500',
    ]);
    expect(gapOf(alone, 'invoice')?.act?.link).toBe(`/payments?allocate=cp-${row!.id}`);
  });
});

describe('visibility of the timeline (decisions 3.04)', () => {
  it('shows each step only to people who may read it', async () => {
    const { event } = await stage.wholeWay();
    const seen = async (name: string) => {
      const { steps } = await stage.story(name, 'event', event);
      return steps.map(({ kind, items }) => `${kind}${items.some(({ amount }) => amount !== null) ? ' $' : ''}`).join(', ');
    };
    const all = 'deal $, event, shift, invoice $, receipt, release $, payout';
    for (const name of ['ada', 'fay', 'sam']) expect(await seen(name), name).toBe(all);
    // Payouts are visible to finance, admins and their payee (decisions 3.08).
    for (const name of ['vic', 'mia']) expect(await seen(name), name).toBe('deal $, event, shift, invoice $, receipt, release $');
    // Another team's manager reads everybody's commissions, but not their deals.
    expect(await seen('max')).toBe('deal, event, shift, invoice $, receipt, release $');
    expect(await seen('kim')).toBe('deal, event, shift, invoice');
    expect(await seen('eve')).toBe('event, shift, invoice');
  });

  it('does not reveal whether there is a deal or an invoice to people without access', async () => {
    const { event, number } = await stage.wholeWay();
    const one = storyLines(await stage.story('kim', 'event', event));
    expect(one[0]).toBe('deal open:  ! No deal that you can see belongs to it.');
    expect(one[3]).toBe(`invoice done: ${number}`);
    const other = await stage.addEvent({ invoice_id: number.replace(/\d$/, 'X'), sales_person: 'Sam Seller' });
    expect(storyLines(await stage.story('kim', 'event', other)).slice(0, 3)).toEqual(one.slice(0, 3));
    expect(JSON.stringify(await stage.story('eve', 'event', event))).not.toMatch(/Robotics week|1080|Sam Seller/);
  });

  it('says nothing about items that the caller may not read', async () => {
    const { deal, invoice, record } = await stage.wholeWay();
    const code = async (name: string, kind: string, id: number | string) => (await stage.ask(name, kind, id)).statusCode;
    for (const name of ['kim', 'max', 'eve']) expect(await code(name, 'deal', deal), name).toBe(403);
    for (const name of ['sam', 'kim', 'max', 'eve']) expect(await code(name, 'invoice', invoice), name).toBe(403);
    for (const name of ['kim', 'eve']) expect(await code(name, 'record', record), name).toBe(403);
    for (const name of ['vic', 'mia', 'sam', 'eve']) expect(await code(name, 'payment', 'cp-1'), name).toBe(403);
    for (const kind of ['deal', 'event', 'invoice', 'record', 'payment'])
      for (const id of ['999999', '0', 'x', 'cp-999999', 'po-0']) expect(await code('ada', kind, id), `${kind} ${id}`).toBe(404);
    expect(await code('ada', 'user', '1')).toBe(400);
  });

  it('decisions 1.02: is advertised', async () =>
    expect((await world.server.call('GET', '/api/v1/public/settings')).json().features).toContain('story'));
});
