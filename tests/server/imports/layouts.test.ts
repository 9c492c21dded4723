import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importProblems } from '../../../contract/messages/imports.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import { xeroExport } from '../support/exports.ts';
import { type ImportingCompany, importingCompany } from '../support/worlds/importing.ts';

let world: ImportingCompany;
beforeEach(async () => {
  world = await importingCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

/** Booked amounts in dollars, by number. */
const booked = async () =>
  Object.fromEntries(
    (await world.invoices()).map((row) => [row.invoice_number, [row.gross_cents / 100, row.net_cents / 100, row.booking_date, row.state]]),
  );
const receipts = async () => {
  const rows = await world.server.db.query
    .selectFrom('receipts as r')
    .leftJoin('customer_payments as p', 'p.receipt_id', 'r.id')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['r.reference', 'r.received_on', 'r.amount_cents', 'i.invoice_number', 'p.amount_cents as paid'])
    .orderBy('r.id')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => [row.reference, row.received_on, row.amount_cents / 100, row.invoice_number, (row.paid ?? 0) / 100]);
};
const earned = async (): Promise<number> => {
  const rows = await world.server.db.query.selectFrom('commission_records').select('amount_cents').execute();
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100;
};
const previewed = async (kind: ImportKind, content: string) => world.preview(await world.upload(kind, content));
const fates = async (id: string) =>
  (await world.ask('GET', `/${id}/rows`)).data.map(({ row, fate, reason }: { row: number; fate: string; reason: string | null }) => [
    row,
    fate,
    reason,
  ]);

const STRIPE =
  'id,Amount Due,Closed,Currency,Customer,Date (UTC),Due Date (UTC),Number,Paid,Subscription,Subtotal,Total Discount Amount,Applied Coupons,Tax,Tax Percent,Total,Amount Paid,Status,Customer Name,Customer Email,Sales Rep (metadata)';
const stripeLine = (n: number, status: string, more: { total?: number; tax?: number; paid?: number; day?: string } = {}): string => {
  const { total = 1000, tax = 0, paid = 0, day = '2026-11-03 17:03' } = more;
  return `in_${n},${total},TRUE,usd,cus_${n},${day},,ACME-${n},TRUE,,${total - tax},0.00,,${tax},,${total},${paid},${status},School ${n},a@b.c,sam@example.test`;
};
const stripe = (...lines: string[]): string => [STRIPE, ...lines].join('\n');

