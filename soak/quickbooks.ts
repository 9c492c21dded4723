/**
 * QuickBooks against its stand-in: first the fourteen faults, then the built server is killed (SIGKILL) and restarted in the middle of
 * syncs of several thousand invoices and their payments; then invoices and payments are deleted among more than 1,000 changes, more than
 * 1,000 at once, and during 40 days without a sync. Expected: the right state after each fault, every invoice and its payments once, totals
 * that equal the commission records, and a sync without changes within 3 s. `npm run soak -- quickbooks [KILLS]`
 */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Fault, faults, startQuickBooks } from '../tests/stand-ins/quickbooks/index.ts';
import { type Case, outsideSoak } from './support/outside.ts';
import { json } from './support/server.ts';
import { wrongSums } from './support/sums.ts';

const KILLS = Number(process.argv[2] ?? 50);
const INVOICES = 2000;
const REALM = '4620816365000000001';
const WEBHOOK_TOKEN = 'the verifier token of the app';
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Invoices deleted in each step, nine in ten of them with a payment: the second step is more than 1,000 deletions and below the 30% guard. */
const deletions = { amongChanges: 50, atOnce: 560, inPause: 50 } as const;

// Rate limits matter only where speed is measured; here they would add a minute to each of fifty kills.
const vendor = await startQuickBooks({ limits: false });
const company = vendor.company(REALM, 'Acme Books');
company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
const common = { TxnDate: '2026-11-02', CustomerRef: { value: '1', name: 'Acme School' }, CurrencyRef: { value: 'USD' } };
let counter = 0;
/** Adds invoices, nine in ten of them paid. */
const more = (count: number): void => {
  for (const last = counter + count; counter < last; counter += 1) {
    const id = String(1000 + counter);
    const TotalAmt = 100 + (counter % 977);
    const Line = [
      { Amount: TotalAmt, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Program' } } },
    ];
    const CustomField = [{ Name: 'Sales Rep', StringValue: 'sam@example.test' }];
    company.put('Invoice', { Id: id, DocNumber: `N${counter}`, TotalAmt, Line, CustomField, ...common });
    if (counter % 10 === 9) continue;
    const paid = [{ Amount: TotalAmt, LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }] }];
    company.put('Payment', { Id: `9${id}`, TotalAmt, Line: paid, ...common });
  }
};
const total = (entity: 'Invoice' | 'Payment'): number =>
  [...company.of(entity).values()].reduce((sum, { TotalAmt }) => sum + Math.round(Number(TotalAmt) * 100), 0);

const soak = await outsideSoak({
  kind: 'quickbooks',
  env: { ...vendor.env, QUICKBOOKS_WEBHOOK_TOKEN: WEBHOOK_TOKEN },
  longestMs: 10 * 60_000,
  // Every invoice and payment exists once, with its amounts; invoices deleted in QuickBooks no longer count; every total equals that of its
  // records.
  difference: async (db) => {
    for (let looks = 0; looks < 600; looks += 1) {
      const { rows } = await sql<{ left: number }>`select count(*)::int as left from marks`.execute(db.query);
      if (rows[0]?.left === 0) break;
      await pause(100);
    }
    const { rows } = await sql<{ what: string; cents: number; count: number; different: number }>`
      select 'Invoice' as what, coalesce(sum(gross_cents), 0)::int8 as cents, count(*)::int as count, count(distinct external_id)::int as different
      from invoices where connection_id is not null and state <> 'cancelled'
      union all select 'Payment', coalesce(sum(p.amount_cents), 0)::int8, count(distinct r.id)::int, count(distinct r.external_id)::int
      from receipts r join customer_payments p on p.receipt_id = r.id where r.connection_id is not null and p.state = 'completed'`.execute(
      db.query,
    );
    const wrong = await wrongSums(db);
    const differing = rows.flatMap(({ what, cents, count, different }) => {
      const [size, wanted] = [company.of(what as 'Invoice').size, total(what as 'Invoice')];
      return count === size && different === size && cents === wanted
        ? []
        : [`${what}: ${count} rows, ${different} different, ${cents} cents; wanted ${size} and ${wanted}`];
    });
    return [...differing, ...(wrong === 0 ? [] : [`${wrong} sums differ from the records`])].join('; ');
  },
});
await sql`insert into users (email, first_name, last_name, role) values ('sam@example.test', 'Sam', 'Seller', 'salesperson')`.execute(
  soak.db.query,
);
/** Connects a company, starting with its suffix, as the dialog does. */
const connect = async (): Promise<void> => {
  const begun = await soak.call('/integrations/quickbooks', { method: 'POST', body: { invoice_suffix: 'ABC' } });
  const state = new URL(json<{ auth_url: string }>(begun).auth_url).searchParams.get('state') ?? '';
  const back = new URLSearchParams({ state, code: vendor.codeFor(REALM), realmId: REALM });
  await soak.call(`/integrations/quickbooks/callback?${back}`);
  await soak.adopt();
};
more(20);
await connect();

