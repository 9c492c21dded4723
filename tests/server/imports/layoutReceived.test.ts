import { beforeEach, describe, expect, it } from 'vitest';
import { setUpLayouts } from '../support/worlds/layouts.ts';

const layouts = setUpLayouts();
const { receipts, previewed } = layouts;

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
    layouts.world.run(
      'invoices',
      [
        'Number,Customer,Date,Total,Rep',
        'Q-1,Cedar,2026-10-06,1000,sam@example.test',
        'Q-2,Cedar,2026-10-07,400,sam@example.test',
        'Q-3,Oak,2026-10-08,500,kim@example.test',
      ].join('\n'),
    ),
  );

  it('reads a payment as the receipt, and the invoices below it as its allocations', async () => {
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
    await layouts.world.step(seen.id, 'start');
    expect(await receipts()).toEqual([
      ['CHK1', '2026-11-02', 600, 'Q-1', 600],
      ['CHK2', '2026-11-20', 800, 'Q-1', 400],
      ['CHK2', '2026-11-20', 800, 'Q-2', 400],
      ['Oak 500.00', '2026-11-05', 500, 'Q-3', 500],
    ]);
    expect(await layouts.world.run('receipts', file)).toMatchObject({ counts: { same: 7, new: 0, changed: 0 } });
  });

  it('asks about a payment that does not cover its invoices, and distributes it in order on confirmation', async () => {
    const done = await layouts.world.run(
      'receipts',
      received('Cedar', ',11/19/2026,Payment,,CHK1,1200.00', ',10/06/2026,Invoice,,Q-1,"1,000.00"', ',10/07/2026,Invoice,,Q-2,400.00'),
    );
    const waiting = await layouts.world.quarantine(done.id);
    const sentence = 'The $1,200.00 received do not cover the 2 invoices below it, and the report does not say how they were shared out.';
    expect(waiting.map(({ reason, twice }) => [reason, twice])).toEqual(Array(3).fill([sentence, true]));
    await layouts.world.ask('POST', `/${done.id}/quarantine/retry`, { ids: waiting.map(({ id }) => id), accept: true });
    await layouts.world.drain();
    expect(await receipts()).toEqual([
      ['CHK1', '2026-11-19', 1200, 'Q-1', 1000],
      ['CHK1', '2026-11-19', 1200, 'Q-2', 200],
    ]);
  });

  it('quarantines a payment of several invoices if one is missing', async () => {
    const file = received(
      'Cedar',
      ',11/19/2026,Payment,,CHK1,300.00',
      ',10/09/2026,Invoice,,Q-9,400.00',
      ',10/07/2026,Invoice,,Q-2,400.00',
    );
    const done = await layouts.world.run('receipts', file);
    expect(await receipts()).toEqual([]);
    const one = 'The payment waits, because one of its invoices was not imported.';
    expect((await layouts.world.quarantine(done.id)).map(({ row, reason }) => [row, reason])).toEqual([
      [7, one],
      [8, 'There is no invoice Q-9.'],
      [9, one],
    ]);
    await layouts.world.run('invoices', 'Number,Customer,Date,Total,Rep\nQ-9,Cedar,2026-10-09,400,sam@example.test');
    await layouts.world.ask('POST', `/${done.id}/quarantine/retry`, { accept: true });
    await layouts.world.drain();
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, 'Q-9', 300]]);
  });

  it.each([
    ['amount', ',10/08/2026,Invoice,,Q-2,4OO.00', '"4OO.00" is not an amount'],
    ['type', ',10/08/2026,Invoyce,,Q-2,400.00', 'Invoyce'],
  ])('quarantines a payment of several invoices if the %s of one is unreadable (decisions 2.26)', async (_, line, reason) => {
    const done = await layouts.world.run(
      'receipts',
      received('Cedar', ',11/19/2026,Payment,,CHK1,1000.00', ',10/06/2026,Invoice,,Q-1,600.00', line),
    );
    expect(await receipts()).toEqual([]);
    const one = 'The payment waits, because one of its invoices was not imported.';
    const waiting = await layouts.world.quarantine(done.id);
    expect(waiting.map(({ row }) => row)).toEqual([7, 8, 9]);
    expect(waiting.slice(0, 2).map((row) => row.reason)).toEqual([one, one]);
    expect(waiting[2]?.reason).toContain(reason);
    await layouts.world.ask('POST', `/${done.id}/quarantine/retry`, { accept: true });
    await layouts.world.drain();
    expect(await receipts()).toEqual([]);
  });

  it('quarantines a missing invoice, and keeps its payment as customer credit until then', async () => {
    const file = received('Cedar', ',11/19/2026,Payment,,CHK1,300.00', ',10/06/2026,Invoice,,Q-9,300.00');
    const done = await layouts.world.run('receipts', file);
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, null, 0]]);
    await layouts.world.run('invoices', 'Number,Customer,Date,Total,Rep\nQ-9,Cedar,2026-10-09,300,sam@example.test');
    await layouts.world.ask('POST', `/${done.id}/quarantine/retry`, {});
    await layouts.world.drain();
    expect(await receipts()).toEqual([['CHK1', '2026-11-19', 300, 'Q-9', 300]]);
  });
});
