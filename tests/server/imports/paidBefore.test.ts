import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
  await world.run('invoices', INVOICES);
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const INVOICES = [
  'Number,Customer,Date,Total,Sales Rep',
  'B-1,Acme,2026-11-02,1000,sam@example.test',
  'B-2,Acme,2026-11-03,500,sam@example.test',
].join('\n');
const csv = (...rows: string[]): string => ['Person,Invoice,Paid on,Amount,Draw balance', ...rows].join('\n');
const reasons = async (id: string) => (await world.quarantine(id)).map(({ row, reason }) => [row, reason]);
const payouts = () =>
  world.server.db.query
    .selectFrom('payouts')
    .select(['amount_cents', 'drawn_cents', 'draw_balance_cents', 'paid_on', 'source', 'state'])
    .orderBy('id')
    .execute();
const record = async (number: string) => {
  const { rows } = await sql<{ earned: number; paid: number; status: string }>`
    select amount_cents as earned, paid_cents as paid, status from commission_records where invoice_number = ${number}`.execute(
    world.server.db.query,
  );
  return rows[0];
};

/** Only these people keep a role that may import, today and on every past day. */
const deactivateAllBut = async (...emails: string[]): Promise<void> => {
  const { query } = world.server.db;
  await sql`alter table users disable trigger users_past_change`.execute(query);
  await sql`update users set role = 'events_manager' where role in ('admin', 'finance') and email <> all(${emails}::text[])`.execute(query);
  await sql`alter table users enable trigger users_past_change`.execute(query);
};

