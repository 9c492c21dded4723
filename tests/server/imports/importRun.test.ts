import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDirectory } from '../../../server/domain/imports/known.ts';
import { previewPeople } from '../../../server/domain/imports/preview/index.ts';
import { processImport } from '../../../server/domain/imports/processImport.ts';
import { rowReadOptionsOf } from '../../../server/domain/imports/readRow.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.server.close();
});

const HEADER = 'Invoice No,Customer,Invoice Date,Total,Tax,Sales Rep,Credit of,Currency';
const csv = (...rows: string[]): string => [HEADER, ...rows].join('\n');
/** Decides the rows as the file's preview does. */
const decidingOf = async (run: Awaited<ReturnType<typeof world.preview>>) => {
  const constant = {
    author: null,
    asker: null,
    isSoleImporter: false,
    connectionId: 1,
    closedMonths: new Set<string>(),
    booksBegin: null,
    today: '2026-11-25',
  };
  const people = await readDirectory(world.facts.store);
  const reading = rowReadOptionsOf(run, 'UTC');
  return { runId: Number(run.id), kind: 'invoices', reading, constant: { ...constant, people }, writes: false, isLast: false } as const;
};
const reasons = async (id: string) => (await world.quarantine(id)).map(({ row, column, reason }) => [row, column, reason]);