describe('decisions 2.26: documents have states', () => {
  it('Stripe: void and draft invoices are left out, uncollectible ones are booked and said', async () => {
    const file = stripe(
      stripeLine(1, 'paid', { total: 1082.5, tax: 82.5, paid: 1082.5 }),
      stripeLine(2, 'open', { total: 2000 }),
      stripeLine(3, 'void', { total: 5000 }),
      stripeLine(4, 'draft', { total: 7000 }),
      stripeLine(5, 'uncollectible', { total: 900 }),
    );
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'stripe_invoices', counts: { new: 3, left_out: 2, quarantined: 0 } });
    expect(seen.notes).toEqual([{ sentence: 'It is booked, and it will not be paid: its status is "uncollectible".', rows: 1 }]);
    await world.step(seen.id, 'start');
    expect(await booked()).toEqual({
      'ACME-1': [1082.5, 1000, '2026-11-03', 'sent'],
      'ACME-2': [2000, 2000, '2026-11-03', 'sent'],
      'ACME-5': [900, 900, '2026-11-03', 'sent'],
    });
    expect(seen.people).toMatchObject([{ rows: 3, amount: await earned() }]);
  });

  it('Xero: voided and draft invoices are left out, and the lines of an invoice are one invoice', async () => {
    const seen = await previewed(
      'invoices',
      xeroExport(
        ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid'],
        ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid'],
        ['INV-2', '13/11/2026', 2000, 0, 'Sales invoice', 'Awaiting Payment'],
        ['INV-3', '14/11/2026', 5000, 0, 'Sales invoice', 'Voided'],
        ['', '15/11/2026', 7000, 0, 'Sales invoice', 'Draft'],
        ['CN-5', '16/11/2026', -550, -50, 'Sales credit note', 'Paid'],
      ),
    );
    expect(seen).toMatchObject({ layout: 'xero_invoices', mapping: { date: { format: 'dmy' } } });
    expect(await fates(seen.id)).toEqual([
      [2, 'new', null],
      [3, 'left_out', 'It belongs to the document in row 2.'],
      [4, 'new', null],
      [5, 'left_out', 'Its status is "Voided": such documents make no record.'],
      [6, 'left_out', 'Its status is "Draft": such documents make no record.'],
      [7, 'quarantined', 'To which invoice does this credit memo belong? Its amount is negative and it names no original.'],
    ]);
    await world.step(seen.id, 'start');
    expect(await booked()).toEqual({ 'INV-1': [1100, 1000, '2026-11-19', 'sent'], 'INV-2': [2000, 2000, '2026-11-13', 'sent'] });
  });

  it('any table: an unknown state is asked about once, and nothing is assumed', async () => {
    const rows = ['Paid', 'Posted', 'Posted', 'Parked', 'Void', ''].map(
      (state, n) => `F-${n},Acme,2026-11-02,100,${state},sam@example.test`,
    );
    const seen = await previewed('invoices', ['Number,Customer,Date,Total,Status,Rep', ...rows].join('\n'));
    expect(seen).toMatchObject({ layout: 'generic', counts: { new: 1, left_out: 1, quarantined: 4 } });
    expect(seen.questions).toEqual([
      { kind: 'state', text: 'Posted', rows: 2, people: [] },
      { kind: 'state', text: '', rows: 1, people: [] },
      { kind: 'state', text: 'Parked', rows: 1, people: [] },
    ]);
    const choices = { states: { posted: 'counts', parked: 'invalid', '': 'counts' } };
    await world.ask('PUT', `/${seen.id}/mapping`, { mapping: seen.mapping, choices });
    await world.own.drain();
    expect(await world.ask('GET', `/${seen.id}`)).toMatchObject({
      questions: [],
      choices,
      counts: { new: 4, left_out: 2, quarantined: 0 },
    });
    await world.step(seen.id, 'start');
    expect(Object.keys(await booked()).sort()).toEqual(['F-0', 'F-1', 'F-2', 'F-5']);
  });

  it('decisions 2.20: an imported invoice that is void by now is cancelled, keeps its row, and undo brings it back', async () => {
    await world.run('invoices', stripe(stripeLine(1, 'open'), stripeLine(2, 'open')));
    const later = stripe(stripeLine(1, 'void'), stripeLine(2, 'open'));
    const seen = await previewed('invoices', later);
    expect(seen).toMatchObject({ counts: { changed: 1, same: 1 }, people: [{ amount: -50 }] });
    const done = await world.step(seen.id, 'start');
    expect((await booked())['ACME-1']).toEqual([1000, 1000, '2026-11-03', 'cancelled']);
    expect(await earned()).toBe(50);
    expect(await world.run('invoices', later)).toMatchObject({ counts: { left_out: 1, same: 1 } });
    await world.step(done.id, 'undo');
    expect([(await booked())['ACME-1']?.[3], await earned()]).toEqual(['sent', 100]);
  });

  it('one that money came in for waits for somebody', async () => {
    await world.run('invoices', stripe(stripeLine(1, 'open')));
    await world.run('receipts', 'Invoice,Payment Date,Amount,Reference\nACME-1,2026-11-10,600,CHK-1');
    const done = await world.run('invoices', stripe(stripeLine(1, 'void')));
    expect((await world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Status', 'Its status is "void", but $600.00 was received or credited for it. Take that back under Payments first.'],
    ]);
  });
});

