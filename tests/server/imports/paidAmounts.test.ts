import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '../../../contract/entities/approval.ts';
import type { ImportDetail, ImportMapping } from '../../../contract/entities/import.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
let files = 0;
beforeAll(async () => {
  world = await createImportCompany();
  world.server.clock.set('2026-11-20T18:00:00Z');
  await world.server.signIn('fay@example.test');
});
beforeEach(() => {
  files += 1;
});
afterAll(async () => {
  await world.isSettled();
  await world.server.close();
});

const HEAD = 'Number,Customer,Date,Total,Rep,Amount paid,Paid on';
const number = (n: number): string => `P${files}-${n}`;
const line = (n: number, paid: number | '', more: { total?: number; day?: string; who?: string; on?: string } = {}): string => {
  const { total = 1000, day = '2026-11-02', who = 'sam@example.test', on = '2026-11-10' } = more;
  return `${number(n)},School ${files},${day},${total},${who},${paid},${paid === '' ? '' : on}`;
};
const file = (...lines: string[]): string => [HEAD, ...lines].join('\n');
const paidColumns: ImportMapping = { paid: { column: 5, format: 'point' }, paid_on: { column: 6, format: 'ymd' } };
const previewed = async (content: string): Promise<ImportDetail> => world.preview(await world.upload('invoices', content), paidColumns);
const run = (content: string): Promise<ImportDetail> => world.run('invoices', content, paidColumns);
/** In dollars: receipts of this test's customer, and the amounts that each pays. */
const received = async (): Promise<unknown[]> => {
  const rows = await world.server.db.query
    .selectFrom('receipts as r')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .leftJoin('customer_payments as p', 'p.receipt_id', 'r.id')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['r.received_on', 'r.amount_cents', 'i.invoice_number', 'p.amount_cents as paid'])
    .where('c.name', '=', `School ${files}`)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => [row.received_on, row.amount_cents / 100, row.invoice_number, (row.paid ?? 0) / 100]);
};
const figures = async (n: number) =>
  world.server.db.query
    .selectFrom('commission_records')
    .select(['user_id', 'amount_cents', 'released_cents'])
    .where('invoice_number', '=', number(n))
    .executeTakeFirst();
const releasedCents = async (): Promise<number> => ((await figures(1))?.released_cents ?? 0) + ((await figures(2))?.released_cents ?? 0);

