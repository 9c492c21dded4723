import { describe, expect, it } from 'vitest';
import { importProblems } from '../../../contract/messages/importProblems.ts';
import { xeroExport } from '../support/exports.ts';
import { setUpLayouts, stripe, stripeLine } from '../support/worlds/layouts.ts';

const layouts = setUpLayouts();
const { booked, receipts, previewed, fates } = layouts;

describe('other layouts', () => {
  it('QuickBooks, transaction list by customer: imports invoices, sales receipts and memos as invoices, payments as receipts', async () => {
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
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({
      'T-1': [1000, 1000, '2026-11-02', 'sent'],
      'T-2': [-100, -100, '2026-11-21', 'sent'],
      'T-3': [50, 50, '2026-11-21', 'sent'],
    });
    const paid = await previewed('receipts', file);
    expect(paid).toMatchObject({ layout: 'qbo_transactions', counts: { new: 2, left_out: 3, quarantined: 0 } });
    await layouts.world.step(paid.id, 'start');
    expect((await receipts()).slice(2)).toEqual([
      ['CHK1', '2026-11-20', 600, null, 0],
      ['T-3', '2026-11-21', 50, null, 0],
    ]);
  });

  it('QuickBooks, sales by customer detail: lines add up to their invoice', async () => {
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
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({ 'S-1': [900, 900, '2026-11-19', 'sent'], 'S-2': [50, 50, '2026-11-03', 'sent'] });
    expect(await layouts.world.run('invoices', file)).toMatchObject({ counts: { same: 2, left_out: 2, new: 0, changed: 0 } });
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

  it('Stripe payments: find their invoice by id, exclude refunds and skip failures', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'paid'), stripeLine(2, 'paid'), stripeLine(3, 'open')));
    const file = [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Status,Invoice ID,Customer Email',
      'ch_1,2026-11-10 03:00:00,1000.00,0.00,usd,Paid,in_1,a@b.c',
      'ch_2,2026-11-11 17:00:00,1000.00,400.00,usd,Refunded,in_2,a@b.c',
      'ch_3,2026-11-11 17:00:00,1000.00,1000.00,usd,Refunded,in_3,a@b.c',
      'ch_4,2026-11-12 17:00:00,1000.00,0.00,usd,Failed,in_3,a@b.c',
    ].join('\n');
    const seen = await previewed('receipts', file);
    expect(seen).toMatchObject({ layout: 'stripe_payments', counts: { new: 2, left_out: 2, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await receipts()).toEqual([
      ['ch_1', '2026-11-09', 1000, 'ACME-1', 1000],
      ['ch_2', '2026-11-11', 600, 'ACME-2', 600],
    ]);
    expect(await layouts.world.run('receipts', file)).toMatchObject({ counts: { same: 2, left_out: 2 } });
    const returned = await previewed('receipts', file.replace('1000.00,0.00,usd,Paid', '1000.00,1000.00,usd,Refunded'));
    expect((await fates(returned.id))[0]?.slice(1)).toEqual([
      'quarantined',
      'It is marked "Refunded", but the receipt is here. Record that it was returned under Payments.',
    ]);
  });

  it('invoice file with paid amounts: records receipts too, on the paid day or a given one', async () => {
    const file = xeroExport(
      ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid', 1100],
      ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid', 1100],
      ['INV-2', '13/11/2026', 2000, 0, 'Sales invoice', 'Awaiting Payment', 0],
    );
    await layouts.world.run('invoices', file);
    const read = await layouts.world.upload('receipts', file);
    expect(read.layout).toBe('xero_invoices');
    expect((await layouts.world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping })).json().errors).toEqual({
      date: 'Date is needed: choose its column.',
    });
    await layouts.world.ask('PUT', `/${read.id}/mapping`, { mapping: read.mapping, choices: { day: '2026-11-20' } });
    await layouts.world.own.drain();
    expect((await layouts.world.ask('GET', `/${read.id}`)).counts).toMatchObject({ new: 1, left_out: 2, quarantined: 0 });
    await layouts.world.step(read.id, 'start');
    expect(await receipts()).toEqual([[null, '2026-11-20', 1100, 'INV-1', 1100]]);
  });

  it('UTC times: are read as days of the company', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'open', { day: '2026-11-03 03:03' })));
    expect((await booked())['ACME-1']?.[2]).toBe('2026-11-02');
  });
});

describe('bad input', () => {
  it('recognizes a layout with renamed columns and names the missing ones', async () => {
    const read = await layouts.world.upload('invoices', stripe(stripeLine(1, 'open')).replace(',Total,', ',Invoice sum,'));
    expect(read).toMatchObject({ layout: 'stripe_invoices', state: 'mapping' });
    expect(read.warnings).toContain('This looks like Stripe: Invoices, but these columns were not found: total. Check what is suggested.');
    const answer = await layouts.world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { gross: 'Gross amount is needed: choose its column.', paid_on: importProblems.paidOnNeeded },
    ]);
  });

  it('names the right import for a file of another kind', async () => {
    const read = await layouts.world.upload('sales', stripe(stripeLine(1, 'open')));
    expect(read.layout).toBe('generic');
    expect(read.warnings[0]).toBe(
      'This looks like Stripe: Invoices, which is imported as Invoices, Receipts. Discard it and choose that when you upload it again.',
    );
    const answer = await layouts.world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping, layout: 'stripe_invoices' });
    expect([answer.statusCode, answer.json().errors.layout]).toEqual([
      422,
      'Files of this layout do not contain the data for this kind of import.',
    ]);
  });

  it('quarantines the second currency of an export without converting it', async () => {
    const file = stripe(stripeLine(1, 'open'), stripeLine(2, 'open').replace('usd', 'eur'));
    const done = await layouts.world.run('invoices', file);
    expect(Object.keys(await booked())).toEqual(['ACME-1']);
    expect((await layouts.world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Currency', 'It is in eur. Other currencies are not converted.'],
    ]);
  });

  it('keeps QuickBooks’ version of an invoice that is also in a file, valid or void', async () => {
    const { id } = await layouts.world.server.db.query
      .insertInto('connections')
      .values({ kind: 'quickbooks', name: 'Books', external_account: '1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await layouts.world.book('sam', '2026-11-03', 1000, {
      invoice_number: 'ACME-1',
      connection_id: id,
      external_id: '77',
      source: 'quickbooks',
    });
    const done = await layouts.world.run('invoices', stripe(stripeLine(1, 'open', { total: 1200 })));
    const voided = await layouts.world.run('invoices', stripe(stripeLine(1, 'void')));
    const sentence = 'Invoice ACME-1 comes from a connected source and can only be changed there.';
    for (const run of [done, voided]) expect((await layouts.world.quarantine(run.id)).map(({ reason }) => reason)).toEqual([sentence]);
    expect((await booked())['ACME-1']).toEqual([1000, 1000, '2026-11-03', 'sent']);
  });

  it('shows NUL bytes in states and names as replacement characters, which never reach the database', async () => {
    const seen = await previewed('invoices', stripe(stripeLine(1, 'op\u0000en')));
    expect(seen.counts).toMatchObject({ quarantined: 1 });
    const answer = await layouts.world.call('PUT', `/${seen.id}/mapping`, {
      mapping: seen.mapping,
      choices: { states: { 'op\u0000en': 'counts' } },
    });
    expect(answer.statusCode).toBeLessThan(500);
    await layouts.world.own.drain();
  });
});