const RECEIVED = [
  '"Acme Robotics, Inc."',
  'Invoices and Received Payments',
  'All Dates',
  '',
  ',Date,Transaction type,Memo/Description,Num,Amount',
];
const received = (...lines: string[]): string => [...RECEIVED, ...lines].join('\n');

describe('QuickBooks: Invoices and Received Payments', () => {
  beforeEach(() =>
    world.run(
      'invoices',
      [
        'Number,Customer,Date,Total,Rep',
        'Q-1,Cedar,2026-10-06,1000,sam@example.test',
        'Q-2,Cedar,2026-10-07,400,sam@example.test',
        'Q-3,Oak,2026-10-08,500,kim@example.test',
      ].join('\n'),
    ),
  );

  it('a payment is the receipt, and the invoices below it are what it pays', async () => {
    const file = received(
      'Cedar',
      ',11/02/2026,Payment,,CHK1,600.00',
      ',10/06/2026,Invoice,,Q-1,"1,000.00"',
      ',11/20/2026,Payment,,CHK2,800.00',
      ',10/06/2026,Invoice,,Q-1,400.00',
      ',10/07/2026,Invoice,,Q-2,400.00',
      '"Total for Cedar",,,,,"1,400.00"',
      'Oak',
      ',11/05/2026,Payment,,,500.00',
      ',10/08/2026,Invoice,,Q-3,500.00',
      'Total for Oak',
      '"Saturday, November 28, 2026 09:10 AM GMT-07:00"',
    );
    const seen = await previewed('receipts', file);
    expect(seen).toMatchObject({ layout: 'qbo_received', counts: { rows: 7, new: 7, quarantined: 0 } });
    expect(seen.warnings).toEqual(['5 rows of headings, totals and footers were left out.']);
    await world.step(seen.id, 'start');
    expect(await receipts()).toEqual([
      ['CHK1', '2026-11-02', 600, 'Q-1', 600],
      ['CHK2', '2026-11-20', 800, 'Q-1', 400],
      ['CHK2', '2026-11-20', 800, 'Q-2', 400],
      ['Oak 500.00', '2026-11-05', 500, 'Q-3', 500],
    ]);
    expect(await world.run('receipts', file)).toMatchObject({ counts: { same: 7, new: 0, changed: 0 } });
  });

  it('a payment that does not cover its invoices is asked about, and shared out in their order where somebody says so', async () => {
    const done = await world.run(
      'receipts',
      received('Cedar', ',11/19/2026,Payment,,CHK1,1200.00', ',10/06/2026,Invoice,,Q-1,"1,000.00"', ',10/07/2026,Invoice,,Q-2,400.00'),
    );
    const waiting = await world.quarantine(done.id);
    const sentence = 'The $1,200.00 received do not cover the 2 invoices below it, and the report does not say how they were shared out.';
    expect(waiting.map(({ reason, twice }) => [reason, twice])).toEqual(Array(3).fill([sentence, true]));
    await world.ask('POST', `/${done.id}/quarantine/retry`, { ids: waiting.map(({ id }) => id), accept: true });
    await world.drain();
    expect(await receipts()).toEqual([
      ['CHK1', '2026-11-19', 1200, 'Q-1', 1000],
      ['CHK1', '2026-11-19', 1200, 'Q-2', 200],
    ]);
  });

  it('a payment of several invoices waits whole where one of them is not here', async () => {
    const file = received(
      'Cedar',
      ',11/19/2026,Payment,,CHK1,300.00',
      ',10/09/2026,Invoice,,Q-9,400.00',
      ',10/07/2026,Invoice,,Q-2,400.00',
    );
    const done = await world.run('receipts', file);
    expect(await receipts()).toEqual([]);
    const one = 'The payment waits, because one of its invoices was not taken in.';
    expect((await world.quarantine(done.id)).map(({ row, reason }) => [row, reason])).toEqual([
      [7, one],
      [8, 'There is no invoice Q-9.'],
      [9, one],
    ]);
    await world.run('invoices', 'Number,Customer,Date,Total,Rep\nQ-9,Cedar,2026-10-09,400,sam@example.test');
    await world.ask('POST', `/${done.id}/quarantine/retry`, { accept: true });
    await world.drain();
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, 'Q-9', 300]]);
  });

  it.each([
    ['amount', ',10/08/2026,Invoice,,Q-2,4OO.00', '"4OO.00" is not an amount'],
    ['type', ',10/08/2026,Invoyce,,Q-2,400.00', 'Invoyce'],
  ])('a payment of several invoices waits whole where the %s of one of them cannot be read (decisions 2.26)', async (_, line, reason) => {
    const done = await world.run(
      'receipts',
      received('Cedar', ',11/19/2026,Payment,,CHK1,1000.00', ',10/06/2026,Invoice,,Q-1,600.00', line),
    );
    expect(await receipts()).toEqual([]);
    const one = 'The payment waits, because one of its invoices was not taken in.';
    const waiting = await world.quarantine(done.id);
    expect(waiting.map(({ row }) => row)).toEqual([7, 8, 9]);
    expect(waiting.slice(0, 2).map((row) => row.reason)).toEqual([one, one]);
    expect(waiting[2]?.reason).toContain(reason);
    await world.ask('POST', `/${done.id}/quarantine/retry`, { accept: true });
    await world.drain();
    expect(await receipts()).toEqual([]);
  });

  it('an invoice that is not here waits, and its payment is the customer’s credit until then', async () => {
    const file = received('Cedar', ',11/19/2026,Payment,,CHK1,300.00', ',10/06/2026,Invoice,,Q-9,300.00');
    const done = await world.run('receipts', file);
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, null, 0]]);
    await world.run('invoices', 'Number,Customer,Date,Total,Rep\nQ-9,Cedar,2026-10-09,300,sam@example.test');
    await world.ask('POST', `/${done.id}/quarantine/retry`, {});
    await world.drain();
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, 'Q-9', 300]]);
  });
});