describe('invoice import', () => {
  it('decisions 2.19, 7.03: computes net as gross less tax, matches people by email or name, and leaves unnamed ones empty', async () => {
    const file = csv(
      'F-1,Acme School,2026-11-02,"1,200.00",200,sam@example.test,,USD',
      'F-2,Bell School,2026-11-03,$500,,Kim Person,,',
      'F-3,Acme School,2026-11-04,100,,,,',
    );
    const done = await world.run('invoices', file);
    expect(done).toMatchObject({ state: 'completed', waiting: 0, counts: { rows: 3, done: 3, new: 3, quarantined: 0 } });
    expect(await world.invoices()).toMatchObject([
      { invoice_number: 'F-1', gross_cents: 120_000, net_cents: 100_000, salesperson_id: world.ids.sam, source: 'file', state: 'sent' },
      { invoice_number: 'F-2', gross_cents: 50_000, net_cents: 50_000, salesperson_id: world.ids.kim },
      { invoice_number: 'F-3', salesperson_id: null },
    ]);
    await world.isSettled();
    expect(await world.server.db.query.selectFrom('customers').select('name').orderBy('id').execute()).toEqual([
      { name: 'Acme School' },
      { name: 'Bell School' },
    ]);
  });

  it('previews each row’s outcome and the effect per person, and writes nothing', async () => {
    await world.run('invoices', csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,'));
    const file = csv(
      'F-1,Acme,2026-11-02,1000,,sam@example.test,,',
      'F-2,Acme,2026-11-03,2000,,sam@example.test,,',
      'F-3,Acme,2026-11-03,2000,,nobody at all,,',
    );
    const before = await world.invoices();
    const seen = await world.preview(await world.upload('invoices', file));
    expect(seen).toMatchObject({ state: 'previewed', counts: { rows: 3, new: 1, same: 1, quarantined: 1 } });
    const [row] = seen.people;
    expect(await world.invoices()).toEqual(before);
    expect((await world.ask('GET', `/${seen.id}/rows?fate=quarantined`)).data).toMatchObject([
      { row: 4, field: 'Sales Rep', reason: 'Nobody is called "nobody at all".' },
    ]);
    await world.step(seen.id, 'start');
    const [record] = await world.server.db.query
      .selectFrom('commission_records')
      .select('amount_cents')
      .where('invoice_number', '=', 'F-2')
      .execute();
    expect(row).toMatchObject({ name: 'sam Person', rows: 1, records: 1, amount: (record?.amount_cents ?? 0) / 100, estimate: false });
    expect(row?.amount).toBeGreaterThan(0);
  });

  it('previews lost invoices too', async () => {
    await world.run('invoices', csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,', 'F-2,Acme,2026-11-02,500,,sam@example.test,,'));
    await world.drain();
    const seen = await world.preview(
      await world.upload('invoices', csv('F-1,Acme,2026-11-02,1000,,kim@example.test,,', 'F-3,Acme,2026-11-03,200,,kim@example.test,,')),
    );
    expect(seen.people).toMatchObject([
      { name: 'kim Person', rows: 2, records: 2, amount: 60 },
      { name: 'sam Person', rows: 1, records: 1, amount: -50 },
    ]);
    // decisions 7.08: the people of the rows are counted in parts of the file.
    const { store } = world.facts;
    const deciding = await decidingOf(seen);
    for (const part of [1, 2, 3, 4])
      expect((await previewPeople(store, deciding, world.server.clock(), { part })).people).toEqual(seen.people);
  });

  it('skips the computation for a person with too many rows, and reports the row count', async () => {
    const seen = await world.preview(
      await world.upload(
        'invoices',
        csv(
          'F-1,Acme,2026-11-02,10,,sam@example.test,,',
          'F-2,Acme,2026-11-02,10,,sam@example.test,,',
          'F-3,Acme,2026-11-02,10,,kim@example.test,,',
        ),
      ),
    );
    const { store } = world.facts;
    const deciding = await decidingOf(seen);
    expect((await previewPeople(store, deciding, world.server.clock(), { most: 1 })).people).toMatchObject([
      { name: 'sam Person', rows: 2, records: null, amount: null, proposed: null, estimate: false },
      { name: 'kim Person', rows: 1, records: 1 },
    ]);
    const partPreview = await previewPeople(store, deciding, world.server.clock(), { most: 1, part: 1 });
    expect(partPreview.people).toMatchObject([
      { rows: 2, records: null },
      { name: 'kim Person', rows: 1, records: 1 },
    ]);
  });

  it('changes nothing for a repeated file and says so', async () => {
    const file = csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,', 'F-2,Acme,2026-11-02,-100,,sam@example.test,F-1,');
    await world.run('invoices', file);
    const before = await world.invoices();
    const repeated = await world.run('invoices', file);
    expect(repeated).toMatchObject({ remembered: true, counts: { done: 2, same: 2, new: 0, changed: 0 } });
    expect(repeated.actions).not.toContain('undo');
    expect(await world.invoices()).toEqual(before);
    await world.isSettled();
  });

  it('decisions 2.20: writes a credit memo after its original, and quarantines one without an original', async () => {
    const done = await world.run(
      'invoices',
      csv(
        'M-1,Acme,2026-11-05,(100.00),,sam@example.test,F-1,',
        'M-2,Acme,2026-11-05,-100,,sam@example.test,F-9,',
        'M-3,Acme,2026-11-05,-100,,sam@example.test,,',
        'F-1,Acme,2026-11-02,1000,,sam@example.test,,',
      ),
    );
    expect(done).toMatchObject({ state: 'completed', counts: { done: 4, new: 2, quarantined: 2 } });
    const [original, memo] = await world.invoices();
    expect([original?.invoice_number, memo?.invoice_number, memo?.gross_cents]).toEqual(['F-1', 'M-1', -10_000]);
    expect(memo?.credit_of_id).not.toBeNull();
    expect(await reasons(done.id)).toEqual([
      [3, 'Credit of', 'Its original, invoice F-9, is not here.'],
      [4, 'Credit of', 'To which invoice does this credit memo belong? Its amount is negative and it names no original.'],
    ]);
    await world.isSettled();
  });

  it('applies the column’s format or quarantines with row, column and reason, without guessing', async () => {
    const file = csv(
      'F-1,Acme,03/04/2026,"1,234.50",,,,',
      'F-2,Acme,13/04/2026,100,,,,',
      'F-3,Acme,03/05/2026,"1.234,50",,,,',
      'F-4,Acme,03/05/2026,€5,,,,',
      'F-5,,03/05/2026,5,,,,',
      'F-6,Acme,03/05/2026,5,,,,EUR',
      'F-1,Acme,03/05/2026,7,,,,',
    );
    const read = await world.upload('invoices', file);
    expect(read).toMatchObject({ state: 'mapping', mapping: { gross: { column: 3 } } });
    expect(read.columns[2]?.dates).toEqual(['dmy']);
    const refused = await world.call('PUT', `/${read.id}/mapping`, { mapping: { ...read.mapping, date: { column: 2 } } });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { date: 'Choose how Date is written.', gross: 'Choose how Gross amount is written.' },
    ]);
    const seen = await world.preview(read, { date: { column: 2, format: 'mdy' }, gross: { column: 3, format: 'point' } });
    const done = await world.step(seen.id, 'start');
    expect(seen.counts).toMatchObject({ new: 1, quarantined: 6 });
    expect(await reasons(done.id)).toEqual([
      [3, 'Invoice Date', '"13/04/2026" is not a date written as Month/day/year (03/04/2026).'],
      [4, 'Total', '"1.234,50" is not an amount written as 1,234.50.'],
      [5, 'Total', '"€5" is not an amount written as 1,234.50.'],
      [6, 'Customer', 'Customer is empty.'],
      [7, 'Currency', 'It is in EUR. Other currencies are not converted.'],
      [8, 'Invoice No', 'Invoice F-1 is in row 2 of this file already.'],
    ]);
    expect(await world.invoices()).toMatchObject([{ invoice_number: 'F-1', booking_date: '2026-03-04', gross_cents: 123_450 }]);
  });

  it('asks again for a remembered format if this file differs', async () => {
    await world.run('invoices', csv('F-1,Acme,03/04/2026,1.00,,,,'), { date: { column: 2, format: 'mdy' } });
    const alike = await world.upload('invoices', csv('F-2,Acme,03/05/2026,1.00,,,,'));
    expect(alike).toMatchObject({ remembered: true, mapping: { date: { column: 2, format: 'mdy' } } });
    const other = await world.upload('invoices', csv('F-3,Acme,03/05/2026,1.00,,,,', 'F-4,Acme,13/05/2026,1.00,,,,'));
    expect(other.mapping.date).toEqual({ column: 2 });
    const refused = await world.call('PUT', `/${other.id}/mapping`, { mapping: other.mapping });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { date: 'Choose how Date is written.' }]);
  });

  it('decisions 2.11: treats an invoice of a closed month as a late fact, and refuses to undo such a run', async () => {
    await world.book('sam', '2026-10-05', 1000);
    await world.close('2026-10');
    const seen = await world.preview(await world.upload('invoices', csv('F-1,Acme,2026-10-06,1000,,sam@example.test,,')));
    expect(seen.counts).toMatchObject({ closed_month: 1, new: 0 });
    const done = await world.step(seen.id, 'start');
    expect(await world.server.db.query.selectFrom('adjustments').select(['origin', 'state', 'amount_cents']).execute()).toMatchObject([
      { origin: 'late_fact', state: 'pending', amount_cents: (seen.people[0]?.proposed ?? 0) * 100 },
    ]);
    expect(done.undo_refused).toBe('October 2026 is closed. Reopen it first, or correct single invoices.');
    const refused = await world.call('POST', `/${done.id}/undo`, {});
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'undo_refused']);
  });
});

