import { describe, expect, it } from 'vitest';
import { setUpLayouts } from '../support/worlds/layouts.ts';

const layouts = setUpLayouts();
const { booked, receipts, previewed } = layouts;
/** No warning names missing columns. */
const LEFT_OUT = expect.stringMatching(/^\d+ rows? of headings, totals and footers (was|were) left out\.$/);

/** QuickBooks' redesigned reports call the date "Transaction date", the customer "Customer full name", and so on. */
describe('newer headers of QuickBooks reports', () => {
  it('sales by customer detail: lines add up to their invoice', async () => {
    const file = [
      'Acme Robotics',
      'Sales by Customer Detail',
      '"November 1-30, 2026"',
      '',
      ',Transaction date,Transaction type,Num,Product/Service full name,Memo/Description,Quantity,Sales price,Amount,Balance,Sales rep',
      'Cedar',
      ',11/19/2026,Invoice,S-1,Robots,,1,600.00,600.00,600.00,sam@example.test',
      ',11/19/2026,Invoice,S-1,Training,,1,400.00,400.00,"1,000.00",sam@example.test',
      'Total for Cedar,,,,,,2,,"1,000.00",',
      'TOTAL,,,,,,2,,"1,000.00",',
    ].join('\n');
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_sales', warnings: [LEFT_OUT], counts: { new: 1, left_out: 1, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({ 'S-1': [1000, 1000, '2026-11-19', 'sent'] });
    expect(await layouts.world.invoices()).toMatchObject([{ customer_name: 'Cedar' }]);
  });

  it('sales by customer detail with customer and description in each row', async () => {
    const file = [
      'Customer full name,Transaction date,Transaction type,Num,Product/Service full name,Description,Quantity,Sales price,Amount,Balance,Sales rep',
      'Cedar,11/19/2026,Invoice,S-1,Robots,,1,600.00,600.00,600.00,sam@example.test',
      'Cedar,11/19/2026,Invoice,S-1,Kit,,1,100.00,100.00,700.00,sam@example.test',
    ].join('\n');
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_sales', warnings: [], counts: { new: 1, left_out: 1, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({ 'S-1': [700, 700, '2026-11-19', 'sent'] });
  });

  it('transaction list by customer: headings are customers, and totals are skipped', async () => {
    const file = [
      'Acme Robotics',
      'Transaction List by Customer',
      '',
      ',Transaction date,Transaction type,Num,Posting (Y/N),Memo/Description,Account full name,Amount,Sales rep',
      'Cedar',
      ',11/19/2026,Invoice,T-1,Yes,,A/R,1000.00,sam@example.test',
      ',11/20/2026,Payment,CHK1,Yes,,A/R,-600.00,',
      'Total for Cedar,,,,,,,400.00,',
    ].join('\n');
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_transactions', warnings: [LEFT_OUT], counts: { new: 1, left_out: 1, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toMatchObject({ 'T-1': [1000, 1000, '2026-11-19', 'sent'] });
  });

  it('invoice list: rows name the customer, and headings group by salesperson', async () => {
    const file = [
      'Acme Robotics',
      'Invoice List by Date',
      '',
      ',Transaction date,Transaction type,Num,Customer,Due date,Amount,Open balance,Sales rep',
      'Sam Seller',
      ',11/19/2026,Invoice,L-1,Cedar,12/19/2026,1000.00,0.00,sam@example.test',
      'Total for Sam Seller,,,,,,1000.00,0.00,',
    ].join('\n');
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_invoices', warnings: [LEFT_OUT], counts: { new: 1, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await layouts.world.invoices()).toMatchObject([{ invoice_number: 'L-1', customer_name: 'Cedar' }]);
  });

  const listOf = (customer: string, ...rows: readonly string[]) =>
    ['Acme Robotics', 'Invoice List by Date', '', `,Date,Transaction type,Num,${customer},Due date,Amount,Open balance`, ...rows].join(
      '\n',
    );
  const salespeople = async () =>
    Object.fromEntries(
      (await layouts.world.invoices()).map((row) => [row.invoice_number, [row.customer_name, row.salesperson_id !== null]]),
    );

  it.each(['Customer', 'Name'])('invoice list without a salesperson column: headings name them, customers are in %s', async (customer) => {
    const file = listOf(
      customer,
      'Sam Person',
      ',11/19/2026,Invoice,L-1,Cedar,12/19/2026,1000.00,0.00',
      ',11/20/2026,Invoice,L-2,Birch,12/20/2026,500.00,0.00',
      'Total for Sam Person,,,,,,1500.00,0.00',
      'Not Specified',
      ',11/21/2026,Invoice,L-3,Cedar,12/21/2026,300.00,0.00',
      'Total for Not Specified,,,,,,300.00,0.00',
      'TOTAL,,,,,,1800.00,0.00',
    );
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'qbo_invoices', warnings: [LEFT_OUT], counts: { new: 3, quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await salespeople()).toEqual({ 'L-1': ['Cedar', true], 'L-2': ['Birch', true], 'L-3': ['Cedar', false] });
  });

  it.each([
    ['months', 'November 2026'],
    ['days', '11/19/2026'],
    ['terms', 'Net 30'],
    ['customers', 'Cedar'],
  ])('invoice list grouped by %s: a heading is not a salesperson', async (_, heading) => {
    const row = ',11/19/2026,Invoice,L-1,Cedar,12/19/2026,1000.00,0.00';
    const seen = await previewed('invoices', listOf('Customer', heading, row, `Total for ${heading},,,,,,1000.00,0.00`));
    expect(seen).toMatchObject({ counts: { new: 1, quarantined: 0 }, questions: [] });
    expect(seen.mapping.salesperson).toBeUndefined();
  });

  it('invoices and received payments: a payment pays the invoices below it', async () => {
    await layouts.world.run('invoices', 'Number,Customer,Date,Amount,Sales rep\nR-1,Cedar,2026-11-19,1000.00,sam@example.test');
    const file = [
      'Acme Robotics',
      'Invoices and Received Payments',
      '',
      ',Transaction date,Transaction type,Memo/Description,Num,Amount',
      'Cedar',
      ',11/20/2026,Payment,,CHK1,1000.00',
      ',11/19/2026,Invoice,,R-1,1000.00',
    ].join('\n');
    const seen = await previewed('receipts', file);
    expect(seen).toMatchObject({ layout: 'qbo_received', warnings: [LEFT_OUT], counts: { quarantined: 0 } });
    await layouts.world.step(seen.id, 'start');
    expect(await receipts()).toEqual([['CHK1', '2026-11-20', 1000, 'R-1', 1000]]);
  });
});
