/**
 * HubSpot against its stand-in: first each fault it can produce, then the built server is killed (SIGKILL) and restarted in the middle of
 * syncs of several thousand deals. Expected: the right state after each fault, every deal once with its stage and amount, no writes to
 * HubSpot, and a sync without changes within 3 s. `npm run soak -- hubspot [KILLS]`
 */
import { sql } from 'kysely';
import { startHubspot } from '../tests/stand-ins/hubspot/hubspot.ts';
import { type Case, outsideSoak } from './support/outside.ts';

const KILLS = Number(process.argv[2] ?? 50);
const DEALS = 3000;

const crm = await startHubspot();
const stage = (id: string, displayOrder: number, probability: string, isClosed = 'false') => ({
  id,
  label: `Stage ${id}`,
  displayOrder,
  metadata: { probability, isClosed },
});
crm.pipelines.push({ id: 'p', label: 'Sales', displayOrder: 0, stages: [stage('s1', 0, '0.2'), stage('s2', 1, '0.6')] });
crm.companies.set('900', 'Mesa Public Library');
let counter = 0;
const put = (key: string, amount: number, dealstage = 's1'): void => {
  const properties = { dealname: `Deal ${key}`, amount: String(amount), closedate: '2027-01-15T07:00:00Z', dealstage, pipeline: 'p' };
  crm.deals.set(key, { id: key, updatedAt: Date.now(), properties, companies: ['900'] });
};
const addNewRows = (count: number): void => {
  for (const last = counter + count; counter < last; counter += 1) put(String(10_000 + counter), 100 + (counter % 977));
};

const soak = await outsideSoak({
  kind: 'hubspot',
  env: { HUBSPOT_API_URL: crm.url },
  longestMs: 10 * 60_000,
  // Every deal exists once, with its stage and amount; a deal deleted in HubSpot is lost here.
  difference: async (db) => {
    const { rows } = await sql<{ external_id: string; stage: string; amount_cents: number; state: string }>`
      select external_id, stage, amount_cents, state from deals where connection_id is not null`.execute(db.query);
    const open = rows.filter(({ state }) => state === 'open');
    const live = [...crm.deals.values()].filter(({ archived }) => !archived);
    const storedById = new Map(open.map((row) => [row.external_id, row]));
    const differing = live.filter(({ id, properties }) => {
      const row = storedById.get(id);
      return row?.stage !== `Stage ${properties.dealstage}` || row.amount_cents !== Number(properties.amount) * 100;
    });
    const doubled = rows.length - new Set(rows.map(({ external_id }) => external_id)).size;
    return differing.length + doubled + Math.abs(open.length - live.length) === 0
      ? ''
      : `${differing.length} of ${live.length} differ, ${doubled} doubled, ${open.length} open here`;
  },
});
addNewRows(20);
await soak.add({ name: 'CRM', service_key: crm.serviceKey });

const reconnect = (): Promise<void> => {
  crm.revoke(false);
  return soak.reconnect({ service_key: crm.serviceKey });
};
const fail =
  (...fault: Parameters<typeof crm.fail>) =>
  () =>
    crm.fail(...fault);
const search = { part: '/search' };
const cases: readonly Case[] = [
  { name: 'key revoked', run: 'failed', status: 'expired', arrange: () => crm.revoke(), heal: reconnect },
  { name: '401 in the middle', run: 'failed', status: 'expired', arrange: fail({ status: 401, body: {} }, search), heal: reconnect },
  {
    name: '403, a scope is gone',
    run: 'failed',
    status: 'active',
    arrange: () => void crm.scopes.delete('crm.objects.companies.read'),
    heal: () => void crm.scopes.add('crm.objects.companies.read'),
  },
  { name: '429', run: 'completed', status: 'active', arrange: fail({ status: 429, body: { policyName: 'SECONDLY' } }, search) },
  { name: '500', run: 'completed', status: 'active', arrange: fail({ status: 500, body: {} }, search) },
  { name: 'time-out', run: 'completed', status: 'active', arrange: fail({ delayMs: 20_000 }, search) },
  { name: 'cut answer', run: 'completed', status: 'active', arrange: fail('drop', search) },
  { name: 'half page', run: 'failed', status: 'active', arrange: fail('garbage', search) },
  { name: 'wrong shape', run: 'failed', status: 'active', arrange: fail({ status: 200, body: { results: 'none' } }, search) },
  { name: 'HTML instead of JSON', run: 'completed', status: 'active', arrange: fail({ status: 502, body: '<html></html>' }, search) },
];
for (const faultCase of cases) await soak.suffer(faultCase, () => addNewRows(5));

const [first = '', second = ''] = crm.deals.keys();
crm.deals.set(first, { ...crm.deals.get(first)!, archived: true });
put(second, 7, 's2');
soak.expect('deleted entity', await soak.sync(), 'completed');
await soak.check('deleted entity');
// The search reaches back five minutes, so recent changes are delivered again.
soak.expect('duplicate delivery', await soak.sync(), 'completed');
await soak.check('duplicate delivery');

addNewRows(DEALS);
const { kills, inside } = await soak.killAll(KILLS, (kill) => {
  addNewRows(150);
  for (let change = 0; change < 50; change += 1) put(String(10_000 + 100 + change), 1000 + kill, kill % 2 ? 's2' : 's1');
});
// Moves the updates back by an hour, out of the search's five-minute window.
for (const deal of crm.deals.values()) deal.updatedAt -= 3_600_000;
soak.expect('calls that would write', crm.writes(), 0);
await soak.end(`${cases.length + 2} faults, ${kills} kills (${inside} in the middle), ${crm.deals.size} deals`);