describe('issue 47: an invoice file with paid amounts also records payments', () => {
  it('records them in one run as previewed, and a second import changes nothing', async () => {
    const content = file(line(1, 1000), line(2, 400), line(3, 0), line(4, ''));
    const seen = await previewed(content);
    expect(seen.counts).toMatchObject({ new: 4, quarantined: 0 });
    expect(seen.notes).toEqual([{ sentence: 'Its amount paid is recorded as a payment.', rows: 2 }]);
    const [sam] = seen.people;
    expect(sam).toMatchObject({ records: 4, amount: 200, released: 50, estimate: false });
    await world.step(seen.id, 'start');
    expect(await received()).toEqual([
      ['2026-11-10', 1000, number(1), 1000],
      ['2026-11-10', 400, number(2), 400],
    ]);
    expect([await figures(1), await figures(2)]).toMatchObject([
      { amount_cents: 50_00, released_cents: 50_00 },
      { amount_cents: 50_00, released_cents: 0 },
    ]);
    const repeated = await run(content);
    expect(repeated.counts).toMatchObject({ same: 4, changed: 0, new: 0, quarantined: 0 });
    expect(await received()).toHaveLength(2);
  });

  it('adds the difference of a later file with more paid, and its undo removes only that (decisions 2.15)', async () => {
    await run(file(line(1, 400)));
    const more = await previewed(file(line(1, 1000, { on: '2026-11-15' })));
    expect([more.counts.changed, more.people[0]]).toMatchObject([1, { released: 50, estimate: false }]);
    await world.step(more.id, 'start');
    const both = [
      ['2026-11-10', 400, number(1), 400],
      ['2026-11-15', 600, number(1), 600],
    ];
    expect([await received(), await figures(1)]).toMatchObject([both, { released_cents: 50_00 }]);
    expect((await run(file(line(1, 1000, { on: '2026-11-15' })))).counts).toMatchObject({ same: 1, quarantined: 0 });
    expect(await received()).toEqual(both);
    expect(await world.step(more.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual([both[0]]);
  });

  it('adds the same amount on the same day twice if the total says so (decisions 2.15)', async () => {
    await run(file(line(1, 400)));
    expect((await run(file(line(1, 800)))).counts).toMatchObject({ changed: 1, quarantined: 0 });
    expect(await received()).toEqual([
      ['2026-11-10', 400, number(1), 400],
      ['2026-11-10', 400, number(1), 400],
    ]);
  });

  it('refuses a total below the current one, including an earlier file’s (decisions 2.15)', async () => {
    await run(file(line(1, 400)));
    await run(file(line(1, 1000, { on: '2026-11-15' })));
    for (const lessPaid of [400, 600, 999.99]) {
      const ended = await run(file(line(1, lessPaid)));
      expect([lessPaid, ended.counts]).toMatchObject([lessPaid, { changed: 0, quarantined: 1 }]);
      expect((await world.quarantine(ended.id)).map(({ reason }) => reason)).toEqual([
        'Less was paid than this file said before. Record under Payments that money was returned.',
      ]);
    }
    expect([(await received()).length, await figures(1)]).toMatchObject([2, { released_cents: 50_00 }]);
  });

  it('adds to the single receipt that an earlier version recorded under the number (decisions 2.15)', async () => {
    await run(file(line(1, 400)));
    const key = `paid|${number(1)}`;
    const earlier = world.server.db.query.updateTable('receipts').set({ external_id: key });
    await earlier.where('external_id', '=', `paid@40000|${number(1)}`).execute();
    expect((await run(file(line(1, 400)))).counts).toMatchObject({ same: 1, quarantined: 0 });
    expect((await run(file(line(1, 300)))).counts).toMatchObject({ changed: 0, quarantined: 1 });
    await run(file(line(1, 1000, { on: '2026-11-15' })));
    expect(await received()).toEqual([
      ['2026-11-10', 400, number(1), 400],
      ['2026-11-15', 600, number(1), 600],
    ]);
  });

  it('undoes invoices and payments', async () => {
    const done = await run(file(line(1, 1000), line(2, 400)));
    expect(done.undo_refused).toBeNull();
    expect(await world.step(done.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual([]);
    const states = (await world.invoices()).filter(({ invoice_number }) => [number(1), number(2)].includes(invoice_number));
    expect(states.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('records only the part that no other payment covers, and nothing if all is covered', async () => {
    await world.run('invoices', file(line(1, ''), line(2, '')));
    const receipts = `Payment Date,Check Number,Invoice,Amount\n2026-11-08,88${files},${number(1)},300\n2026-11-08,99${files},${number(2)},1000`;
    await world.run('receipts', receipts);
    const done = await run(file(line(1, 1000), line(2, 1000)));
    expect(done.counts).toMatchObject({ changed: 1, same: 1, quarantined: 0 });
    expect(await received()).toEqual([
      ['2026-11-08', 300, number(1), 300],
      ['2026-11-08', 1000, number(2), 1000],
      ['2026-11-10', 700, number(1), 700],
    ]);
  });

  it('adds no money for a file that is also imported as receipts', async () => {
    const content = file(line(1, 1000));
    await run(content);
    const mapping = {
      number: { column: 0 },
      date: { column: 6, format: 'ymd' },
      amount: { column: 5, format: 'point' },
      customer: { column: 1 },
    };
    const read = await world.upload('receipts', content);
    await world.ask('PUT', `/${read.id}/mapping`, { mapping });
    await world.drain();
    expect((await world.ask('GET', `/${read.id}`)).counts).toMatchObject({ new: 0, quarantined: 1 });
  });

  it('asks about payments of a later file that a paid amount already includes (decisions 2.15)', async () => {
    await run(file(line(1, 1000), line(2, 400), line(3, '')));
    const rows = [
      `2026-11-04,A${files},${number(1)},1000`,
      `2026-11-09,B${files},${number(2)},400`,
      `2026-11-15,C${files},${number(2)},600`,
      `2026-11-15,D${files},${number(2)},700`,
      `2026-11-04,E${files},${number(3)},1000`,
    ];
    const receipts = ['Payment Date,Check Number,Invoice,Amount', ...rows].join('\n');
    const done = await world.run('receipts', receipts);
    expect(done.counts).toMatchObject({ new: 2, quarantined: 3 });
    const { data } = await world.ask('GET', `/${done.id}/quarantine`);
    expect(data.map(({ row, reason, twice }: { row: number; reason: string; twice: boolean }) => [row, reason, twice])).toEqual([
      [2, `An invoice file already recorded $1,000.00 as paid for invoice ${number(1)}. Is this other money?`, true],
      [3, `An invoice file already recorded $400.00 as paid for invoice ${number(2)}. Is this other money?`, true],
      [5, `An invoice file already recorded $400.00 as paid for invoice ${number(2)}. Is this other money?`, true],
    ]);
    expect(await received()).toEqual([
      ['2026-11-10', 1000, number(1), 1000],
      ['2026-11-10', 400, number(2), 400],
      ['2026-11-15', 600, number(2), 600],
      ['2026-11-04', 1000, number(3), 1000],
    ]);
  });

  it('asks about payments that together exceed the invoice (decisions 2.15)', async () => {
    await run(file(line(1, 500), line(2, 400)));
    const head = 'Payment Date,Check Number,Invoice,Amount';
    const later = (day: number, name: string, amount = 400): string => `2026-11-${day},${name}${files},${number(1)},${amount}`;
    const both = await world.run('receipts', [head, later(15, 'A'), later(16, 'B')].join('\n'));
    expect(both.counts).toMatchObject({ new: 1, quarantined: 1 });
    const repeated = await world.run('receipts', [head, later(17, 'C', 200)].join('\n'));
    expect(repeated.counts).toMatchObject({ new: 0, quarantined: 1 });
  });

  it('asks about a lower total, a future day and a missing day', async () => {
    await run(file(line(1, 400)));
    const content = file(line(1, 0), line(2, 100, { on: '2026-12-24' }), line(3, 100, { on: '' }));
    const seen = await previewed(content);
    const { data } = await world.ask('GET', `/${seen.id}/rows`);
    expect(data.map(({ fate, reason }: { fate: string; reason: string }) => [fate, reason])).toEqual([
      ['quarantined', 'Less was paid than this file said before. Record under Payments that money was returned.'],
      ['quarantined', 'The date cannot be in the future.'],
      ['quarantined', 'Paid on is empty.'],
    ]);
  });

  it('asks for one day for all rows if there is no day column', async () => {
    const read = await world.upload('invoices', file(line(1, 1000)));
    const { paid } = paidColumns;
    const refused = await world.call('PUT', `/${read.id}/mapping`, { mapping: { ...read.mapping, paid, paid_on: undefined } });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['paid_on']]);
    const seen = await world.preview(read, { paid: paid! }, { day: '2026-11-18' });
    await world.step(seen.id, 'start');
    expect(await received()).toEqual([['2026-11-18', 1000, number(1), 1000]]);
  });

  it('holds money released to the importer for another person (decisions 3.06)', async () => {
    const { id: fay } = await world.server.db.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'fay@example.test')
      .executeTakeFirstOrThrow();
    await world.server.db.query
      .insertInto('user_past')
      .values({ user_id: fay, until_day: '2026-11-15', role: 'salesperson', active: true })
      .execute();
    await world.facts.addInvoice({
      salesperson_id: fay,
      booking_date: '2026-11-02',
      net_cents: 1000_00,
      invoice_number: number(1),
    } as never);
    await world.drain();
    const done = await run(file(line(1, 1000, { who: 'fay@example.test' }), line(2, 1000)));
    expect(done.counts).toMatchObject({ new: 1, quarantined: 1 });
    const token = (await world.server.signIn('vic@example.test')).access_token;
    const { data } = (await world.server.call('GET', '/api/v1/approvals?group=own_pay', { token })).json() as { data: Approval[] };
    expect(data).toHaveLength(1);
    const items = data.map(({ id, version }) => ({ id, version }));
    const decided = await world.server.call('POST', '/api/v1/approvals/decide', { token, body: { decision: 'approve', items } });
    expect(decided.json().data).toMatchObject([{ outcome: 'decided' }]);
    await world.drain();
    expect((await received()).length).toBe(2);
  });

  it('previews that a new credit memo’s invoice was paid out (decisions 2.28)', async () => {
    await run(file(line(1, 1000)));
    const { id } = await world.server.db.query
      .selectFrom('invoices')
      .select('id')
      .where('invoice_number', '=', number(1))
      .executeTakeFirstOrThrow();
    await world.facts.payOut(id, 50_00, '2026-11-12');
    await world.drain();
    const memo = `${number(2)},School ${files},2026-11-15,-1000,sam@example.test,,,${number(1)}`;
    const content = [`${HEAD},Credit of`, memo, `${line(3, 2000, { total: 2000, day: '2026-11-15', on: '2026-11-16' })},`].join('\n');
    const seen = await world.preview(await world.upload('invoices', content), { ...paidColumns, original: { column: 7 } });
    expect(seen.people[0]).toMatchObject({ released: 50, estimate: false });
    await world.step(seen.id, 'start');
    expect([await figures(2), await figures(3)]).toMatchObject([{ released_cents: -50_00 }, { released_cents: 100_00 }]);
  });

  it.each([
    ['reverses a paid invoice', 1000, 1000, -50],
    ['settles the rest of a partly paid invoice', 600, 600, 30],
    ['reverses a part of an invoice paid in the same file', '', 1000, 30],
  ] as const)('previews that a memo of a later quota period %s (decisions 2.28)', async (_, before, paid, released) => {
    const earlier = { day: '2026-10-02', on: '2026-10-10' };
    await run(file(line(1, before, earlier)));
    const [beforeCents, cents] = [await releasedCents(), before === 1000 ? -1000 : -400];
    const memo = `${number(2)},School ${files},2026-11-15,${cents},sam@example.test,,,${number(1)}`;
    const content = [`${HEAD},Credit of`, `${line(1, paid, earlier)},`, memo].join('\n');
    const seen = await world.preview(await world.upload('invoices', content), { ...paidColumns, original: { column: 7 } });
    expect(seen.people[0]).toMatchObject({ released, estimate: false });
    await world.step(seen.id, 'start');
    expect((await releasedCents()) - beforeCents).toBe(released * 100);
  });

  it('previews payments of an invoice without a seller before the file names one (decisions 2.28)', async () => {
    await run(file(line(1, 400, { who: '' })));
    const seen = await previewed(file(line(1, 1000, { on: '2026-11-15' })));
    expect(seen.people[0]).toMatchObject({ released: 50, estimate: false });
    await world.step(seen.id, 'start');
    expect(await figures(1)).toMatchObject({ released_cents: 50_00 });
  });

  it('leaves the receipt of a closed month and adds the rest to the open one (decisions 2.15)', async () => {
    const october = { day: '2026-10-02', on: '2026-10-10' };
    await run(file(line(1, 400, october)));
    await world.close('2026-10');
    await run(file(line(1, 1000, { ...october, on: '2026-11-10' })));
    expect(await received()).toEqual([
      ['2026-10-10', 400, number(1), 400],
      ['2026-11-10', 600, number(1), 600],
    ]);
  });
});