describe('import runs', () => {
  it('undo completely: new invoices no longer count, changed ones are restored', async () => {
    await world.run('invoices', csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,'));
    const records = async () =>
      (await world.server.db.query.selectFrom('commission_records').select(['invoice_number', 'user_id', 'amount_cents']).execute()).filter(
        ({ amount_cents }) => amount_cents !== 0,
      );
    const before = await records();
    const done = await world.run(
      'invoices',
      csv('F-1,Acme,2026-11-02,2000,,kim@example.test,,', 'F-2,Acme,2026-11-03,500,,sam@example.test,,'),
    );
    expect(done).toMatchObject({ counts: { changed: 1, new: 1 } });
    const undone = await world.step(done.id, 'undo');
    expect(undone).toMatchObject({ state: 'undone', actions: [] });
    expect(await world.invoices()).toMatchObject([
      { invoice_number: 'F-1', gross_cents: 100_000, salesperson_id: world.ids.sam, state: 'sent' },
      { invoice_number: 'F-2', state: 'cancelled' },
    ]);
    expect(await records()).toEqual(before);
    await world.isSettled();
  });

  it('refuse an undo after a later run or a person changed the same invoice', async () => {
    const first = await world.run('invoices', csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,'));
    const second = await world.run('invoices', csv('F-1,Acme,2026-11-02,2000,,sam@example.test,,'));
    expect((await world.ask('GET', `/${first.id}`)).undo_refused).toBe('file.csv changed the same records later. Undo that first.');
    await world.server.db.query.updateTable('invoices').set({ version: 99 }).execute();
    expect((await world.ask('GET', `/${second.id}`)).undo_refused).toBe('Invoice F-1 was changed since.');
  });

  it('refuse an undo if another import’s credit memo reverses one of their invoices', async () => {
    const first = await world.run(
      'invoices',
      csv('F-1,Acme,2026-11-02,1000,,sam@example.test,,', 'M-1,Acme,2026-11-03,-100,,sam@example.test,F-1,'),
    );
    expect(first.undo_refused).toBeNull();
    const second = await world.run('invoices', csv('M-2,Acme,2026-11-04,-50,,sam@example.test,F-1,'));
    expect((await world.ask('GET', `/${first.id}`)).undo_refused).toBe(
      'Credit memo M-2 takes back invoice F-1. Cancel or undo that first.',
    );
    expect((await world.call('POST', `/${first.id}/undo`, {})).statusCode).toBe(409);
    await world.step(second.id, 'undo');
    expect(await world.step(first.id, 'undo')).toMatchObject({ state: 'undone' });
    await world.isSettled();
  });

  it('retry quarantined rows one by one or all once fixed, and discard the rest', async () => {
    const done = await world.run(
      'invoices',
      csv('F-1,Acme,2026-11-02,1000,,Una Late,,', 'F-2,Acme,2026-11-02,10,,Una Late,,', 'F-3,Acme,2026-11-02,10,,Nobody Else,,'),
    );
    expect(done.waiting).toBe(3);
    await world.server.add({ email: 'una@example.test', role: 'salesperson', first_name: 'Una', last_name: 'Late' });
    const [first] = await world.quarantine(done.id);
    await world.ask('POST', `/${done.id}/quarantine/retry`, { ids: [first?.id] });
    await world.own.drain();
    expect(await world.ask('GET', `/${done.id}`)).toMatchObject({
      state: 'completed',
      waiting: 2,
      counts: { new: 1, quarantined: 2, done: 3 },
    });
    await world.ask('POST', `/${done.id}/quarantine/retry`, {});
    await world.own.drain();
    expect(await reasons(done.id)).toEqual([[4, 'Sales Rep', 'Nobody is called "Nobody Else".']]);
    await world.ask('POST', `/${done.id}/quarantine/drop`, {});
    expect(await world.ask('GET', `/${done.id}`)).toMatchObject({ waiting: 0, counts: { new: 2, quarantined: 1 } });
    expect((await world.invoices()).map(({ invoice_number }) => invoice_number)).toEqual(['F-1', 'F-2']);
    await world.isSettled();
  });

  it('export refused rows as CSV without formula cells', async () => {
    const done = await world.run('invoices', csv('F-1,"=HYPERLINK(""http://x"")",2026-11-02,abc,,,,', 'F-2,@sum,2026-11-02,1 2 3,,,,'), {
      gross: { column: 3, format: 'point' },
    });
    const answer = await world.call('GET', `/${done.id}/refused`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe(`\uFEFF${HEADER},Row,Column,Reason`);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[2]).toContain("'@sum");
    expect(lines[1]).toContain(',2,Total,');
  });

  it('can be canceled midway: written rows stay, Resume imports the rest, and all can be undone', async () => {
    const many = Array.from({ length: 450 }, (_, number) => `B-${number},Acme,2026-11-02,10,,sam@example.test,,`);
    const seen = await world.preview(await world.upload('invoices', csv(...many)));
    await world.ask('POST', `/${seen.id}/start`, {});
    const request = { run_id: Number(seen.id), actor_id: world.ids.ada, network: '127.0.0.0/24', request_id: 'test' };
    let batches = 0;
    // The second batch is aborted, so that the run is cancelled between two batches.
    const keep = async (_: unknown, within?: unknown): Promise<void> => {
      batches += within === undefined ? 0 : 1;
      if (batches === 2) throw new Error('cut off');
    };
    const work = { signal: new AbortController().signal, keep };
    await expect(processImport({ store: world.facts.store, clock: world.server.clock }, request, null, work)).rejects.toThrow('cut off');
    await world.ask('POST', `/${seen.id}/cancel`, {});
    await world.drain();
    const cancelled = await world.ask('GET', `/${seen.id}`);
    expect(cancelled).toMatchObject({ state: 'cancelled', counts: { done: 200 } });
    expect(await world.invoices()).toHaveLength(200);
    const resumed = await world.step(seen.id, 'resume');
    expect(resumed).toMatchObject({ state: 'completed', counts: { done: 450, new: 450 } });
    expect(await world.invoices()).toHaveLength(450);
    expect(await world.step(seen.id, 'undo')).toMatchObject({ state: 'undone' });
    expect((await world.invoices()).every(({ state }) => state === 'cancelled')).toBe(true);
    await world.isSettled();
  });
});
