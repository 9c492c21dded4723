import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldReasons } from '../../../../contract/messages/connections.ts';
import { importProblems } from '../../../../contract/messages/importProblems.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let facts: Facts;
type OwnInvoice = Readonly<{ booking_date: string; state?: 'draft' | 'cancelled'; byTheSeller?: boolean }>;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  ids.admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  ids.finance = await server.add({ email: 'finance@example.test', role: 'finance' });
  ids.sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Sales' });
  ids.naomi = await server.add({ email: 'naomi@example.test', role: 'salesperson', first_name: 'Naomi', last_name: 'Owens' });
  for (const name of ['finance', 'sam', 'naomi']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, ids.admin, server.clock);
});
afterAll(() => server.close());

const ask = async (q: string, name = 'sam', more = '') => {
  const days = `start_date=2026-10-01&end_date=2026-10-31${more}`;
  return server.call('GET', `/api/v1/why-not?q=${encodeURIComponent(q)}&${days}`, { token: tokens[name] });
};
const reasonsOf = async (q: string, name?: string, more?: string) =>
  (await ask(q, name, more)).json().data.map(({ reasons }: { reasons: { sentence: string }[] }) => reasons.map(({ sentence }) => sentence));

describe('decisions 1.02 `why-not`: GET /api/v1/why-not', () => {
  it('finds an invoice by number, customer or link, and says that it is booked outside the range', async () => {
    const invoice = await facts.addInvoice({
      salesperson_id: ids.sam!,
      booking_date: '2026-11-02',
      net_cents: 100_00,
      invoice_number: '20999',
      customer_name: 'Flagstaff Library',
    });
    const { id } = await facts.recordOf(invoice);
    const outside = [
      [
        'It was booked on Nov 2, 2026, outside Oct 1, 2026 to Oct 31, 2026.',
        'It is on the list and not due: $0.00 of $100.00 has been received.',
      ],
    ];
    expect(await reasonsOf('20999')).toEqual(outside);
    expect(await reasonsOf(`https://pay.example.test/commissions?period=month&row=${id}`)).toEqual(outside);
    expect(await reasonsOf(`/wake?of=invoice-${invoice}`)).toEqual(outside);
    await facts.pay(invoice, 25_00, '2026-11-03');
    const result = server.db.query.selectFrom('customer_payments').select('id').where('invoice_id', '=', invoice);
    const { id: payment } = await result.executeTakeFirstOrThrow();
    const paid = [[outside[0]![0], 'It is on the list and not due: $25.00 of $100.00 has been received.']];
    for (const link of [
      `/wake?of=payment-${payment}`,
      `https://pay.example.test/commissions?row=999999&wake=payment-${payment}`,
      `/invoices?invoice=${invoice}#notes`,
      `/commissions?adjustments=approved&record=${id}`,
    ])
      expect(await reasonsOf(link)).toEqual(paid);
    // A row of another screen isn't a record.
    expect(await reasonsOf(`/imports?row=${id}`)).toEqual([]);
  });

  it('tells a seller only that an invoice waits for a salesperson (decisions 3.08)', async () => {
    const waiting = { salesperson_id: null as never, booking_date: '2026-10-04', net_cents: 77_00, customer_name: 'Secret Academy' };
    const id = await facts.addInvoice({ ...waiting, invoice_number: 'Q-41000' });
    expect((await ask('q-41000')).json()).toEqual({
      asked: 'q-41000',
      person: 'Sam Sales',
      data: [
        {
          kind: 'arrived',
          id: 'q-41000',
          title: 'Invoice q-41000',
          reasons: [
            {
              code: 'unassigned',
              sentence: 'It has arrived and waits for a salesperson.',
              who: 'Finance assigns it. Tell them if it is yours.',
            },
          ],
        },
      ],
      more: false,
    });
    // Neither by the beginning of its number, nor by its customer or link.
    for (const typed of ['Q-4100', 'Q-', 'Secret Academy', `/invoices?invoice=${id}`]) expect(await reasonsOf(typed)).toEqual([]);
    // Nor by its customer, for people who work with a different one.
    const [school, academy] = await server.db.query
      .insertInto('customers')
      .values([{ name: 'Open School' }, { name: 'Secret Academy' }])
      .returning('id')
      .execute();
    await facts.changeInvoice(id, { customer_id: academy!.id });
    const own = await facts.addInvoice({ ...waiting, invoice_number: 'Q-41002', salesperson_id: ids.sam!, customer_id: school!.id });
    expect(await reasonsOf('Secret Academy')).toEqual([]);
    // For people who work with the customer, only by its full name.
    await facts.changeInvoice(own, { customer_id: academy!.id, customer_name: 'Acme School', booking_date: '2026-10-03' });
    expect((await ask('secret academy')).json().data[0]).toMatchObject({
      kind: 'arrived',
      id: 'secret academy',
      title: 'An invoice of secret academy',
    });
    expect((await ask('Secret Acad')).json().data.filter(({ kind }: { kind: string }) => kind === 'arrived')).toEqual([]);
    await facts.changeInvoice(id, { salesperson_id: ids.naomi! });
    expect((await ask('secret academy')).json().data.filter(({ kind }: { kind: string }) => kind === 'arrived')).toEqual([]);
    expect(await reasonsOf('Q-41000')).toEqual([]);
    const draft = await facts.addInvoice({ ...waiting, invoice_number: 'Q-41001' });
    await facts.changeInvoice(draft, { state: 'cancelled' });
    expect(await reasonsOf('Q-41001')).toEqual([]);
  });

  describe('customer of a waiting invoice (decisions 3.08)', () => {
    const arrived = '2026-10-04T08:00:00Z';
    let count = 0;
    /** A waiting invoice of a new customer, booked and arrived on Oct 4. */
    const waitingOf = async () => {
      count += 1;
      const name = `Quiet Museum ${count}`;
      const { id: customer_id } = await server.db.query.insertInto('customers').values({ name }).returning('id').executeTakeFirstOrThrow();
      const booked = { customer_id, customer_name: name, booking_date: '2026-10-04', net_cents: 77_00 };
      const id = await facts.addInvoice({ ...booked, salesperson_id: null as never });
      await server.db.query.updateTable('invoices').set({ created_at: arrived }).where('id', '=', id).execute();
      return { name, customer_id };
    };
    const dealOf = (customer_name: string) => ({ name: 'Probe', customer_name, owner_id: String(ids.sam), amount: '1.00' });
    const createDeal = async (customer_name: string): Promise<{ id: string; version: number }> => {
      const created = await server.call('POST', '/api/v1/deals', { token: tokens.sam, body: dealOf(customer_name) });
      expect(created.statusCode).toBe(201);
      return created.json();
    };
    const recordDeal = (id: string, instant: string) =>
      sql`update deals set recorded_at = ${instant}, created_at = ${instant} where id = ${Number(id)}`.execute(server.db.query);
    const waits = async (name: string): Promise<boolean> =>
      (await ask(name)).json().data.some(({ kind }: { kind: string }) => kind === 'arrived');

    it('is not disclosed by a deal created later', async () => {
      const { name } = await waitingOf();
      await createDeal(name);
      expect(await waits(name)).toBe(false);
    });

    it('is not disclosed by an older deal renamed later', async () => {
      const { name } = await waitingOf();
      const { id, version } = await createDeal('Old Friends');
      await recordDeal(id, '2026-10-01T08:00:00Z');
      const renamed = await server.call('PUT', `/api/v1/deals/${id}`, { token: tokens.sam, body: { ...dealOf(name), version } });
      expect(renamed.statusCode).toBe(200);
      expect(await waits(name)).toBe(false);
    });

    it('is not disclosed by a deal that claims an earlier creation', async () => {
      const { name } = await waitingOf();
      const { id } = await createDeal(name);
      await sql`update deals set created_at = '2026-01-01' where id = ${Number(id)}`.execute(server.db.query);
      expect(await waits(name)).toBe(false);
    });

    it('is shown if an earlier deal is open or won, but not lost', async () => {
      const { name } = await waitingOf();
      const { id, version } = await createDeal(name);
      await recordDeal(id, '2026-10-04T07:59:59Z');
      expect(await waits(name)).toBe(true);
      const body = { version };
      const won = await server.call('POST', `/api/v1/deals/${id}/win`, { token: tokens.sam, body });
      expect(won.statusCode).toBe(200);
      expect(await waits(name)).toBe(true);
      await server.db.query.updateTable('deals').set({ state: 'lost', lost_reason: 'Price' }).where('id', '=', Number(id)).execute();
      expect(await waits(name)).toBe(false);
    });

    it.each([
      ['a day earlier', { booking_date: '2026-10-03' }, true],
      ['on the same day', { booking_date: '2026-10-04' }, false],
      ['earlier and cancelled', { booking_date: '2026-10-03', state: 'cancelled' as const }, false],
      ['earlier, as a draft', { booking_date: '2026-10-03', state: 'draft' as const }, false],
      ['earlier, entered by the seller', { booking_date: '2026-10-03', byTheSeller: true }, false],
    ])(
      'is shown or hidden depending on the seller’s own invoice, booked %s',
      async (_what, { byTheSeller = false, booking_date, ...change }: OwnInvoice, isWaiting) => {
        const { name, customer_id } = await waitingOf();
        const own = { customer_id, customer_name: 'Under another name', net_cents: 10_00, salesperson_id: ids.sam!, booking_date };
        const id = await facts.addInvoice(own);
        const created_by = byTheSeller ? ids.sam! : ids.finance!;
        await server.db.query
          .updateTable('invoices')
          .set({ created_by, ...change })
          .where('id', '=', id)
          .execute();
        expect(await waits(name)).toBe(isWaiting);
      },
    );
  });

  it('answers invisible items as missing, and names the new owner of one’s former items', async () => {
    const invoice = await facts.addInvoice({
      salesperson_id: ids.naomi!,
      booking_date: '2026-10-03',
      net_cents: 50_00,
      invoice_number: '31000',
    });
    const [hidden, none] = [await ask('31000'), await ask('39999')];
    expect({ ...hidden.json(), asked: '' }).toEqual({ ...none.json(), asked: '' });
    expect(hidden.json()).toEqual({ asked: '31000', person: 'Sam Sales', data: [], more: false });
    expect(await reasonsOf(`/wake?of=invoice-${invoice}`)).toEqual([]);
    expect((await reasonsOf('31000', 'naomi'))[0][0]).toContain('has been received');
    await facts.changeInvoice(invoice, { salesperson_id: ids.sam! });
    expect((await reasonsOf('31000', 'naomi'))[0][0]).toMatch(/^It has belonged to Sam Sales since /);
  });

  it('tells finance who owns an invoice missing from another’s list, and that it is in everybody’s list', async () => {
    await facts.addInvoice({ salesperson_id: ids.naomi!, booking_date: '2026-10-04', net_cents: 0, invoice_number: '32000' });
    expect(await reasonsOf('32000', 'finance', `&user_id=${ids.sam}`)).toEqual([['It belongs to Naomi Owens.']]);
    expect((await reasonsOf('32000', 'finance'))[0][0]).toMatch(/^It is on the list/);
  });

  describe('quarantined records', () => {
    const connectors = Object.entries(heldReasons).map(([code, { text }]) => [code, text] as const);
    const files = Object.entries(importProblems);
    /** These rows lack the facts that sentences mention. */
    const withoutFacts = (text: string): string => text.replace(/\{\w+\|\w+\|(\w+)\}/g, '$1').replace(/\{\w+\}/g, '—');
    const withPrefix = (text: string): string => `It needs attention: ${text}`;
    let admin: string;
    beforeAll(async () => {
      admin = (await server.signIn('admin@example.test')).access_token;
      tokens.admin = admin;
      const { query } = server.db;
      const connection = await query
        .insertInto('connections')
        .values({ kind: 'quickbooks', name: 'QuickBooks QB', suffix: 'QB' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const run = await query
        .insertInto('sync_runs')
        .values({ connection_id: connection.id, kind: 'sync', title: 'Sync of QuickBooks QB' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = (code: string, overrides: object) => ({
        run_id: run.id,
        kind: 'invoice',
        code,
        payload: JSON.stringify({ no: `${code}!` }),
        ...overrides,
      });
      const held = [...connectors.map(([code]) => code), 'fromALaterVersion'].map((code) =>
        row(code, { connection_id: connection.id, external_id: code, facts: JSON.stringify({ left_cents: 150 }) }),
      );
      const ofFile = files.map(([code], index) => row(`${code}`, { row_number: index, payload: JSON.stringify([`file ${code}!`]) }));
      await query
        .insertInto('quarantine')
        .values([...held, ...ofFile] as never)
        .execute();
    });

    it.each([...connectors, ['fromALaterVersion', fill(messages.whyNot.unknownReason, { code: 'fromALaterVersion' })] as const])(
      'shows the connection’s reason %s to people who can resolve it (decisions 3.08)',
      async (code, text) => {
        const sentence = withoutFacts(fill(text, { left: '$1.50' }));
        expect((await ask(`no": "${code}!`, 'admin')).json().data).toMatchObject([
          {
            kind: 'row',
            title: `${code} from QuickBooks QB`,
            reasons: [{ sentence: withPrefix(sentence), who: messages.whyNot.who.held }],
          },
        ]);
        expect(await reasonsOf(`no": "${code}!`, 'finance')).toEqual([]);
      },
    );

    it.each(files)('shows the file’s reason %s to finance', async (code, text) => {
      expect(await reasonsOf(`file ${code}!`, 'finance')).toEqual([[withPrefix(withoutFacts(text))]]);
    });
  });

  it.each([
    ['blank text', '  ', '', 400],
    ["another person's list", '20999', '&user_id=1', 403],
    ['wildcard characters', '%_\\', '', 200],
  ])('%s asking for %s %s gets %i', async (_what, q, more, status) => expect((await ask(q, 'sam', more)).statusCode).toBe(status));
});
