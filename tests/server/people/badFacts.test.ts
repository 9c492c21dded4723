import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

const t = messages.userFormText;
let world: ImportCompany;
let token: string;
beforeAll(async () => {
  world = await createImportCompany();
  await world.save({ books_begin_on: '2026-01-01', plans: [{ rates: [{ match: { territory: ['West'] }, base_commission_rate: 0.07 }] }] });
  token = (await world.server.signIn('ada@example.test')).access_token;
});
afterAll(() => world.server.close());

const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  world.server.call(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
let counter = 0;
const seller = async (overrides: object = {}): Promise<number> => {
  counter += 1;
  const person = { first_name: `b${counter}`, last_name: 'Person', email: `b${counter}@example.test`, role: 'salesperson' };
  const answer = await call('POST', '/users', { ...person, employment_start: '2026-01-01', ...overrides });
  expect(answer.statusCode, answer.body).toBe(201);
  return Number(answer.json().id);
};
const book = (salesperson_id: number, booking_date: string, dollars: number): Promise<number> =>
  world.facts.addInvoice({ salesperson_id, booking_date, net_cents: dollars * 100 });
const amountsOf = async (invoice: number) =>
  (await world.facts.recordsOf(invoice)).map(({ user_id, amount_cents }) => [user_id, amount_cents]);
const header = 'first_name,last_name,email,role,territory,manager_email,employment_start,employment_end';
const csv = async (...lines: readonly string[]) =>
  (await call('POST', '/users/import/preview', { csv: [header, ...lines].join('\n') })).json().lines;

describe('invalid input in a CSV file of people (issue 46)', () => {
  it('a start after the end, even with an existing value, and impossible days', async () => {
    await seller({ employment_start: '2026-10-05' });
    const own = `b${counter},Person,b${counter}@example.test,salesperson,,`;
    const lines = await csv(
      'Nia,Noor,nia@example.test,salesperson,,,2026-10-05,2026-10-04',
      `${own},,2026-10-04`,
      'Bo,Bell,bo@example.test,salesperson,,,2026-02-30,',
      'Al,Abe,al@example.test,salesperson,,,,soon',
    );
    expect(lines.map(({ what, errors }: { what: string; errors: string[] }) => [what, ...errors])).toEqual([
      ['error', t.endBeforeStart],
      ['error', t.endBeforeStart],
      ['error', t.dayInvalid],
      ['error', t.dayInvalid],
    ]);
    // The import doesn't trust the preview: it checks again.
    const sent = lines.map((line: object) => ({ ...line, what: 'create', errors: [] }));
    const { results } = (await call('POST', '/users/import', { lines: sent })).json();
    expect(results.map(({ what }: { what: string }) => what)).toEqual(['error', 'error', 'error', 'error']);
  });

  it('managers who manage each other', async () => {
    const lines = await csv(
      'Nia,Noor,nia@example.test,sales_manager,,bo@example.test,,',
      'Bo,Bell,bo@example.test,sales_manager,,cy@example.test,,',
      'Cy,Cox,cy@example.test,sales_manager,,nia@example.test,,',
    );
    expect(lines.every(({ what }: { what: string }) => what === 'error')).toBe(true);
  });
});

describe('invalid dates (issue 46)', () => {
  it('a cycle of three managers on an intermediate day', async () => {
    const [a, b, c] = [
      await seller({ role: 'sales_manager' }),
      await seller({ role: 'sales_manager' }),
      await seller({ role: 'sales_manager' }),
    ];
    const put = (id: number, body: object) => call('PUT', `/users/${id}`, body);
    expect((await put(a, { manager_id: String(b), effective_from: '2026-06-01' })).statusCode).toBe(200);
    expect((await put(b, { manager_id: String(c), effective_from: '2026-07-01' })).statusCode).toBe(200);
    expect((await put(a, { manager_id: null, effective_from: '2026-08-01' })).statusCode).toBe(200);
    const looped = await put(c, { manager_id: String(a), effective_from: '2026-05-01' });
    expect([looped.statusCode, Object.keys(looped.json().errors)]).toEqual([422, ['effective_from']]);
    expect((await put(c, { manager_id: String(a), effective_from: '2026-08-01' })).statusCode).toBe(200);
  });

  it.each([
    ['the end of employment', { employment_end: '2026-03-10' }, -50_00],
    ['its start', { employment_start: '2026-03-20' }, -50_00],
    ['a role that does not sell', { role: 'finance', effective_from: '2026-03-01' }, -50_00],
    ['a new territory', { territory: 'West', effective_from: '2026-03-01' }, 20_00],
  ])('%s in a closed month is proposed for the open one, and the month does not change', async (_name, change, cents) => {
    const person = await seller();
    await world.reopen('2026-03').catch(() => {});
    const sale = await book(person, '2026-03-15', 1_000);
    await world.close('2026-03');
    const answer = await call('PUT', `/users/${person}`, change);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await amountsOf(sale)).toEqual([[person, 50_00]]);
    const proposed = (await world.late()).filter(([, invoice]) => invoice === sale).map(([, , amount, state]) => [amount, state]);
    expect(proposed).toEqual([[cents, 'pending']]);
  });

  it('earnings of a departed seller are released when the customer pays, and open deals stay until reassigned', async () => {
    const person = await seller();
    const sale = await book(person, '2026-11-05', 1_000);
    const later = await book(person, '2026-11-18', 2_000);
    const deal = await call('POST', '/deals', {
      name: 'Robotics week',
      customer_name: 'Acme',
      owner_id: String(person),
      amount: '900',
      expected_close_date: '2026-12-10',
    });
    expect(deal.statusCode, deal.body).toBe(201);
    const change = { employment_end: '2026-11-10' };
    const impact = (await call('POST', `/users/${person}/impact`, change)).json();
    expect(impact.leaving).toEqual({ last_day: '2026-11-10', open_deals: 1, unpaid: 150 });
    expect(impact.open.map(({ before, after }: { before: number; after: number }) => [before, after])).toEqual([[150, 50]]);
    expect((await call('PUT', `/users/${person}`, change)).statusCode).toBe(200);
    expect(await amountsOf(sale)).toEqual([[person, 50_00]]);
    expect((await amountsOf(later)).filter(([, cents]) => cents !== 0)).toEqual([]);
    await world.facts.pay(sale, 1_000_00, '2026-11-19');
    expect((await world.facts.recordOf(sale)).due_cents).toBe(50_00);
    const dealNow = (await call('GET', `/deals/${deal.json().id}`)).json();
    expect([dealNow.owner_id, dealNow.state]).toEqual([String(person), 'open']);
    const given = await call('PUT', `/deals/${dealNow.id}`, {
      version: dealNow.version,
      name: dealNow.name,
      customer_name: dealNow.customer_name,
      owner_id: String(world.ids.sam),
      amount: '900',
      expected_close_date: '2026-12-10',
    });
    expect([given.statusCode, given.json().owner_id]).toEqual([200, String(world.ids.sam)]);
  });
});