const next =
  (fault: Fault, times = 1) =>
  (): void =>
    vendor.next(...Array.from({ length: times }, () => fault));
const cases: readonly Case[] = [
  { name: 'token expired', run: 'completed', status: 'active', arrange: vendor.expireAccess },
  { name: 'sign-in revoked', run: 'failed', status: 'expired', arrange: vendor.revokeAll, heal: connect },
  {
    name: 'token rotated, the answer lost',
    run: 'completed',
    status: 'active',
    arrange: () => {
      vendor.rotate(true);
      vendor.expireAccess();
      vendor.loseNextExchange();
    },
  },
  { name: '401 in the middle', run: 'completed', status: 'active', arrange: next(faults.unauthenticated) },
  { name: '403', run: 'failed', status: 'active', arrange: next(faults.forbidden) },
  { name: '429', run: 'completed', status: 'active', arrange: next(faults.throttled) },
  { name: '500', run: 'completed', status: 'active', arrange: next(faults.status(500)) },
  { name: 'time-out', run: 'completed', status: 'active', arrange: next(faults.never) },
  { name: 'cut answer', run: 'completed', status: 'active', arrange: next(faults.cut) },
  { name: 'half page', run: 'failed', status: 'active', arrange: next(faults.half) },
  { name: 'wrong shape', run: 'failed', status: 'active', arrange: next(faults.shape) },
  { name: 'clock an hour ahead there', run: 'completed', status: 'active', arrange: () => vendor.advance(HOUR) },
];
for (const faultCase of cases) await soak.suffer(faultCase, () => more(5));

company.remove('Payment', '91000');
company.remove('Invoice', '1000');
soak.expect('deleted entity', await soak.sync(), 'completed');
await soak.check('deleted entity');
// Sends the same signed webhook twice, about changes that have already been read.
const { id } = await soak.connection();
const body = JSON.stringify([
  { specversion: '1.0', id: 'e-1', type: 'qbo.invoice.updated.v1', intuitentityid: '1001', intuitaccountid: REALM },
]);
const signature = createHmac('sha256', WEBHOOK_TOKEN).update(body).digest('base64');
for (const round of [1, 2]) {
  const delivered = await soak.call(`/webhooks/${id}`, {
    method: 'POST',
    body: JSON.parse(body),
    headers: { 'intuit-signature': signature },
  });
  soak.expect(`delivery ${round}`, delivered.status, 200);
}
soak.expect('duplicate delivery', await soak.sync(), 'completed');
await soak.check('duplicate delivery');

more(INVOICES);
/** Deletes invoices without reporting it as a change, because the list of changes does not reach back that far. */
const removeSome = (from: number, count: number): void => {
  for (let id = from; id < from + count; id += 1) {
    company.remove('Payment', `9${id}`);
    company.remove('Invoice', String(id));
  }
};

const { kills, inside } = await soak.killAll(KILLS, (kill) => {
  more(60);
  for (let change = 0; change < 20; change += 1)
    company.put('Invoice', { Id: String(1100 + ((kill * 20 + change) % 900)), PrivateNote: `kill ${kill}` });
});
const SCHOOLS = 1100;
for (let school = 0; school < SCHOOLS; school += 1)
  company.put('Customer', { Id: String(100_000 + school), DisplayName: `School ${school}`, Active: true });
let deleted = 0;
const syncDeletions = async (name: string, from: number, count: number): Promise<void> => {
  const before = company.of('Invoice').size + company.of('Payment').size;
  removeSome(from, count);
  const removed = before - company.of('Invoice').size - company.of('Payment').size;
  deleted += removed;
  soak.expect(name, await soak.sync(), 'completed');
  await soak.check(name);
  console.log(`${name}: ${removed} records`);
};
await syncDeletions('deletions among many changes', 1200, deletions.amongChanges);
await syncDeletions('deletions at once', 1300, deletions.atOnce);
// The last sync was too long ago for QuickBooks to report the changes since.
const lastRead = new Date(vendor.now().getTime() - 40 * DAY).toISOString();
await sql`update connections set checkpoint = jsonb_set(checkpoint, '{since}', to_jsonb(${lastRead}::text))`.execute(soak.db.query);
await syncDeletions('deletions in a pause of 40 days', 1900, deletions.inPause);
// Each sync rereads the two minutes before the last one; once they have passed, a sync finds nothing new.
vendor.advance(3 * MINUTE);
soak.expect('the sync before the repeat', await soak.sync(), 'completed');
await soak.end(
  `${cases.length + 2} faults, ${deleted} missed deletions, ${kills} kills (${inside} in the middle), ${company.of('Invoice').size} invoices`,
);
