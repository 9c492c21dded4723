import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  world = await createImportCompany();
  world.server.clock.set('2026-11-20T18:00:00Z');
  for (const name of ['fay', 'vic']) tokens[name] = (await world.server.signIn(`${name}@example.test`)).access_token;
});
afterAll(() => world.server.close());

const as = (name: string, method: 'GET' | 'POST' | 'PUT', path: string, body: object) =>
  world.server.call(method, `/api/v1/${path}`, { token: tokens[name], body });
const idOf = async (email: string): Promise<number> =>
  (await world.server.db.query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

describe('decisions 3.07: only an active person with a selling role on the booking date may be credited', () => {
  it('an import does not credit a finance user who imports it: the row waits without commission', async () => {
    const file =
      'Number,Customer,Date,Total,Sales Rep\nI-1,Acme,2026-11-02,8000,fay@example.test\nI-2,Acme,2026-11-02,1000,sam@example.test';
    const done = await world.run('invoices', file);
    expect(done.counts).toMatchObject({ new: 1, quarantined: 1 });
    expect((await world.quarantine(done.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Sales Rep', 'fay@example.test was not active in a selling role on Nov 2, 2026, so a sale of that day cannot be theirs.'],
    ]);
    expect(await world.amounts()).toEqual({ [`${(await world.invoices()).length} sam`]: 50_00 });
  });

  it('nor does a sales sheet, a manual split, or the form', async () => {
    const done = await world.run('sales', 'Invoice No,Sales Rep\nI-2,fay@example.test');
    expect(done.counts).toMatchObject({ changed: 0, quarantined: 1 });
    const fay = await idOf('fay@example.test');
    const [invoice] = await world.server.db.query.selectFrom('invoices').select(['id', 'version']).execute();
    const shares = [
      { user_id: String(world.ids.sam), share: 0.5 },
      { user_id: String(fay), share: 0.5 },
    ];
    const split = await as('vic', 'PUT', `invoices/${invoice?.id}/split`, { shares, reason: 'Worked on it together', version: 0 });
    expect([split.statusCode, split.json().errors]).toEqual([422, { 'shares.1.user_id': 'Choose a person' }]);
    const assigned = await as('fay', 'POST', `invoices/${invoice?.id}/assign`, { version: invoice?.version, salesperson_id: String(fay) });
    expect(assigned.statusCode).toBe(422);
  });

  it('the role on the booking date decides: sales before selling or after leaving do not count', async () => {
    const book = (booking_date: string) => world.facts.addInvoice({ salesperson_id: world.ids.sam, booking_date, net_cents: 100_00 });
    const [early, late] = [await book('2026-11-03'), await book('2026-11-20')];
    await world.change('kim', { role: 'finance' });
    await world.change('max', { active: false });
    const assign = async (invoice: number, person: number) => {
      const { version } = await world.server.db.query
        .selectFrom('invoices')
        .select('version')
        .where('id', '=', invoice)
        .executeTakeFirstOrThrow();
      return (await as('vic', 'POST', `invoices/${invoice}/assign`, { version, salesperson_id: String(person) })).statusCode;
    };
    // From Nov 20 on, Kim is in finance and Max has left.
    expect(await assign(late, world.ids.kim)).toBe(422);
    expect(await assign(late, world.ids.max)).toBe(422);
    expect(await assign(early, world.ids.kim)).toBe(200);
    expect(await assign(early, world.ids.max)).toBe(200);
  });

  it('decisions 3.06: rows that credit the importer wait for someone else, as do payments of their sales', async () => {
    const own = await idOf('fay@example.test');
    await world.server.db.query
      .insertInto('user_past')
      .values({ user_id: own, until_day: '2026-11-15', role: 'salesperson', active: true })
      .execute();
    const file =
      'Number,Customer,Date,Total,Sales Rep\nO-1,Acme,2026-11-09,8000,fay@example.test\nO-2,Acme,2026-11-09,100,sam@example.test';
    const done = await world.run('invoices', file);
    expect(done.counts).toMatchObject({ new: 1, quarantined: 1 });
    expect((await world.quarantine(done.id)).map(({ reason }) => reason)).toEqual([
      'This row changes your own commission, so another person has to approve it.',
    ]);
    const number = (id: number) =>
      world.server.db.query.selectFrom('invoices').select('invoice_number').where('id', '=', id).executeTakeFirstOrThrow();
    const invoice = await world.facts.addInvoice({ salesperson_id: own, booking_date: '2026-11-09', net_cents: 100_00 });
    const { invoice_number } = await number(invoice);
    const paid = await world.run('receipts', `Payment Date,Check Number,Invoice,Amount,Customer\n2026-11-10,771,${invoice_number},100,`);
    expect(paid.counts).toMatchObject({ new: 0, quarantined: 1 });
  });
});
