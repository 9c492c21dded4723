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

const invoices = (...rows: string[]): string => ['Invoice No,Customer,Invoice Date,Total,Sales Rep', ...rows].join('\n');
const onlyInvoice = () => world.server.db.query.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
const call = async (path: string, body: object): Promise<number> =>
  (await world.server.call('POST', `/api/v1${path}`, { token: world.token, body })).statusCode;
const pay = async (): Promise<number> => {
  const { id, customer_id } = await onlyInvoice();
  const allocations = [{ kind: 'invoice', id: String(id), amount: '1000.00' }];
  const receipt = { type: 'customer_payment', customer_id: String(customer_id), amount: '1000.00', payment_date: '2026-11-10' };
  return call('/payments', { ...receipt, payment_method: 'ACH', reference: '', allocations });
};

describe('a requested undo ends with a refusal if, before its job began', () => {
  it('a person recorded a payment: the invoice stays and is paid', async () => {
    const { id } = await world.run('invoices', invoices('F-1,Acme,2026-11-05,1000,sam@example.test'));
    await world.ask('POST', `/${id}/undo`, {});
    expect(await pay()).toBe(201);
    await world.drain();
    expect(await world.ask('GET', `/${id}`)).toMatchObject({ state: 'completed', error: 'Invoice F-1 was paid since.' });
    const { state, customer_payments } = {
      ...(await onlyInvoice()),
      customer_payments: await world.server.db.query.selectFrom('customer_payments').select(['amount_cents', 'state']).execute(),
    };
    expect(state).toBe('sent');
    expect(customer_payments).toEqual([{ amount_cents: 100_000, state: 'completed' }]);
    await world.isSettled();
    expect(await world.facts.recordOf((await onlyInvoice()).id)).toMatchObject({
      user_id: world.ids.sam,
      amount_cents: 5000,
      status: 'due',
    });
  });

  it('a person recorded a payment of an amount that an import raised: it stays raised and is paid once', async () => {
    await world.run('invoices', invoices('F-1,Acme,2026-11-05,100,sam@example.test'));
    const { id } = await world.run('invoices', invoices('F-1,Acme,2026-11-05,1000,sam@example.test'));
    expect(await pay()).toBe(201);
    const refused = await world.call('POST', `/${id}/undo`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Invoice F-1 was paid since.']);
    expect(await onlyInvoice()).toMatchObject({ gross_cents: 100_000 });
    await world.isSettled();
  });

  it('a person assigned the invoice: it stays theirs, with the imported amount', async () => {
    await world.run('invoices', invoices('F-1,Acme,2026-11-05,1000,'));
    const { id } = await world.run('invoices', invoices('F-1,Acme,2026-11-05,2000,'));
    await world.ask('POST', `/${id}/undo`, {});
    const invoice = await onlyInvoice();
    expect(await call(`/invoices/${invoice.id}/assign`, { salesperson_id: String(world.ids.kim), version: invoice.version })).toBe(200);
    await world.drain();
    expect(await world.ask('GET', `/${id}`)).toMatchObject({ state: 'completed', error: 'Invoice F-1 was changed since.' });
    expect(await onlyInvoice()).toMatchObject({ salesperson_id: world.ids.kim, net_cents: 200_000, state: 'sent' });
    await world.isSettled();
    expect(await world.facts.recordOf(invoice.id)).toMatchObject({ user_id: world.ids.kim, amount_cents: 10_000 });
  });
});