describe('other layouts', () => {
  it('QuickBooks, transaction list by customer: invoices, sales receipts and memos are imported as invoices, payments as receipts', async () => {
    const file = [
      'Acme Robotics',
      'Transaction List by Customer',
      '',
      ',Date,Transaction Type,Num,Posting,Memo/Description,Account,Amount,Sales Rep,Applied to',
      'Cedar',
      ',11/02/2026,Invoice,T-1,Yes,,A/R,1000.00,Person sam,',
      ',11/20/2026,Payment,CHK1,Yes,,A/R,-600.00,,',
      ',11/21/2026,Credit Memo,T-2,Yes,,A/R,-100.00,Person sam,T-1',
      ',11/21/2026,Sales Receipt,T-3,Yes,,Bank,50.00,Person sam,',
      ',11/22/2026,Journal Entry,J-1,Yes,,A/R,9.00,,',
      'Total for Cedar',
    ].join('\n');
    const seen = await previewed('invoices', file.replaceAll('Person sam', '"Person, Sam"'));
    expect(seen).toMatchObject({ layout: 'qbo_transactions', counts: { new: 3, left_out: 2, quarantined: 0 } });
    await world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({
      'T-1': [1000, 1000, '2026-11-02', 'sent'],
      'T-2': [-100, -100, '2026-11-21', 'sent'],
      'T-3': [50, 50, '2026-11-21', 'sent'],
    });
    const paid = await previewed('receipts', file);
    expect(paid).toMatchObject({ layout: 'qbo_transactions', counts: { new: 2, left_out: 3, quarantined: 0 } });
    await world.step(paid.id, 'start');
    expect((await receipts()).slice(2)).toEqual([
      ['CHK1', '2026-11-20', 600, null, 0],
      ['T-3', '2026-11-21', 50, null, 0],
    ]);
  });

  it('QuickBooks, sales by customer detail: the lines of an invoice add up to it', async () => {
    const HEAD = ',Date,Transaction type,Num,Product/Service,Memo/Description,Quantity,Sales price,Amount,Balance,Sales Rep';
    const lines = (third: string) =>
      [
        'Acme Robotics',
        'Sales by Customer Detail',
        '',
        HEAD,
        'Cedar',
        ',11/19/2026,Invoice,S-1,Robots,,1,600.00,600.00,600.00,sam@example.test',
        ',11/19/2026,Invoice,S-1,Training,,1,400.00,400.00,"1,000.00",sam@example.test',
        third,
        ',11/03/2026,Invoice,S-2,Robots,,1,50.00,50.00,50.00,kim@example.test',
        'Total for Cedar',
      ].join('\n');
    const file = lines(',11/19/2026,Invoice,S-1,Discount,,1,-100.00,-100.00,900.00,sam@example.test');
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_sales', counts: { new: 2, left_out: 2 } });
    await world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({ 'S-1': [900, 900, '2026-11-19', 'sent'], 'S-2': [50, 50, '2026-11-03', 'sent'] });
    expect(await world.run('invoices', file)).toMatchObject({ counts: { same: 2, left_out: 2, new: 0, changed: 0 } });
    const broken = await previewed('invoices', lines(',11/19/2026,Invoice,S-1,Discount,,1,,x,900.00,sam@example.test'));
    expect((await fates(broken.id)).slice(0, 3)).toEqual([
      [6, 'quarantined', 'Row 8 of the same document cannot be read.'],
      [7, 'quarantined', 'Row 8 of the same document cannot be read.'],
      [8, 'quarantined', '"x" is not an amount written as 1,234.50.'],
    ]);
    const differing = await previewed('invoices', lines(',11/19/2026,Invoice,S-1,Discount,,1,1,1,900.00,kim@example.test'));
    expect((await fates(differing.id))[0]).toEqual([
      6,
      'quarantined',
      'The rows of this document differ in date, customer or salesperson: see row 8.',
    ]);
  });

  it('Stripe payments find their invoice by its id, without what was refunded; failed ones are left out', async () => {
    await world.run('invoices', stripe(stripeLine(1, 'paid'), stripeLine(2, 'paid'), stripeLine(3, 'open')));
    const file = [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Status,Invoice ID,Customer Email',
      'ch_1,2026-11-10 03:00:00,1000.00,0.00,usd,Paid,in_1,a@b.c',
      'ch_2,2026-11-11 17:00:00,1000.00,400.00,usd,Refunded,in_2,a@b.c',
      'ch_3,2026-11-11 17:00:00,1000.00,1000.00,usd,Refunded,in_3,a@b.c',
      'ch_4,2026-11-12 17:00:00,1000.00,0.00,usd,Failed,in_3,a@b.c',
    ].join('\n');
    const seen = await previewed('receipts', file);
    expect(seen).toMatchObject({ layout: 'stripe_payments', counts: { new: 2, left_out: 2, quarantined: 0 } });
    await world.step(seen.id, 'start');
    expect(await receipts()).toEqual([
      ['ch_1', '2026-11-09', 1000, 'ACME-1', 1000],
      ['ch_2', '2026-11-11', 600, 'ACME-2', 600],
    ]);
    expect(await world.run('receipts', file)).toMatchObject({ counts: { same: 2, left_out: 2 } });
    const returned = await previewed('receipts', file.replace('1000.00,0.00,usd,Paid', '1000.00,1000.00,usd,Refunded'));
    expect((await fates(returned.id))[0]?.slice(1)).toEqual([
      'quarantined',
      'Its status is "Refunded", but the receipt is here. Record that it was returned under Payments.',
    ]);
  });

  it('an invoice file with paid amounts also records the receipts, on its paid day or on one that is named', async () => {
    const file = xeroExport(
      ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid', 1100],
      ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid', 1100],
      ['INV-2', '13/11/2026', 2000, 0, 'Sales invoice', 'Awaiting Payment', 0],
    );
    await world.run('invoices', file);
    const read = await world.upload('receipts', file);
    expect(read.layout).toBe('xero_invoices');
    expect((await world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping })).json().errors).toEqual({
      date: 'Date is needed: choose its column.',
    });
    await world.ask('PUT', `/${read.id}/mapping`, { mapping: read.mapping, choices: { day: '2026-11-20' } });
    await world.own.drain();
    expect((await world.ask('GET', `/${read.id}`)).counts).toMatchObject({ new: 1, left_out: 2, quarantined: 0 });
    await world.step(read.id, 'start');
    expect(await receipts()).toEqual([[null, '2026-11-20', 1100, 'INV-1', 1100]]);
  });

  it('times in UTC are days of the company', async () => {
    await world.run('invoices', stripe(stripeLine(1, 'open', { day: '2026-11-03 03:03' })));
    expect((await booked())['ACME-1']?.[2]).toBe('2026-11-02');
  });
});