describe('a credit memo larger than the remainder (issue 46)', () => {
  const head = 'Number,Customer,Date,Total,Sales Rep,Original';
  it.each([
    ['of the invoice', '-1000.01'],
    ['after another memo', '-600'],
  ])('in a file, %s: the row waits with a message', async (name, amount) => {
    const number = `B-${name.length}`;
    await world.run('invoices', `${head}\n${number},Acme,2026-11-02,1000,sam@example.test,\n${number}-M,Acme,2026-11-03,-500,,${number}`);
    const run = await world.run('invoices', `${head}\n${number}-N,Acme,2026-11-04,${amount},,${number}`);
    expect(run.counts).toMatchObject({ new: 0, quarantined: 1 });
    expect((await world.quarantine(run.id)).map(({ reason }) => reason)).toEqual([expect.stringContaining(number)]);
  });

  it('in the form: the maximum is the rest of the open amount', async () => {
    const sale = await book(world.ids.sam, '2026-11-02', 1_000);
    const memo = async (amount: string) => {
      const { version } = (await call('GET', `/invoices/${sale}`)).json();
      return call('POST', `/invoices/${sale}/credit-memo`, { version, amount, notes: 'Less' });
    };
    expect((await memo('600')).statusCode).toBe(201);
    const more = await memo('400.01');
    expect([more.statusCode, Object.keys(more.json().errors)]).toEqual([422, ['amount']]);
    expect((await memo('400')).statusCode).toBe(201);
    expect((await memo('0.01')).statusCode).toBe(409);
  });
});
