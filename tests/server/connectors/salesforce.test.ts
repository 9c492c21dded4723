import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { salesforceConnector } from '../../../server/connectors/salesforce/salesforce.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { ConnectionProblem } from '../../../server/domain/connections/connectionProblem.ts';
import { type SalesforceStandIn, startSalesforce } from '../../stand-ins/salesforce/salesforce.ts';
import { HOUR_MS, MINUTE_MS } from '../support/testApp.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let world: ConnectionWorld;
let crm: SalesforceStandIn;
let seller = 0;

const idOf = (number: number): string => `006x0000000${String(number).padStart(4, '0')}AAA`;
const put = (number: number, overrides: Record<string, unknown> = {}): void => {
  const isNew = !crm.org.opportunities.has(idOf(number));
  const first = { Account: { Name: 'Mesa Library' }, Owner: { Email: 'Sam@example.test', Name: 'Sam Seller' }, StageName: 'Qualify' };
  crm.org.put(idOf(number), {
    ...(isNew ? { ...first, Name: `Deal ${number}`, Amount: 1500.5, CloseDate: '2026-12-15' } : {}),
    ...overrides,
  });
};
const one = async (name = 'CRM') =>
  (await world.call('GET', 'salesforce')).json().data.find((item: { name: string }) => item.name === name);
const drain = async () => {
  await world.worker.drain();
  for (const failure of world.failures) if (!(failure instanceof ConnectionProblem)) throw failure;
};
const sync = async () => {
  await world.call('POST', `salesforce/${(await one()).id}/sync`);
  await drain();
  return (await world.call('GET', `salesforce/${(await one()).id}/runs`)).json().data[0];
};
/** Some time later, because Salesforce stores instants in whole seconds. */
const later = () => world.server.clock.advance(6 * MINUTE_MS);
const beginSignIn = async (name: string) => new URL((await world.call('POST', 'salesforce', { name })).json().auth_url).searchParams;
const endSignIn = (more: Record<string, string>) =>
  world.server.call('GET', `/api/v1/integrations/salesforce/callback?${new URLSearchParams(more)}`);
const connect = async (name = 'CRM') => {
  const query = await beginSignIn(name);
  return endSignIn({ state: query.get('state') ?? '', code: crm.codeFor(query.get('code_challenge') ?? '') });
};
const deal = (number: number) =>
  world.server.db.query.selectFrom('deals').selectAll().where('external_id', '=', idOf(number)).executeTakeFirst();

beforeAll(async () => {
  let now = (): number => Date.now();
  crm = await startSalesforce({ now: () => now() });
  crm.setBatch(3);
  const stage = (ApiName: string, SortOrder: number, DefaultProbability: number, overrides: object = {}) =>
    crm.org.stages.push({
      ApiName,
      MasterLabel: ApiName,
      SortOrder,
      DefaultProbability,
      IsActive: true,
      IsClosed: false,
      IsWon: false,
      ...overrides,
    });
  stage('Propose', 2, 75, { MasterLabel: 'Proposal sent' });
  stage('Qualify', 1, 20);
  stage('Won', 3, 100, { IsClosed: true, IsWon: true });
  stage('Lost', 4, 0, { IsClosed: true });
  stage('Old', 5, 10, { IsActive: false });
  world = await createConnectionWorld({ salesforce: salesforceConnector(vendorsOf(crm.env, 'http://127.0.0.1:8080')) }, {}, false);
  now = () => world.server.clock().getTime();
  seller = await world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
});
afterAll(async () => {
  await world.close();
  await crm.close();
});