describe('bad input', () => {
  it('a layout whose columns were renamed is found, and says what it misses', async () => {
    const read = await world.upload('invoices', stripe(stripeLine(1, 'open')).replace(',Total,', ',Invoice sum,'));
    expect(read).toMatchObject({ layout: 'stripe_invoices', state: 'mapping' });
    expect(read.warnings).toContain('This looks like Stripe: Invoices, but these columns were not found: total. Check what is suggested.');
    const answer = await world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { gross: 'Gross amount is needed: choose its column.', paid_on: importProblems.paidOnNeeded },
    ]);
  });

  it('a file of another kind says as what it is imported', async () => {
    const read = await world.upload('sales', stripe(stripeLine(1, 'open')));
    expect(read.layout).toBe('generic');
    expect(read.warnings[0]).toBe(
      'This looks like Stripe: Invoices, which is imported as Invoices, Receipts. Discard it and choose that when you upload it again.',
    );
    const answer = await world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping, layout: 'stripe_invoices' });
    expect([answer.statusCode, answer.json().errors.layout]).toEqual([422, 'Files of this layout do not hold what this import brings.']);
  });

  it('an export with two currencies: the other one waits, and is never converted', async () => {
    const file = stripe(stripeLine(1, 'open'), stripeLine(2, 'open').replace('usd', 'eur'));
    const done = await world.run('invoices', file);
    expect(Object.keys(await booked())).toEqual(['ACME-1']);
    expect((await world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Currency', 'It is in eur. Other currencies are not converted.'],
    ]);
  });

  it('the same invoice in a file and from QuickBooks: QuickBooks keeps it, valid or void', async () => {
    const { id } = await world.server.db.query
      .insertInto('connections')
      .values({ kind: 'quickbooks', name: 'Books', external_account: '1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.book('sam', '2026-11-03', 1000, { invoice_number: 'ACME-1', connection_id: id, external_id: '77', source: 'quickbooks' });
    const done = await world.run('invoices', stripe(stripeLine(1, 'open', { total: 1200 })));
    const voided = await world.run('invoices', stripe(stripeLine(1, 'void')));
    const sentence = 'Invoice ACME-1 comes from a connected source and can only be changed there.';
    for (const run of [done, voided]) expect((await world.quarantine(run.id)).map(({ reason }) => reason)).toEqual([sentence]);
    expect((await booked())['ACME-1']).toEqual([1000, 1000, '2026-11-03', 'sent']);
  });

  it('NUL bytes in a state and in a name are shown as replaced characters, and ask nothing of the database', async () => {
    const seen = await previewed('invoices', stripe(stripeLine(1, 'op\u0000en')));
    expect(seen.counts).toMatchObject({ quarantined: 1 });
    const answer = await world.call('PUT', `/${seen.id}/mapping`, {
      mapping: seen.mapping,
      choices: { states: { 'op\u0000en': 'counts' } },
    });
    expect(answer.statusCode).toBeLessThan(500);
    await world.own.drain();
  });
});
