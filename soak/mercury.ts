/**
 * Mercury against its stand-in: first each fault it can produce, then the built server is killed (SIGKILL) and restarted in the middle of
 * syncs. Expected: the right state after each fault, everything imported by the next sync, nothing lost or duplicated, and a sync without
 * changes within 3 s. `npm run soak -- mercury [KILLS]`
 */
import { sql } from 'kysely';
import { type Fault, startMercury, TOKEN } from '../tests/stand-ins/mercury/mercury.ts';
import { type Case, outsideSoak } from './support/outside.ts';

const KILLS = Number(process.argv[2] ?? 50);
const TRANSACTIONS = 6000;
const FRESH = `secret-token:mercury_production_rw_${'0f1e2d3c'.repeat(8)}`;

const bank = await startMercury();
const account = bank.addAccount();
const soak = await outsideSoak({
  kind: 'mercury',
  env: { MERCURY_API_URL: bank.apiUrl },
  longestMs: 10 * 60_000,
  // Every transaction exists once, with its amount.
  difference: async (db) => {
    const { rows } = await sql<{ kept: number; different: number; cents: number }>`
      select count(*)::int as kept, count(distinct external_id)::int as different, coalesce(sum(amount_cents), 0)::int8 as cents from bank_transactions
      where bank_status <> 'cancelled'`.execute(db.query);
    const { kept: storedCount, different, cents } = rows[0] ?? { kept: 0, different: 0, cents: 0 };
    const expected = bank.transactions.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    const count = bank.transactions.length;
    return storedCount === count && different === count && cents === expected
      ? ''
      : `${storedCount} rows, ${different} different, ${cents} cents; wanted ${count} and ${expected}`;
  },
});
await soak.add({ name: 'Bank', token_string: TOKEN });

const reconnect = (): Promise<void> => {
  bank.heal();
  bank.allow(FRESH);
  return soak.reconnect({ token_string: FRESH });
};
const fail = (fault: Omit<Fault, 'path'>) => () => bank.fail({ path: '/transactions', ...fault });
const status = (code: number, overrides: Partial<Fault> = {}) => fail({ kind: 'status', status: code, ...overrides });
const cases: readonly Case[] = [
  { name: 'token revoked', run: 'failed', status: 'expired', arrange: bank.revoke, heal: reconnect },
  { name: '401 in the middle', run: 'failed', status: 'expired', arrange: status(401), heal: reconnect },
  { name: '403', run: 'failed', status: 'active', arrange: status(403) },
  { name: '429', run: 'completed', status: 'active', arrange: status(429, { headers: { 'retry-after': '1' } }) },
  { name: '500', run: 'completed', status: 'active', arrange: status(500) },
  { name: 'time-out', run: 'completed', status: 'active', arrange: fail({ kind: 'timeout' }) },
  { name: 'cut answer', run: 'completed', status: 'active', arrange: fail({ kind: 'cut' }) },
  { name: 'half page', run: 'failed', status: 'active', arrange: fail({ kind: 'half' }) },
  { name: 'wrong shape', run: 'failed', status: 'active', arrange: fail({ kind: 'shape' }) },
  { name: 'HTML instead of JSON', run: 'completed', status: 'active', arrange: fail({ kind: 'html' }) },
];
for (const faultCase of cases)
  await soak.suffer(faultCase, (name) => {
    for (let cents = 0; cents < 5; cents += 1) bank.add({ accountId: account.id, amount: 10 + cents, counterpartyName: name });
  });

// A deleted transaction is kept as cancelled, and a change delivered twice counts once.
const deleted = bank.add({ accountId: account.id, amount: 3, status: 'pending', counterpartyName: 'Gone' });
await soak.sync();
bank.remove(deleted.id);
await soak.sync();
const cancelled = await soak.db.query.selectFrom('bank_transactions').select('state').where('external_id', '=', deleted.id).execute();
soak.expect('deleted entity', cancelled[0]?.state, 'ignored');
await soak.check('deleted entity');
bank.events.push(...bank.events.slice(-3).map((event, again) => ({ ...event, id: `${event.id}-again-${again}` })));
await soak.sync();
await soak.check('duplicate delivery');

const now = Date.now();
for (let index = 0; index < TRANSACTIONS; index += 1)
  bank.add({ accountId: account.id, amount: 1 + (index % 977), createdAt: new Date(now - (TRANSACTIONS - index) * 60_000).toISOString() });
const { kills, inside } = await soak.killAll(KILLS, (kill) => {
  for (let index = 0; index < 100; index += 1) bank.add({ accountId: account.id, amount: 5, counterpartyName: `kill ${kill} ${index}` });
});

await soak.end(`${cases.length + 2} faults, ${kills} kills (${inside} in the middle), ${bank.transactions.length} transactions`);