describe('Salesforce sign-in', () => {
  it('asks for a name first, and for API and refresh token scopes, with PKCE', async () => {
    expect((await world.call('POST', 'salesforce', { name: ' ' })).statusCode).toBe(400);
    const query = await beginSignIn('CRM');
    expect(query.get('scope')).toBe('api refresh_token');
    expect([query.get('code_challenge_method'), query.get('code_challenge')?.length]).toEqual(['S256', 43]);
  });

  it('bad input: refuses a code for another sign-in’s challenge', async () => {
    const [query, other] = [await beginSignIn('CRM'), await beginSignIn('Other')];
    const code = crm.codeFor(other.get('code_challenge') ?? '');
    expect((await endSignIn({ state: query.get('state') ?? '', code })).body).toContain('SALESFORCE_AUTH_FAILURE');
    expect(await one()).toMatchObject({ status: 'pending' });
  });

  it('connects the organization, and reports denied access', async () => {
    const denied = await endSignIn({ state: (await beginSignIn('Denied')).get('state') ?? '', error: 'access_denied' });
    expect(denied.body).toContain('Access was not granted in Salesforce.');
    expect((await connect()).body).toContain('SALESFORCE_AUTH_SUCCESS');
    expect(await one()).toMatchObject({ name: 'CRM', status: 'active', connection_status: 'connected' });
    await drain();
  });

  it('bad input: never calls an instance address outside Salesforce', async () => {
    const body = { access_token: 'a', refresh_token: 'r', instance_url: 'https://salesforce.com.example.test' };
    crm.fail({ status: 200, body }, { part: '/oauth2/token' });
    const answer = await connect('Elsewhere');
    expect(answer.body).toContain('sent an answer that could not be read');
  });
});

describe('Salesforce sync (decisions 2.17)', () => {
  it('imports opportunities with owner, account, stage and close day, and follows short pages to the end', async () => {
    for (let number = 1; number <= 8; number += 1) put(number);
    put(2, { Amount: null, Account: null, Owner: { Email: null, Name: null }, StageName: 'Propose' });
    put(3, { StageName: 'Won' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 8, held: 0 } });
    expect(await deal(1)).toMatchObject({
      ...{ name: 'Deal 1', customer_name: 'Mesa Library', owner_id: seller, stage: 'Qualify', amount_cents: 150_050 },
      ...{ expected_close_date: '2026-12-15', state: 'open', probability: '0.2000' },
    });
    expect(await deal(2)).toMatchObject({ owner_id: null, amount_cents: null, stage: 'Proposal sent', needs_data: true });
    expect(await deal(3)).toMatchObject({ state: 'won', closed_on: '2026-12-15', probability: '1.0000' });
    expect(crm.writes()).toBe(0);
  });

  it('decisions 7.07: counts everything as unchanged on a second sync', async () => {
    expect((await sync()).counts).toMatchObject({ created: 0, changed: 0 });
    await world.store.connections.keepCheckpoint(Number((await one()).id), null);
    expect((await sync()).counts).toMatchObject({ created: 0, changed: 0, same: 12 });
  });

  it('replaces the Pipeline stages by its active ones', async () => {
    const { data } = (await world.call('GET', '/api/v1/pipeline')).json();
    expect(data.map(({ stage }: { stage: string }) => stage)).toEqual(['Qualify', 'Proposal sent']);
  });

  it('bad input: reopens an opportunity that was won, without a close day', async () => {
    later();
    put(3, { StageName: 'Propose' });
    await sync();
    expect(await deal(3)).toMatchObject({ state: 'open', closed_on: null, stage: 'Proposal sent', probability: '0.7500' });
    const moves = (await world.call('GET', `/api/v1/deals/${(await deal(3))?.id}/moves`)).json().data;
    expect(moves.map(({ kind }: { kind: string }) => kind)).toEqual(['created', 'won', 'reopened']);
  });

  it('marks a deleted one as lost with the reason until restored, and keeps a won one won', async () => {
    later();
    put(5, { StageName: 'Won' });
    crm.org.remove(idOf(4));
    await sync();
    later();
    crm.org.remove(idOf(5));
    await sync();
    expect(await deal(4)).toMatchObject({ state: 'lost', lost_reason: 'Deleted in Salesforce' });
    expect(await deal(5)).toMatchObject({ state: 'won', external_state: 'deleted' });
    later();
    crm.org.restore(idOf(4));
    put(6, { StageName: 'Lost' });
    await sync();
    expect(await deal(4)).toMatchObject({ state: 'open', lost_reason: null, external_state: null });
    expect(await deal(6)).toMatchObject({ state: 'lost', lost_reason: 'Lost in Salesforce' });
  });

  it('decisions 2.19: quarantines a deal in another currency, and never requests the field without several currencies', async () => {
    later();
    crm.org.features = { multiCurrency: true };
    put(7, { CurrencyIsoCode: 'EUR' });
    put(8, { CurrencyIsoCode: 'USD', Name: 'Renamed' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { held: 1 } });
    const { data } = (await world.call('GET', `salesforce/${(await one()).id}/quarantine`)).json();
    expect(data).toMatchObject([{ reason: 'Deal 7 is in EUR. Amounts in other currencies are not converted.' }]);
    expect(await deal(8)).toMatchObject({ name: 'Renamed' });
    crm.org.features = { multiCurrency: false, defaultCurrencyIsoCode: 'EUR' };
    later();
    put(9);
    expect((await sync()).counts).toMatchObject({ created: 0 });
    expect(await deal(9)).toBeUndefined();
    crm.org.features = { multiCurrency: false, defaultCurrencyIsoCode: 'USD' };
    await sync();
    expect(await deal(9)).toBeDefined();
  });

  it('imports thousands of one timestamp, although a query returns at most 2,000', async () => {
    later();
    crm.setBatch(900);
    for (let number = 1000; number < 3100; number += 1) put(number);
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 2100 } });
  });

  it('decisions 7.07: reads a transaction that committed late, even after a full last page', async () => {
    later();
    const since = world.server.clock();
    await world.store.connections.keepCheckpoint(Number((await one()).id), { since: since.toISOString(), id: idOf(9999) });
    await sync();
    const SystemModstamp = new Date(since.getTime() - MINUTE_MS).toISOString();
    crm.org.opportunities.set(idOf(9), { ...crm.org.opportunities.get(idOf(9)), Name: 'Ended later', SystemModstamp });
    await sync();
    expect(await deal(9)).toMatchObject({ name: 'Ended later' });
  });
});

