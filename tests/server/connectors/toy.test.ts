import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connector, throwFormProblem } from '../../../server/domain/connections/connector.ts';
import { startVendor, type Vendor } from '../../stand-ins/kit/vendor.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

/** A sixth source, built with the recipe "A connector": an address book with one page of customers. */
const toy = (baseUrl: string): Connector => ({
  // Kinds are listed in contract/entities/connection.ts; the toy reuses one.
  kind: 'sling',
  brings: 'events',
  setup: () => ({ configured: true, message: null, redirect_url: null, values: null }),
  read: ({ name }) =>
    name ? { name: String(name), settings: {}, secrets: { key: 'k' } } : throwFormProblem({ name: 'Please enter a name' }),
  test: async ({ outgoing }) => ({ account: await outgoing({ baseUrl }).json({ path: 'me' }, (body) => (body as { id: string }).id) }),
  sync: async function* ({ outgoing }) {
    const people = await outgoing({ baseUrl }).json({ path: 'people' }, (body) => body as { id: string; name: string }[]);
    const facts = people.map(({ id, name }) => ({ kind: 'customer', external_id: id, name, email: null, gone: false }) as const);
    yield { facts, checkpoint: null, total: facts.length };
  },
  view: () => ({}),
});

const INVOICE_COUNT = 1200;
const money = { currency: 'USD', outside_state: null, customer: { external_id: 'c', name: 'Mesa Library' } } as const;
const numbers = Array.from({ length: INVOICE_COUNT }, (_, index) => index);
/** A connector of accounting books that reads all invoices first, then their payments. */
const books = (): Connector => ({
  ...toy(''),
  kind: 'hubspot',
  test: async () => ({ account: 'books' }),
  sync: async function* () {
    const invoices = numbers.map((index) => {
      const amounts = { gross_cents: 100_00, net_cents: 100_00, booking_date: '2026-05-04', due_date: null };
      const words = { document_number: `D${index}`, fallback_number: `T-${index}`, notes: null, salesperson: null };
      return { kind: 'invoice', external_id: `i${index}`, ...money, ...amounts, ...words } as const;
    });
    const payments = numbers.map((index) => {
      const lines = [{ invoice: `i${index}`, amount_cents: 100_00 }];
      const paid = { amount_cents: 100_00, received_on: '2026-05-05', method: 'check', reference: null, lines, credits: [] };
      return { kind: 'payment', external_id: `p${index}`, ...money, ...paid } as const;
    });
    yield { facts: invoices, checkpoint: 1 };
    yield { facts: payments, checkpoint: 2 };
  },
});

let vendor: Vendor;
let world: ConnectionWorld;
const people = [{ id: 'a', name: 'Mesa Library' }];
beforeAll(async () => {
  vendor = await startVendor(({ path }) => ({ status: 200, body: path === '/me' ? { id: 'book' } : people }));
  world = await createConnectionWorld({ sling: toy(vendor.url), hubspot: books() }, {}, false);
});
afterAll(async () => {
  await world.close();
  await vendor.close();
});

it('a toy source connects, syncs, resyncs without changes, follows a rename, and survives each fault of its system', async () => {
  const { id } = (await world.call('POST', 'sling', { name: 'Toy' })).json();
  const sync = async () => {
    await world.call('POST', `sling/${id}/sync`);
    await world.worker.drain();
    return (await world.call('GET', `sling/${id}/runs`)).json().data[0];
  };
  expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 1 } });
  expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0, same: 1 } });
  people[0] = { id: 'a', name: 'Mesa Public Library' };
  expect(await sync()).toMatchObject({ counts: { changed: 1 } });
  for (const fault of [{ status: 429 }, { status: 503 }, 'drop'] as const) {
    vendor.fail(fault, { part: 'people' });
    expect(await sync(), JSON.stringify(fault)).toMatchObject({ status: 'completed', counts: { same: 1 } });
  }
  vendor.fail('garbage', { part: 'people' });
  expect(await sync()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Toy sent an answer that could not be read'),
  });
});

it('reports counts per kind to the database, which plans later queries with them', async () => {
  const { id } = (await world.call('POST', 'hubspot', { name: 'Books' })).json();
  await world.call('POST', `hubspot/${id}/sync`);
  await world.worker.drain();
  const [run] = (await world.call('GET', `hubspot/${id}/runs`)).json().data;
  expect(run).toMatchObject({ status: 'completed', counts: { created: 2 * INVOICE_COUNT, held: 0 } });
  const { rows } = await sql<{ relname: string; known: boolean }>`
    select relname, reltuples >= 1000 as known from pg_class
    where relname in ('customer_payments', 'invoices') and relnamespace = 'public'::regnamespace order by 1`.execute(world.server.db.query);
  expect(rows).toEqual([
    { relname: 'customer_payments', known: true },
    { relname: 'invoices', known: true },
  ]);
});
