import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.server.close();
});

const invoices = (...rows: string[]): string => ['Invoice No,Customer,Invoice Date,Total,Sales Rep,Credit of', ...rows].join('\n');
const receipts = (...rows: string[]): string => ['Invoice,Payment Date,Amount,Reference,Method', ...rows].join('\n');
const F1 = 'F-1,Acme,2026-11-02,1000,sam@example.test,';
const memo = (dollars: number): string => `M-1,Acme,2026-11-05,-${dollars},sam@example.test,F-1`;

/** Amounts received, in dollars, by invoice number. */
const received = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ number: string; received: number }>`
    select i.invoice_number as number, sum(p.amount_cents)::int8 / 100 as received from customer_payments p
    join invoices i on i.id = p.invoice_id where p.state = 'completed' group by 1 order by 1`.execute(world.server.db.query);
  return Object.fromEntries(rows.map(({ number, received }) => [number, received]));
};
const statuses = async (): Promise<Record<string, string>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .select(['i.invoice_number', 'r.status'])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.invoice_number, row.status]));
};

describe('decisions 2.03, 2.20: imported credit memos and their originals', () => {
  it('settle the original, so that paying the rest makes the commission due', async () => {
    await world.run('invoices', invoices(memo(300), F1));
    expect(await received()).toEqual({ 'F-1': 300, 'M-1': -300 });
    expect(await statuses()).toEqual({ 'F-1': 'not_due', 'M-1': 'not_due' });
    await world.run('receipts', receipts('F-1,2026-11-10,700,CHK-1,check'));
    expect(await received()).toEqual({ 'F-1': 1000, 'M-1': -300 });
    await world.isSettled();
    expect(await statuses()).toEqual({ 'F-1': 'due', 'M-1': 'due' });
  });

  it('apply the open amount of a paid original; the rest is customer credit', async () => {
    await world.run('invoices', invoices(F1));
    await world.run('receipts', receipts('F-1,2026-11-10,900,CHK-1,check'));
    await world.run('invoices', invoices(memo(300)));
    expect(await received()).toEqual({ 'F-1': 1000, 'M-1': -300 });
    await world.isSettled();
    expect(await statuses()).toEqual({ 'F-1': 'due', 'M-1': 'due' });
  });

  it('settle again after a later file’s change, once per change, and undo step by step', async () => {
    const first = await world.run('invoices', invoices(F1, memo(300)));
    await world.run('invoices', invoices(F1, memo(300)));
    expect(await received()).toEqual({ 'F-1': 300, 'M-1': -300 });
    const second = await world.run('invoices', invoices(memo(450)));
    expect(await received()).toEqual({ 'F-1': 450, 'M-1': -450 });
    await world.isSettled();
    expect(await world.step(second.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual({ 'F-1': 300, 'M-1': -300 });
    expect(await world.step(first.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual({});
    await world.isSettled();
    const { rows } = await sql`select 1 from receipts where state <> 'failed'`.execute(world.server.db.query);
    expect(rows).toEqual([]);
  });
});

/** Earned and due amounts in cents, by invoice and person. */
const records = async (): Promise<Record<string, readonly [number, number]>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.invoice_number', 'u.first_name', 'r.amount_cents', 'r.due_cents'])
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.invoice_number} ${row.first_name}`, [row.amount_cents, row.due_cents]]));
};

describe('a file moves a credit memo to another original', () => {
  it('reopens the old one and settles the new one; both commissions follow, and undo reverses everything', async () => {
    const F2 = 'F-2,Acme,2026-11-02,500,kim@example.test,';
    await world.run('invoices', invoices(F1, F2, memo(300)));
    await world.run('receipts', receipts('F-1,2026-11-10,700,CHK-1,check', 'F-2,2026-11-10,200,CHK-2,check'));
    await world.isSettled();
    const settlesFirst = [
      { 'F-1': 1000, 'F-2': 200, 'M-1': -300 },
      { 'F-1 sam': [5000, 5000], 'F-2 kim': [2500, 0], 'M-1 sam': [-1500, -1500] },
    ];
    expect([await received(), await records()]).toEqual(settlesFirst);

    const seen = await world.preview(await world.upload('invoices', invoices('M-1,Acme,2026-11-05,-300,kim@example.test,F-2')));
    const { id } = await world.step(seen.id, 'start');
    await world.isSettled();
    expect([await received(), await records()]).toEqual([
      { 'F-1': 700, 'F-2': 500, 'M-1': -300 },
      { 'F-1 sam': [5000, 0], 'F-2 kim': [2500, 2500], 'M-1 kim': [-1500, -1500] },
    ]);
    expect(Object.fromEntries(seen.people.map(({ name, amount }) => [name, amount]))).toEqual({ 'sam Person': 15, 'kim Person': -15 });

    expect(await world.step(id, 'undo')).toMatchObject({ state: 'undone' });
    await world.isSettled();
    expect([await received(), await records()]).toEqual(settlesFirst);
  });
});

describe('undoing a correction', () => {
  it('is refused if the original would be overpaid', async () => {
    await world.run('invoices', invoices(F1, memo(300)));
    const correction = await world.run('invoices', invoices(memo(100)));
    await world.run('receipts', receipts('F-1,2026-11-10,900,CHK-1,check'));
    expect(await received()).toEqual({ 'F-1': 1000, 'M-1': -100 });
    const undone = await world.step(correction.id, 'undo');
    expect([undone.state, undone.error]).toEqual(['completed', 'Invoice F-1 was paid since.']);
    expect(await received()).toEqual({ 'F-1': 1000, 'M-1': -100 });
  });
});

/** Applies the credit of M-1 to this invoice only. */
const payByCredit = async (number: string, amount = '300.00'): Promise<void> => {
  const { rows } = await sql<{ id: number; version: number; other: number }>`
    select r.id, r.version, i.id as other from receipts r, invoices i where r.reference = 'M-1' and i.invoice_number = ${number}`.execute(
    world.server.db.query,
  );
  const [credit] = rows;
  const allocations = [{ kind: 'invoice', id: String(credit?.other), amount }];
  const body = { version: credit?.version, allocations };
  const answer = await world.server.call('PUT', `/api/v1/payments/cp-${credit?.id}/allocations`, { token: world.token, body });
  expect(answer.statusCode, answer.body).toBe(200);
};

describe('a credit memo that is no longer one', () => {
  it('is not undone if its credit was manually applied elsewhere', async () => {
    await world.run('invoices', invoices(F1, 'F-2,Acme,2026-11-02,500,sam@example.test,'));
    await world.run('receipts', receipts('F-1,2026-11-10,1000,CHK-1,check'));
    const { id } = await world.run('invoices', invoices(memo(300)));
    await payByCredit('F-2');
    const refused = await world.call('POST', `/${id}/undo`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'The credit from M-1 has been applied elsewhere since.']);
    expect(await received()).toEqual({ 'F-1': 1000, 'F-2': 300, 'M-1': -300 });
    await world.isSettled();
  });

  it('keeps the import of an invoice that its credit has since paid', async () => {
    await world.run('invoices', invoices(F1));
    await world.run('receipts', receipts('F-1,2026-11-10,1000,CHK-1,check'));
    await world.run('invoices', invoices(memo(300)));
    const { id } = await world.run('invoices', invoices('F-2,Acme,2026-11-02,500,sam@example.test,'));
    await payByCredit('F-2');
    const refused = await world.call('POST', `/${id}/undo`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Invoice F-2 was paid since.']);
    expect(await received()).toEqual({ 'F-1': 1000, 'F-2': 300, 'M-1': -300 });
  });

  it('settles nothing after its undo when a sales sheet assigns it', async () => {
    await world.run('invoices', invoices(F1));
    const second = await world.run('invoices', invoices(memo(300)));
    await world.step(second.id, 'undo');
    await world.run('sales', 'Invoice No,Sales Rep\nM-1,kim@example.test');
    expect(await received()).toEqual({});
  });

  it('is quarantined if repeated above zero without an original', async () => {
    await world.run('invoices', invoices(F1, memo(300)));
    const repeated = await world.run('invoices', invoices('M-1,Acme,2026-11-05,500,sam@example.test,'));
    expect(repeated).toMatchObject({ counts: { quarantined: 1, changed: 0 } });
    expect(await received()).toEqual({ 'F-1': 300, 'M-1': -300 });
  });
});

describe('a later file changes a memo whose credit was manually applied', () => {
  const F2 = 'F-2,Acme,2026-11-02,500,sam@example.test,';
  const appliedToF2 = async (): Promise<void> => {
    await world.run('invoices', invoices(F1, F2));
    await world.run('receipts', receipts('F-1,2026-11-10,1000,CHK-1,check'));
    await world.run('invoices', invoices(memo(300)));
    await payByCredit('F-2');
  };

  it('keeps the manual application while the memo covers it, and undoes the change around it', async () => {
    await appliedToF2();
    const { id } = await world.run('invoices', invoices(memo(450)));
    expect(await received()).toEqual({ 'F-1': 1000, 'F-2': 300, 'M-1': -450 });
    await world.isSettled();
    expect(await world.step(id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual({ 'F-1': 1000, 'F-2': 300, 'M-1': -300 });
    await world.isSettled();
  });

  it('quarantines the row if the memo no longer covers it, already in the preview', async () => {
    await appliedToF2();
    expect((await world.preview(await world.upload('invoices', invoices(memo(200))))).counts).toMatchObject({ quarantined: 1 });
    const done = await world.run('invoices', invoices(memo(250)));
    expect(done).toMatchObject({ counts: { quarantined: 1, changed: 0 } });
    expect((await world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Total', '$300.00 of this credit memo was applied by hand to F-2, and less of it would be left. Change that payment first.'],
    ]);
    expect(await received()).toEqual({ 'F-1': 1000, 'F-2': 300, 'M-1': -300 });
  });

  it('does not reapply manually removed credit to the memo’s own invoice, only the increase', async () => {
    await world.run('invoices', invoices(F1));
    await world.run('receipts', receipts('F-1,2026-11-10,750,CHK-1,check'));
    await world.run('invoices', invoices(memo(300)));
    expect(await received()).toEqual({ 'F-1': 1000, 'M-1': -300 });
    await payByCredit('F-1', '100.00');
    expect(await received()).toEqual({ 'F-1': 850, 'M-1': -300 });
    const { id } = await world.run('invoices', invoices(memo(350)));
    expect(await received()).toEqual({ 'F-1': 900, 'M-1': -350 });
    await world.run('invoices', invoices(memo(320)));
    expect(await received()).toEqual({ 'F-1': 900, 'M-1': -320 });
    const last = await world.run('invoices', invoices(memo(120)));
    expect(await received()).toEqual({ 'F-1': 870, 'M-1': -120 });
    expect(await world.step(last.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await received()).toEqual({ 'F-1': 900, 'M-1': -320 });
    expect((await world.call('POST', `/${id}/undo`, {})).statusCode).toBe(409);
    await world.isSettled();
  });
});

describe('decisions 7.03: sellers of credit memos', () => {
  const whose = async (): Promise<Record<string, readonly string[]>> => {
    const { rows } = await sql<{ number: string; names: string[] }>`
      select i.invoice_number as number, array_agg(u.first_name order by u.id) as names from commission_records r
      join invoices i on i.id = r.invoice_id join users u on u.id = r.user_id group by 1`.execute(world.server.db.query);
    return Object.fromEntries(rows.map(({ number, names }) => [number, names]));
  };

  it('change with a sales sheet’s assignment of the invoice, and its undo returns both', async () => {
    await world.run('invoices', invoices(F1, memo(300)));
    await world.isSettled();
    expect(await whose()).toEqual({ 'F-1': ['sam'], 'M-1': ['sam'] });
    const { id } = await world.run('sales', 'Invoice No,Sales Rep\nF-1,kim@example.test');
    await world.isSettled();
    expect(await whose()).toEqual({ 'F-1': ['kim'], 'M-1': ['kim'] });
    expect(await world.step(id, 'undo')).toMatchObject({ state: 'undone' });
    await world.isSettled();
    expect(await whose()).toEqual({ 'F-1': ['sam'], 'M-1': ['sam'] });
  });

  it('appear in the preview for the person who gains them and the one who loses them', async () => {
    await world.run('invoices', invoices(F1, memo(300)));
    await world.isSettled();
    const seen = await world.preview(await world.upload('sales', 'Invoice No,Sales Rep\nF-1,kim@example.test'));
    expect(seen.people.map(({ amount }) => amount).sort()).toEqual([-35, 35]);
  });

  it('change together in a file that gives invoice and memo to someone else', async () => {
    await world.run('invoices', invoices(F1, memo(300)));
    const kims = [F1, memo(300)].map((row) => row.replace('sam@', 'kim@'));
    expect(await world.run('invoices', invoices(...kims))).toMatchObject({ counts: { changed: 1, same: 1, quarantined: 0 } });
    await world.isSettled();
    expect(await whose()).toEqual({ 'F-1': ['kim'], 'M-1': ['kim'] });
  });
});

describe('imported receipts', () => {
  it('with a future date are quarantined, as in the form', async () => {
    await world.run('invoices', invoices(F1));
    const done = await world.run('receipts', receipts('F-1,2027-12-31,1000,FUT-1,wire'));
    expect(done).toMatchObject({ state: 'completed', counts: { done: 1, new: 0, quarantined: 1 } });
    expect((await world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Payment Date', 'The date cannot be in the future.'],
    ]);
    expect(await received()).toEqual({});
  });

  it('in a closed month say so before import', async () => {
    await world.run('invoices', invoices('F-1,Acme,2026-04-02,1000,sam@example.test,'));
    await world.close('2026-04');
    const file = receipts('F-1,2026-04-10,400,CLO-1,wire', 'F-1,2026-05-10,100,OPEN-1,wire');
    const seen = await world.preview(await world.upload('receipts', file));
    expect(seen.counts).toMatchObject({ new: 1, closed_month: 1 });
    expect(await world.step(seen.id, 'start')).toMatchObject({ state: 'completed', counts: { new: 1, closed_month: 1 } });
    expect(await received()).toEqual({ 'F-1': 500 });
    await world.isSettled();
  });
});
