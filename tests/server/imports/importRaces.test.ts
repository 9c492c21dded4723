import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { processImport } from '../../../server/domain/imports/processImport.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { resultOrWaits } from '../support/worlds/late/late.ts';

const isEmbedded = testDatabaseKind() === 'embedded';
let world: ImportCompany;
let other: Database;
beforeEach(async () => {
  world = await createImportCompany();
  if (!isEmbedded) other = await openDatabase(world.server.db.place);
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  if (!isEmbedded) await other.close();
  await world.server.close();
});

const invoices = (...rows: string[]): string => ['Invoice No,Customer,Invoice Date,Total,Sales Rep,Credit of', ...rows].join('\n');
const receipts = (...rows: string[]): string => ['Invoice,Payment Date,Amount,Reference,Method', ...rows].join('\n');
const sold = (day: string) => invoices(`F-1,Acme,${day},1000,sam@example.test,`);
const memo = (day: string) => invoices(`M-1,Acme,${day},-1000,sam@example.test,F-1`);
const paid = receipts('F-1,2026-11-10,1000,CHK-1,check');

/** A previewed file that is ready to start. */
const ready = async (kind: 'invoices' | 'receipts', file: string): Promise<string> =>
  (await world.preview(await world.upload(kind, file))).id;
/** Writes a started file in an instance. */
const write = async (store: Store, id: string): Promise<void> => {
  const request = { run_id: Number(id), actor_id: world.ids.ada, network: '127.0.0.0/24', request_id: 'test' };
  const work = { signal: new AbortController().signal, keep: async () => {} };
  await processImport({ store, clock: world.server.clock }, request, null, work);
};
/** A store that runs `work` once, after a batch and its marks are written but before its audit row and the commit. */
const runAfterBatch = (store: Store, work: () => Promise<void>): Store => ({
  ...store,
  transaction: ((batch) =>
    store.transaction((tx) => {
      const { importedFacts } = tx;
      const noteChanges: typeof importedFacts.noteChanges = async (...noted) => {
        await importedFacts.noteChanges(...noted);
        await work();
      };
      return batch({ ...tx, importedFacts: { ...importedFacts, noteChanges } });
    })) as typeof store.transaction,
});
/** Starts `work` while the file is being written. @returns its result, and whether it waited for the write */
const runDuringWrite = async (id: string, work: () => Promise<string>): Promise<[string, string]> => {
  let answer = Promise.resolve('');
  let seen = '';
  await world.ask('POST', `/${id}/start`, {});
  const store = runAfterBatch(openStore(other), async () => {
    answer = work();
    seen = await resultOrWaits(answer);
  });
  await write(store, id);
  return [seen, await answer];
};
/**
 * Starts a file of a separate connection, since files of one connection aren't written concurrently.
 * @returns a function that writes and computes it in this instance
 */
