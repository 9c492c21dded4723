import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, type QuickBooksStandIn, startQuickBooks } from '../../stand-ins/quickbooks/index.ts';

const REALM = '4620816365000000001';
let vendor: QuickBooksStandIn;
let authorization = '';
beforeAll(async () => {
  vendor = await startQuickBooks({ limits: false });
  const company = vendor.company(REALM, 'Acme Books');
  for (let id = 10; id < 13; id += 1) company.put('Invoice', { Id: String(id), DocNumber: `N${id}`, TotalAmt: id * 10 });
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: vendor.codeFor(REALM) });
  const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
  const given = await fetch(`${vendor.url}/oauth2/v1/tokens/bearer`, { method: 'POST', headers: { authorization: basic }, body });
  authorization = `Bearer ${((await given.json()) as { access_token: string }).access_token}`;
});
afterAll(() => vendor.close());

const get = async (path: string, query: Record<string, string>) => {
  const answer = await fetch(`${vendor.url}/v3/company/${REALM}/${path}?${new URLSearchParams(query)}`, { headers: { authorization } });
  return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
};
const found = async (query: string) => {
  const { body } = await get('query', { query });
  return ((body.QueryResponse?.Invoice ?? []) as { Id: string }[]).map(({ Id }) => Id);
};

/** `npm run soak -- clients` uses the vendors' own clients. */
describe('the QuickBooks stand-in accepts requests of real clients (decisions 7.01)', () => {
  it.each([
    ["select * from invoice where DocNumber = 'N11'", ['11']],
    ['Select * From Invoice orderby DocNumber desc startposition 2 maxresults 1', ['11']],
    ["SELECT Id FROM Invoice WHERE TotalAmt > '105' AND DocNumber LIKE 'N1%' ORDER BY Id ASC", ['11', '12']],
    ["SELECT Id FROM Invoice WHERE Id IN ('10', '12', '99')", ['10', '12']],
  ])('%s', async (query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  it.each(['SELECT * FROM Nothing', 'DELETE FROM Invoice', "SELECT * FROM Invoice WHERE DocNumber = 'N10' OR DocNumber = 'N11'"])(
    'refuses %s',
    async (query) => {
      expect((await get('query', { query })).status).toBe(400);
    },
  );

  it('reports changes regardless of entity case, and refuses an unknown entity', async () => {
    const changedSince = new Date(Date.now() - 60_000).toISOString();
    const changes = await get('cdc', { entities: 'invoice,customer', changedSince });
    expect([changes.status, JSON.stringify(changes.body).includes('"Invoice":[')]).toEqual([200, true]);
    expect((await get('cdc', { entities: 'Invoice,Nothing', changedSince })).status).toBe(400);
    expect((await get('cdc', { entities: 'Invoice', changedSince: 'soon' })).status).toBe(400);
  });
});
