import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { hubspotConnector } from '../../server/connectors/hubspot/hubspotConnector.ts';
import { mercuryConnector } from '../../server/connectors/mercury/mercury.ts';
import { quickbooksConnector } from '../../server/connectors/quickbooks/quickbooks.ts';
import { vendorsOf } from '../../server/connectors/vendors.ts';
import type { Database } from '../../server/db/database.ts';
import type { Connectors } from '../../server/domain/connections/connector.ts';
import { startHubspot } from '../../tests/stand-ins/hubspot/hubspot.ts';
import { startMercury } from '../../tests/stand-ins/mercury/mercury.ts';
import { startQuickBooks } from '../../tests/stand-ins/quickbooks/index.ts';
import type { Violations } from './checks.ts';

export const WEBHOOK_TOKEN = 'canary of the webhooks';
export const REALM = '4620816365000000001';
export const ACCOUNT = '00000000-0000-4000-8000-000000000000';
const PUBLIC_URL = 'http://127.0.0.1:8080';

/** A webhook of a vendor, signed as the vendor does. */
export type Delivery = Readonly<{ kind: 'mercury' | 'quickbooks'; raw: string; headers: Readonly<Record<string, string>> }>;

/** The outside systems of the company: deals, bank and books. */
export const startVendors = async (nowMs: () => number) => {
  const crm = await startHubspot({ now: nowMs, perTenSeconds: 1e9, searchPerSecond: 1e9 });
  const bank = await startMercury({ now: () => new Date(nowMs()) });
  const quickbooks = await startQuickBooks({ limits: false, nowMs });
  const books = quickbooks.company(REALM, 'Acme Books');
  bank.addAccount({ id: ACCOUNT, createdAt: '2025-01-02T00:00:00Z' });
  books.put('Customer', { Id: '1', DisplayName: 'Books School', Active: true });
  const vendors = vendorsOf(
    { HUBSPOT_API_URL: crm.url, MERCURY_API_URL: bank.apiUrl, ...quickbooks.env, QUICKBOOKS_WEBHOOK_TOKEN: WEBHOOK_TOKEN },
    PUBLIC_URL,
  );
  const connectors: Connectors = {
    hubspot: hubspotConnector(vendors),
    mercury: mercuryConnector(vendors),
    quickbooks: quickbooksConnector(vendors),
  };
  return {
    crm,
    bank,
    books,
    quickbooks,
    connectors,
    /** The bank's newest events, newest first and the newest twice. */
    bankDeliveries: (): Delivery[] => {
      const events = bank.events.slice(-3).toReversed();
      return [...events, ...events.slice(0, 1)].map((event) => ({ kind: 'mercury', ...bank.signed(WEBHOOK_TOKEN, event) }));
    },
    /** Changes of these invoices, in this order, the last one twice. */
    bookDeliveries: (ids: readonly string[]): Delivery[] =>
      [...ids, ...ids.slice(-1)].map((id) => {
        const event = { specversion: '1.0', id: `e-${id}`, type: 'qbo.invoice.updated.v1', intuitentityid: id, intuitaccountid: REALM };
        const raw = JSON.stringify([event]);
        return {
          kind: 'quickbooks',
          raw,
          headers: { 'intuit-signature': createHmac('sha256', WEBHOOK_TOKEN).update(raw).digest('base64') },
        };
      }),
    close: async (): Promise<void> => {
      await Promise.all([crm.close(), bank.close(), quickbooks.close()]);
    },
  };
};
export type CompanyVendors = Awaited<ReturnType<typeof startVendors>>;

type Stored = Readonly<{ kind: string; rows: number; different: number; cents: number }>;
const readStored = async ({ query }: Database): Promise<readonly Stored[]> =>
  (
    await sql<Stored>`
      select 'transactions' as kind, count(*)::int as rows, count(distinct external_id)::int as different, coalesce(sum(amount_cents), 0)::int8 as cents
        from bank_transactions where bank_status <> 'cancelled'
      union all select 'invoices', count(*)::int, count(distinct i.external_id)::int, coalesce(sum(i.gross_cents), 0)::int8
        from invoices i join connections c on c.id = i.connection_id where c.kind = 'quickbooks' and i.state <> 'cancelled'
      union all select 'payments', count(distinct r.id)::int, count(distinct r.external_id)::int, coalesce(sum(p.amount_cents), 0)::int8
        from receipts r join customer_payments p on p.receipt_id = r.id join connections c on c.id = r.connection_id
        where c.kind = 'quickbooks' and p.state = 'completed'`.execute(query)
  ).rows;

const sumCents = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
/** After a sync, everything at the vendors exists here once, with its amount. */
export const vendorFaults = async (db: Database, { bank, books }: CompanyVendors, synced: readonly string[]): Promise<Violations> => {
  const amountsOf = (name: 'Invoice' | 'Payment'): unknown[] => [...books.of(name).values()].map(({ TotalAmt }) => TotalAmt);
  const expected: Readonly<Record<string, readonly unknown[]>> = {
    ...(synced.includes('mercury') ? { transactions: bank.transactions.map(({ amount }) => amount) } : {}),
    ...(synced.includes('quickbooks') ? { invoices: amountsOf('Invoice'), payments: amountsOf('Payment') } : {}),
  };
  return (await readStored(db)).flatMap(({ kind, rows, different, cents }) => {
    const amounts = expected[kind];
    if (!amounts || (rows === amounts.length && different === rows && cents === sumCents(amounts))) return [];
    return [`${rows} ${kind}, ${different} different, ${cents} cents; the vendor has ${amounts.length} of ${sumCents(amounts)} cents`];
  });
};