const startOtherImport = async (id: string): Promise<() => Promise<string>> => {
  const files = { kind: 'files', name: 'More files', external_account: 'more' } as const;
  const { id: connection } = await world.server.db.query.insertInto('connections').values(files).returning('id').executeTakeFirstOrThrow();
  await sql`update sync_runs set connection_id = ${connection} where id = ${Number(id)}`.execute(world.server.db.query);
  await world.ask('POST', `/${id}/start`, {});
  return async () => {
    await write(world.facts.store, id);
    await computeMarks(world.facts.store, world.server.clock);
    return 'written and computed';
  };
};
const onlyInvoice = () => world.server.db.query.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
/** Earned amount, due amount and status, by invoice and person. */
const records = async (): Promise<Record<string, readonly [number, number, string]>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.invoice_number', 'u.first_name', 'r.amount_cents', 'r.due_cents', 'r.status'])
    .orderBy('r.invoice_number')
    .orderBy('u.first_name')
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.invoice_number} ${row.first_name}`, [row.amount_cents, row.due_cents, row.status]]));
};
const received = () =>
  world.server.db.query
    .selectFrom('customer_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['i.invoice_number', 'p.amount_cents', 'p.state'])
    .orderBy('p.id')
    .execute();

describe.skipIf(isEmbedded)('decisions 7.08: a file’s batch is being written, on two connections', () => {
  it('an invoice is split: its credit memo in the file is split alike', async () => {
    await world.run('invoices', sold('2026-11-05'));
    const { id } = await onlyInvoice();
    const shares = [world.ids.sam, world.ids.kim].map((user) => ({ user_id: String(user), share: 0.5 }));
    const token = (await world.server.signIn('ada@example.test')).access_token;
    const split = async (): Promise<string> => {
      const body = { version: 0, reason: 'Both sold it', shares };
      return `${(await world.server.call('PUT', `/api/v1/invoices/${id}/split`, { token, body })).statusCode}`;
    };
    expect(await runDuringWrite(await ready('invoices', memo('2026-05-06')), split)).toEqual(['waits', '200']);
    await world.isSettled();
    expect(await records()).toEqual({
      'F-1 kim': [2500, 0, 'not_due'],
      'F-1 sam': [2500, 0, 'not_due'],
      'M-1 kim': [-2500, 0, 'not_due'],
      'M-1 sam': [-2500, 0, 'not_due'],
    });
  });

  it('another file brings a credit memo of the invoice being paid: they settle each other, and nothing is due (decisions 2.24)', async () => {
    await world.run('invoices', sold('2026-11-05'));
    const file = await ready('receipts', paid);
    const back = await startOtherImport(await ready('invoices', memo('2026-05-06')));
    expect(await runDuringWrite(file, back)).toEqual(['waits', 'written and computed']);
    await world.isSettled();
    expect(await records()).toEqual({ 'F-1 sam': [5000, 0, 'not_due'], 'M-1 sam': [-5000, 0, 'not_due'] });
    expect(await received()).toEqual([
      { invoice_number: 'F-1', amount_cents: 100_000, state: 'completed' },
      { invoice_number: 'M-1', amount_cents: -100_000, state: 'completed' },
    ]);
  });

  it('a person records a payment of the same invoice: no more than the open amount is allocated', async () => {
    await world.run('invoices', sold('2026-11-05'));
    const { id, customer_id } = await onlyInvoice();
    const pay = async (): Promise<string> => {
      const allocations = [{ kind: 'invoice', id: String(id), amount: '1000.00' }];
      const receipt = { type: 'customer_payment', customer_id: String(customer_id), amount: '1000.00', payment_date: '2026-11-10' };
      const body = { ...receipt, payment_method: 'ACH', reference: '', allocations };
      return `${(await world.server.call('POST', '/api/v1/payments', { token: world.token, body })).statusCode}`;
    };
    expect(await runDuringWrite(await ready('receipts', paid), pay)).toEqual(['waits', '422']);
    expect(await received()).toEqual([{ invoice_number: 'F-1', amount_cents: 100_000, state: 'completed' }]);
    await world.isSettled();
  });
});

/** A store that runs `work` once, as soon as a batch has locked its invoices. @returns the state of `work` at that point and at the end */
const runOnceLocked = (
  store: Store,
  work: () => Promise<number>,
): Readonly<{ store: Store; first: () => string; end: () => Promise<number> }> => {
  let first = '';
  let done: Promise<number> | undefined;
  const began = async (): Promise<void> => {
    if (done) return;
    done = work();
    first = await resultOrWaits(done.then(String));
  };
  const transaction = ((batch) =>
    store.transaction((tx) => {
      const { importedFacts, receipts } = tx;
      const invoices: typeof importedFacts.invoices = async (...args) => {
        const rows = await importedFacts.invoices(...args);
        if (rows.length > 0) await began();
        return rows;
      };
      const lockInvoices: typeof receipts.lockInvoices = async (ids) => {
        const rows = await receipts.lockInvoices(ids);
        await began();
        return rows;
      };
      return batch({ ...tx, importedFacts: { ...importedFacts, invoices }, receipts: { ...receipts, lockInvoices } });
    })) as Store['transaction'];
  return { store: { ...store, transaction }, first: () => first, end: async () => done ?? 0 };
};
const post = async (path: string, body: object): Promise<number> =>
  (await world.server.call('POST', `/api/v1${path}`, { token: world.token, body })).statusCode;
const onlyReceipt = () => world.server.db.query.selectFrom('receipts').selectAll().executeTakeFirstOrThrow();
const reverse = async (): Promise<number> => {
  const { id, version } = await onlyReceipt();
  return post(`/payments/cp-${id}/reverse`, { version, reason: 'It bounced' });
};

describe.skipIf(isEmbedded)('a batch is being decided', () => {
  it('is written as decided: a concurrent assignment waits, then learns that the invoice changed', async () => {
    await world.run('invoices', 'Invoice No,Customer,Invoice Date,Total\nF-1,Acme,2026-11-05,1000');
    const id = await ready('invoices', 'Invoice No,Customer,Invoice Date,Total\nF-1,Acme,2026-11-05,2000');
    await world.ask('POST', `/${id}/start`, {});
    const { id: invoiceId, version } = await onlyInvoice();
    const assigning = runOnceLocked(openStore(other), () =>
      post(`/invoices/${invoiceId}/assign`, { salesperson_id: String(world.ids.kim), version }),
    );
    await write(assigning.store, id);
    expect([assigning.first(), await assigning.end()]).toEqual(['waits', 409]);
    expect(await onlyInvoice()).toMatchObject({ gross_cents: 200_000, salesperson_id: null, version: version + 1 });
  });

  it('changes a receipt during its reversal: the reversal waits and is refused, because the receipt has changed', async () => {
    await world.run('invoices', sold('2026-11-05'));
    await world.run('receipts', paid);
    const id = await ready('receipts', receipts('F-1,2026-11-10,400,CHK-1,check'));
    await world.ask('POST', `/${id}/start`, {});
    const reversing = runOnceLocked(openStore(other), reverse);
    await write(reversing.store, id);
    expect([reversing.first(), await reversing.end()]).toEqual(['waits', 409]);
    expect(await received()).toEqual([{ invoice_number: 'F-1', amount_cents: 40_000, state: 'completed' }]);
    await world.isSettled();
  });

  it('undoes a receipt during its reversal: the reversal waits, then finds no receipt', async () => {
    await world.run('invoices', sold('2026-11-05'));
    const { id } = await world.run('receipts', paid);
    await world.ask('POST', `/${id}/undo`, {});
    const reversing = runOnceLocked(openStore(other), reverse);
    await write(reversing.store, id);
    expect([reversing.first(), await reversing.end()]).toEqual(['waits', 404]);
    expect(await received()).toEqual([]);
    await world.isSettled();
  });
});