describe('Salesforce failures', () => {
  it('refresh an expired session with the same refresh token', async () => {
    crm.endSessions();
    expect(await sync()).toMatchObject({ status: 'completed' });
    world.server.clock.advance(3 * HOUR_MS);
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('wait for the daily limit with the reason, then continue the run', async () => {
    const body = [{ message: 'TotalRequests Limit exceeded.', errorCode: 'REQUEST_LIMIT_EXCEEDED' }];
    crm.fail({ status: 403, body }, { part: '/queryAll' });
    expect(await sync()).toMatchObject({ status: 'processing', error: expect.stringContaining('asks us to wait before we call again') });
    world.server.clock.advance(20 * MINUTE_MS);
    await drain();
    expect((await world.call('GET', `salesforce/${(await one()).id}/runs`)).json().data[0]).toMatchObject({ status: 'completed' });
  });

  it.each([
    [{ status: 403, body: [{ errorCode: 'API_DISABLED_FOR_ORG' }] }, 'CRM has no API access'],
    [{ status: 400, body: [{ errorCode: 'INVALID_FIELD' }] }, 'cannot see everything that is read'],
    [{ status: 200, body: { done: true, records: [{ Id: 'x' }] } }, 'could not be read'],
  ])('bad input: %j fails the run with its remedy, and nothing is half read', async (fault, sentence) => {
    crm.fail(fault, { part: '/queryAll', skip: 1 });
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringContaining(sentence) });
    expect(await sync()).toMatchObject({ status: 'completed' });
  });

  it('expire a revoked connection; Reconnect by its name resumes it with its data', async () => {
    crm.revokeAll();
    expect(await sync()).toMatchObject({ status: 'failed' });
    const expired = await one();
    expect(expired).toMatchObject({ status: 'expired' });
    await connect();
    expect(await one()).toMatchObject({ id: expired.id, status: 'active', brought: expired.brought });
    await drain();
  });

  it('decisions 7.04: deleting the connection keeps its deals, and reconnecting adopts them', async () => {
    const { id } = await one();
    await world.call('DELETE', `salesforce/${id}`);
    expect([await one(), await deal(1)]).toMatchObject([undefined, { name: 'Deal 1' }]);
    expect(crm.journal.filter(({ path }) => path === '/services/oauth2/revoke').map(({ status }) => status)).toEqual([200]);
    await connect();
    await drain();
    expect(await one()).toMatchObject({ id });
  });
});