describe('commission paid before Quotaboard (decisions 2.31)', () => {
  it('records rows of one person and day as one completed earlier payment, and undoes them', async () => {
    const before = await record('B-1');
    const seen = await world.preview(
      await world.upload('paid_before', csv('sam@example.test,B-1,2026-11-20,10.00,', 'sam Person,B-2,2026-11-20,5.00,')),
    );
    expect(seen.people).toMatchObject([{ name: 'sam Person', rows: 2, amount: 15, above: 0 }]);
    expect(await payouts()).toEqual([]);
    const done = await world.step(seen.id, 'start');
    expect(done).toMatchObject({ state: 'completed', waiting: 0, counts: { new: 2, done: 2 } });
    expect(await payouts()).toMatchObject([{ amount_cents: 1500, paid_on: '2026-11-20', source: 'before', state: 'completed' }]);
    expect(await record('B-1')).toMatchObject({ paid: 1000 });
    expect(await world.run('paid_before', csv('sam@example.test,B-1,2026-11-20,10.00,'))).toMatchObject({ counts: { same: 1, new: 0 } });
    expect(await world.step(seen.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await payouts()).toEqual([]);
    expect(await record('B-1')).toEqual(before);
  });

  it('warns about each payment above its own earnings, by invoice and person', async () => {
    const seen = await world.preview(
      await world.upload('paid_before', csv('sam@example.test,B-1,2026-11-20,62.00,', 'sam@example.test,B-2,2026-11-20,30.00,')),
    );
    expect(seen.notes).toEqual([
      { rows: 1, sentence: 'sam Person was paid $12.00 more for invoice B-1 than the $50.00 earned on it.' },
      { rows: 1, sentence: 'sam Person was paid $5.00 more for invoice B-2 than the $25.00 earned on it.' },
    ]);
  });

  it('shows 200 warnings and counts the rest', async () => {
    await sql`update general_settings set set_up_on = '2026-11-03'`.execute(world.server.db.query);
    const numbers = Array.from({ length: 203 }, (_, index) => `OLD-${index}`);
    const old = numbers.map((number) => `${number},Acme,2026-09-20,700,sam@example.test`);
    await world.run('invoices', ['Number,Customer,Date,Total,Sales Rep', ...old].join('\n'));
    const rows = numbers.map((number, index) => `sam@example.test,${number},2026-10-20,10,${2000 + index}`);
    const { notes } = await world.preview(await world.upload('paid_before', csv(...rows)));
    expect(notes).toHaveLength(201);
    expect(notes[0]?.sentence).toMatch(/^Invoice OLD-0 was booked before the books began/);
    expect(notes[200]).toEqual({ sentence: 'and 3 more remarks', rows: 3 });
  });

  it('records open draw balances, which later payments recover', async () => {
    const done = await world.run('paid_before', csv('sam@example.test,,2026-10-31,,2000'));
    expect(done).toMatchObject({ counts: { new: 1 } });
    expect(await payouts()).toMatchObject([{ amount_cents: 200_000, drawn_cents: 200_000, draw_balance_cents: 200_000 }]);
    expect(await world.run('paid_before', csv('sam@example.test,,2026-10-31,,2000'))).toMatchObject({ counts: { same: 1 } });
  });

  it('accepts payments to the importer only from a sole user before go-live, and records it in the audit log', async () => {
    const own = csv('fay@example.test,,2026-10-31,,2000');
    const { query } = world.server.db;
    const refused = [[2, 'It pays the person who imports. Somebody else has to import your own payments.']];
    await sql`update general_settings set live_at = null`.execute(query);
    expect(await reasons((await world.run('paid_before', own)).id)).toEqual(refused);
    await deactivateAllBut('fay@example.test');
    const done = await world.run('paid_before', own);
    expect(done).toMatchObject({ counts: { new: 1 } });
    expect(await payouts()).toMatchObject([{ amount_cents: 200_000, draw_balance_cents: 200_000 }]);
    const batches = await query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'import.batch')
      .orderBy('id', 'desc')
      .execute();
    expect(batches[0]?.after).toMatchObject({ written: 1, own_payments: true });
    expect(batches.slice(1).some(({ after }) => JSON.stringify(after).includes('own_payments'))).toBe(false);
    expect(await world.step(done.id, 'undo')).toMatchObject({ state: 'undone' });
    const undone = await query.selectFrom('audit_log').select('after').where('action', '=', 'import.undone').execute();
    expect(undone.map(({ after }) => after)).toEqual([{ taken_back: 1, own_payments: true }]);
    await sql`update general_settings set live_at = now()`.execute(query);
    expect(await reasons((await world.run('paid_before', own)).id)).toEqual(refused);
  });

  it('treats inactive people and former importers as others who could have imported', async () => {
    const { query } = world.server.db;
    await sql`update general_settings set live_at = null`.execute(query);
    await sql`update users set active = false where role = 'admin'`.execute(query);
    await sql`update users set role = 'events_manager' where role = 'finance' and email <> 'fay@example.test'`.execute(query);
    const done = await world.run('paid_before', csv('fay@example.test,,2026-10-31,,2000'));
    expect(await reasons(done.id)).toEqual([[2, 'It pays the person who imports. Somebody else has to import your own payments.']]);
    await sql`update users set active = true, role = 'events_manager' where role = 'admin'`.execute(query);
    const repeated = await world.run('paid_before', csv('fay@example.test,,2026-10-30,,2000'));
    expect(repeated).toMatchObject({ counts: { new: 0 }, waiting: 1 });
  });

  it('reports payments above earnings before and after the import', async () => {
    const earned = (await record('B-1'))?.earned ?? 0;
    const amount = (earned / 100 + 12).toFixed(2);
    const seen = await world.preview(await world.upload('paid_before', csv(`sam@example.test,B-1,2026-11-20,${amount},`)));
    expect(seen.people).toMatchObject([{ above: 12 }]);
    expect(seen.notes).toEqual([{ rows: 1, sentence: expect.stringContaining('sam Person was paid $12.00 more for invoice B-1 than') }]);
    const done = await world.step(seen.id, 'start');
    expect(done.notes).toEqual(seen.notes);
    expect(await record('B-1')).toMatchObject({ status: 'over_paid' });
    // Going live with it needs consent (decisions 4.08).
    await sql`update general_settings set live_at = null`.execute(world.server.db.query);
    await world.server.add({ email: 'starter@example.test', role: 'admin' });
    const token = (await world.server.signIn('starter@example.test')).access_token;
    const preview = (await world.server.call('GET', '/api/v1/setup/live', { token })).json();
    expect(preview.warnings).toContain('$12.00 was paid above what was earned, and shows as overpaid.');
  });

  it('reports commission paid before its customer paid as overpaid until then', async () => {
    const seen = await world.preview(await world.upload('paid_before', csv('sam@example.test,B-1,2026-11-20,10,')));
    expect(seen.notes[0]?.sentence).toBe(
      'sam Person was paid $10.00 for invoice B-1 before its customer paid. It shows as overpaid until then.',
    );
  });

  it('names the error in a row', async () => {
    const done = await world.run(
      'paid_before',
      csv(
        'sam@example.test,B-9,2026-11-20,10,',
        'fay@example.test,B-1,2026-11-20,10,',
        'sam@example.test,,2026-11-20,10,',
        'sam@example.test,B-1,2027-11-20,10,',
        'sam@example.test,B-1,2026-11-20,,',
        'sam@example.test,B-1,2026-11-20,-3,',
        'nobody@example.test,B-1,2026-11-20,10,',
        'sam@example.test,B-1,2026-11-21,10,',
        'sam@example.test,B-1,2026-11-21,10,',
      ),
    );
    expect(await reasons(done.id)).toEqual([
      [2, 'There is no invoice B-9.'],
      [3, 'It pays the person who imports. Somebody else has to import your own payments.'],
      [4, 'The amount needs the invoice that it paid.'],
      [5, 'The date cannot be in the future.'],
      [6, 'It has neither an amount for an invoice nor a draw balance.'],
      [7, 'Amount must be more than zero.'],
      [8, 'Nobody is called "nobody@example.test".'],
      [10, 'The same person, invoice, amount and day are in row 9 of this file too.'],
    ]);
  });

  it('skips invoices booked before the books began', async () => {
    await sql`update general_settings set set_up_on = '2026-11-03'`.execute(world.server.db.query);
    await world.run('invoices', 'Number,Customer,Date,Total,Sales Rep\nB-0,Acme,2026-09-20,700,sam@example.test');
    const done = await world.run('paid_before', csv('sam@example.test,B-0,2026-10-20,10,', 'sam@example.test,B-1,2026-11-20,10,'));
    expect(done).toMatchObject({ counts: { before_books: 1, new: 1 } });
    expect(await world.ask('GET', '/opening-position')).toEqual({
      books_begin_on: '2026-10-01',
      older: { invoices: 1, open: 700 },
      paid: { people: 1, amount: 10, above: 0 },
      draws: { people: 0, amount: 0 },
    });
  });

  it('recognizes two amounts of the same person, invoice, day and reference', async () => {
    const file = csv(
      'sam@example.test,B-1,2026-11-20,10,',
      'sam@example.test,B-1,2026-11-20,5,',
      'sam@example.test,,2026-10-31,,2000',
      'sam@example.test,,2026-10-31,,100',
    );
    expect(await world.run('paid_before', file)).toMatchObject({ counts: { new: 4 } });
    expect(await world.run('paid_before', file)).toMatchObject({ counts: { same: 4, new: 0 } });
    expect(await record('B-1')).toMatchObject({ paid: 1500 });
  });

  it('records only the new draw balance beside a known amount', async () => {
    await world.run('paid_before', csv('sam@example.test,B-1,2026-11-20,10,'));
    expect(await world.run('paid_before', csv('sam@example.test,B-1,2026-11-20,10,2000'))).toMatchObject({ counts: { new: 1 } });
    expect(await payouts()).toMatchObject([{ amount_cents: 1000 }, { amount_cents: 200_000, drawn_cents: 200_000 }]);
  });

  it('asks once about one payment under two spellings of a person', async () => {
    const file = csv('sam@example.test,B-1,2026-11-20,10,', 'sam Person,B-1,2026-11-20,10,');
    const done = await world.run('paid_before', file);
    expect(await reasons(done.id)).toEqual([[3, 'The same person, invoice, amount and day are in row 2 of this file too.']]);
    await world.ask('POST', `/${done.id}/quarantine/retry`, { accept: true });
    await world.drain();
    expect(await record('B-1')).toMatchObject({ paid: 2000 });
    expect(await world.run('paid_before', file)).toMatchObject({ counts: { same: 2, new: 0, quarantined: 0 } });
  });

  it('refuses a negative amount beyond its record, and reads zero beside a draw balance as empty', async () => {
    const earned = (await record('B-2'))?.earned ?? 0;
    const earn = (cents: number) =>
      sql`update commission_records set amount_cents = ${cents} where invoice_number = 'B-2'`.execute(world.server.db.query);
    await earn(-500);
    const done = await world.run(
      'paid_before',
      csv('sam@example.test,B-2,2026-11-20,-9000,', 'sam@example.test,B-2,2026-11-20,0,', 'sam@example.test,B-2,2026-10-31,0.00,2000'),
    );
    expect(await reasons(done.id)).toEqual([
      [2, 'With -$9,000.00, sam Person would be paid less than the -$5.00 earned on invoice B-2.'],
      [3, 'It has neither an amount for an invoice nor a draw balance.'],
    ]);
    expect(await payouts()).toMatchObject([{ amount_cents: 200_000, drawn_cents: 200_000 }]);
    await earn(earned);
  });

  it('records the draw balance of a row whose invoice predates the books', async () => {
    await sql`update general_settings set set_up_on = '2026-11-03'`.execute(world.server.db.query);
    await world.run('invoices', 'Number,Customer,Date,Total,Sales Rep\nB-0,Acme,2026-09-20,700,sam@example.test');
    const done = await world.run('paid_before', csv('sam@example.test,B-0,2026-10-20,10,2000'));
    expect(done).toMatchObject({
      counts: { new: 1 },
      notes: [{ sentence: 'Invoice B-0 was booked before the books began, so only the draw balance is recorded.' }],
    });
    expect(await payouts()).toMatchObject([{ amount_cents: 200_000, drawn_cents: 200_000 }]);
  });

  it('leaves the undo of payments to the importer to someone else (decisions 3.06)', async () => {
    const done = await world.run('paid_before', csv('sam@example.test,B-1,2026-11-20,10,'));
    const { query } = world.server.db;
    const fay = query.selectFrom('users').select('id').where('email_key', '=', 'fay@example.test');
    const { user_id: sam } = await query.selectFrom('payouts').select('user_id').executeTakeFirstOrThrow();
    await query.updateTable('payouts').set({ user_id: fay }).execute();
    const answer = await world.call('POST', `/${done.id}/undo`, {});
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'It recorded payments to you. Somebody else has to undo them.']);
    await query.updateTable('payouts').set({ user_id: sam }).execute();
  });

  describe('before go-live, after an admin removed the person who imported the admin’s payments', () => {
    const REFUSED = [409, 'It recorded payments to you. Somebody else has to undo them.'];
    const importToAmy = async () => {
      const { server } = world;
      const amy = await server.add({ email: 'amy@example.test', role: 'admin', first_name: 'Amy' });
      const token = (await server.signIn('amy@example.test')).access_token;
      const { query } = server.db;
      await sql`update general_settings set live_at = null`.execute(query);
      await deactivateAllBut('amy@example.test', 'fay@example.test');
      const done = await world.run('paid_before', csv('amy@example.test,,2026-10-31,,2000'));
      expect(done).toMatchObject({ counts: { new: 1 } });
      const { id: fay } = await query
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', 'fay@example.test')
        .executeTakeFirstOrThrow();
      const change = async (body: object) => {
        const answer = await server.call('PUT', `/api/v1/users/${fay}`, { token, body });
        expect(answer.statusCode, answer.body).toBe(200);
      };
      const undo = async () => {
        const answer = await server.call('POST', `/api/v1/imports/${done.id}/undo`, { token, body: {} });
        return [answer.statusCode, answer.json().message];
      };
      return { amy, change, undo, runId: Number(done.id) };
    };

    it.each([
      ['deactivated', { active: false }],
      ['made a salesperson', { role: 'salesperson' }],
    ])('refuses the admin’s undo: %s', async (_what, body) => {
      const { change, undo } = await importToAmy();
      await change(body);
      expect(await undo()).toEqual(REFUSED);
      expect(await payouts()).toMatchObject([{ amount_cents: 200_000 }]);
    });

    it('undoes only their own import', async () => {
      const { amy, undo, runId } = await importToAmy();
      await deactivateAllBut('amy@example.test');
      expect(await undo()).toEqual(REFUSED);
      await sql`update sync_runs set created_by = ${amy} where id = ${runId}`.execute(world.server.db.query);
      expect((await undo())[0]).toBe(202);
    });
  });

  it('does not count an opening draw balance as a payment of its month', async () => {
    await world.run('paid_before', csv('sam@example.test,,2026-11-01,,2000'));
    const { user_id: id } = await world.server.db.query.selectFrom('payouts').select('user_id').executeTakeFirstOrThrow();
    const rows = [...(await world.facts.store.draws.standing([id], '2026-11-01', [])).values()];
    expect(rows).toMatchObject([{ paid: 0, kept: 0, balance: 200_000 }]);
  });

  it('refuses to undo a payment that was reversed since', async () => {
    const done = await world.run('paid_before', csv('sam@example.test,B-1,2026-11-20,10,'));
    await sql`update payouts set version = version + 1`.execute(world.server.db.query);
    expect(await world.ask('GET', `/${done.id}`)).toMatchObject({
      undo_refused: 'The payment of $10.00 of Nov 20, 2026 has been changed, reversed or matched since.',
    });
  });
});
