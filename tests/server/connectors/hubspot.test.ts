import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../support/testApp.ts';
import { createHubspotWorld } from '../support/worlds/hubspot.ts';

const { world, crm, clock, seller, form, close } = await createHubspotWorld();
const { id } = (await world.call('POST', 'hubspot', form({ frequency: 'manual' }))).json();
afterAll(close);

const sync = async () => {
  await world.call('POST', `hubspot/${id}/sync`);
  await world.worker.drain();
  return (await world.call('GET', `hubspot/${id}/runs`)).json().data[0];
};
const deals = () => world.server.db.query.selectFrom('deals').selectAll().where('connection_id', 'is not', null).orderBy('id').execute();
const deal = async (key: string) => (await deals()).find(({ external_id }) => external_id === key);
const put = (key: string, properties: Record<string, string | null> = {}, overrides: object = {}): void => {
  const known = crm.deals.get(key);
  crm.deals.set(key, {
    id: key,
    updatedAt: world.server.clock().getTime(),
    ...known,
    ...overrides,
    properties: {
      dealname: `Deal ${key}`,
      amount: '1500.5',
      closedate: '2026-12-15T07:00:00Z',
      dealstage: 's1',
      pipeline: 'p',
      hubspot_owner_id: '1',
      ...known?.properties,
      ...properties,
    },
  });
};

describe('deal sync (decisions 2.17)', () => {
  it('imports deals with owner, company, stage and close day, and leaves unknown values unknown', async () => {
    put('101', {}, { companies: ['900'] });
    put('102', { amount: null, closedate: null, hubspot_owner_id: null, dealstage: 's2' });
    put('103', { hubspot_owner_id: '2', dealstage: 'won', closedate: '1795420800000' });
    put('104', { deal_currency_code: 'EUR' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 3 } });
    expect(await deal('101')).toMatchObject({
      name: 'Deal 101',
      customer_name: 'Mesa Public Library',
      owner_id: seller,
      stage: 'Appointment',
      amount_cents: 150_050,
      expected_close_date: '2026-12-15',
      state: 'open',
      needs_data: false,
    });
    expect(await deal('102')).toMatchObject({
      owner_id: null,
      amount_cents: null,
      expected_close_date: null,
      stage: 'Contract sent',
      needs_data: true,
    });
    expect(await deal('103')).toMatchObject({ state: 'won', owner_id: null, closed_on: '2026-11-23', probability: '1.0000' });
    expect((await world.call('GET', `hubspot/${id}/quarantine`)).json().data[0].reason).toBe(
      'Deal 104 is in EUR. Amounts in other currencies are not converted.',
    );
    expect(crm.writes()).toBe(0);
    const paths = crm.journal.map(({ path }) => path);
    expect(paths).toContain('/account-info/2026-09/details');
    expect(paths.filter((path) => !path.includes('/2026-09'))).toEqual([]);
  });
  it('picks the primary company of a deal in any order, and reads large amounts', async () => {
    crm.companies.set('901', 'Parent School District');
    put('105', { amount: '1.0E7' }, { companies: ['901', '900'], primary: '900' });
    await sync();
    expect(await deal('105')).toMatchObject({ customer_name: 'Mesa Public Library', amount_cents: 1_000_000_000 });
  });

  it('uses the portal’s currency as default and its time zone for close days', async () => {
    crm.portal.companyCurrency = 'EUR';
    put('106');
    await sync();
    expect(await deal('106')).toBeUndefined();
    crm.portal.companyCurrency = 'USD';
    crm.portal.timeZone = 'Asia/Tokyo';
    put('106', { closedate: '2026-12-15T20:00:00Z' });
    await sync();
    expect(await deal('106')).toMatchObject({ expected_close_date: '2026-12-16' });
    crm.portal.timeZone = 'US/Arizona';
    crm.deals.delete('105');
    crm.deals.delete('106');
    await world.server.db.query.deleteFrom('deals').where('external_id', 'in', ['105', '106']).execute();
  });

  it('replaces the Pipeline stages; a removed stage keeps its deals under its name', async () => {
    const stages = async () =>
      (await world.call('GET', '/api/v1/pipeline'))
        .json()
        .data.map((item: { stage: string; count: number; gone: boolean }) => [item.stage, item.count, item.gone]);
    expect(await stages()).toEqual([
      ['Appointment', 1, false],
      ['Contract sent', 1, false],
    ]);
    // Each step of the funnel links to its deals.
    const countReached = async (stage: string) => (await world.call('GET', `/api/v1/deals?state=all&reached=${stage}`)).json().data?.length;
    expect([await countReached('Appointment'), await countReached('Contract sent')]).toEqual([3, 2]);
    crm.pipelines[0]!.stages = crm.pipelines[0]!.stages.filter(({ id: key }) => key !== 's2');
    world.server.clock.advance(MINUTE_MS);
    put('102', { dealname: 'Renamed' }, { updatedAt: world.server.clock().getTime() });
    await sync();
    expect(await stages()).toEqual([
      ['Appointment', 1, false],
      ['Contract sent', 1, true],
    ]);
    expect(await deal('102')).toMatchObject({ name: 'Renamed', stage: 'Contract sent' });
  });
  it('follows wins, owner changes and reopenings, and changes nothing on a second run', async () => {
    world.server.clock.advance(MINUTE_MS);
    put('101', { dealstage: 'won' }, { updatedAt: world.server.clock().getTime() });
    await sync();
    expect(await deal('101')).toMatchObject({ state: 'won', closed_on: '2026-12-15' });
    expect(await sync()).toMatchObject({ counts: { created: 0, changed: 0 } });
    const notices = await world.server.db.query.selectFrom('notifications').select('title').where('user_id', '=', seller).execute();
    expect(notices.length).toBeGreaterThan(0);
  });
  it('marks deleted and merged deals as lost with the reason, and restores them when they return', async () => {
    put('101', { dealstage: 's1', hs_merged_object_ids: '102' }, { updatedAt: world.server.clock().getTime() });
    crm.deals.delete('102');
    await sync();
    expect(await deal('102')).toMatchObject({
      state: 'lost',
      lost_reason: 'Merged into another deal in HubSpot',
      external_state: 'merged',
    });
    put('101', {}, { archived: true });
    await sync();
    expect(await deal('101')).toMatchObject({ state: 'lost', lost_reason: 'Deleted in HubSpot' });
    world.server.clock.advance(MINUTE_MS);
    put('101', { hs_merged_object_ids: null }, { archived: false, updatedAt: world.server.clock().getTime() });
    await sync();
    expect(await deal('101')).toMatchObject({ state: 'open', lost_reason: null, external_state: null });
  });
  it('decisions 2.17: keeps an archived won deal won, and says so', async () => {
    put('310', { dealstage: 'won' });
    await sync();
    put('310', {}, { archived: true });
    await sync();
    expect(await deal('310')).toMatchObject({ state: 'won', lost_reason: null, external_state: 'deleted' });
    crm.deals.delete('310');
  });
  it('decisions 2.06: counts a won deal once after it was merged into another', async () => {
    world.server.clock.advance(MINUTE_MS);
    put('301', { dealstage: 'won' }, { updatedAt: world.server.clock().getTime() });
    put('302', {}, { updatedAt: world.server.clock().getTime() });
    await sync();
    world.server.clock.advance(MINUTE_MS);
    crm.deals.delete('301');
    crm.deals.delete('302');
    put('303', { dealstage: 'won', hs_merged_object_ids: '301;302' }, { updatedAt: world.server.clock().getTime() });
    await sync();
    expect([(await deal('301'))?.state, (await deal('302'))?.state, (await deal('303'))?.state]).toEqual(['lost', 'lost', 'won']);
  });
  it('decisions 2.06: counts a merged deal as neither won nor lost, whatever its state and however reported', async () => {
    crm.owners.push({ id: '3', email: 'max@example.test', firstName: 'Max', lastName: 'Merger' });
    const max = await world.server.add({ email: 'max@example.test', role: 'salesperson', first_name: 'Max', last_name: 'Merger' });
    const dealOf = (overrides: Record<string, string> = {}) =>
      [{ hubspot_owner_id: '3', ...overrides }, { updatedAt: world.server.clock().getTime() }] as const;
    const day = world.server.clock().toISOString().slice(0, 10);
    const range = `start_date=${day.slice(0, 4)}-01-01&end_date=${day.slice(0, 4)}-12-31`;
    const conversion = async () =>
      (await world.call('GET', `/api/v1/analytics/performance?${range}&user_id=${max}`)).json().conversion_rate;
    world.server.clock.advance(MINUTE_MS);
    put('401', ...dealOf());
    put('402', ...dealOf({ dealstage: 'won' }));
    put('403', ...dealOf({ dealstage: 'lost' }));
    put('404', ...dealOf({ dealstage: 'lost' }));
    await sync();
    expect(await conversion()).toBe(1 / 3);
    world.server.clock.advance(MINUTE_MS);
    // One deletion is reported before the merge, the other after it.
    put('401', {}, { archived: true, updatedAt: world.server.clock().getTime() });
    await sync();
    expect(await conversion()).toBe(1 / 4);
    world.server.clock.advance(MINUTE_MS);
    for (const key of ['401', '402', '403']) crm.deals.delete(key);
    put('405', ...dealOf({ dealstage: 'won', hs_merged_object_ids: '401;402;403' }));
    await sync();
    put('402', {}, { archived: true, updatedAt: world.server.clock().getTime() });
    await sync();
    expect(await conversion()).toBe(1 / 2);
    const closed = `${day.slice(0, 4)}-01-01..${day.slice(0, 4)}-12-31`;
    const counted = (await world.call('GET', `/api/v1/deals?state=all&owner=${max}&closed=${closed}`)).json();
    expect(counted.data.map(({ name }: { name: string }) => name).sort()).toEqual(['Deal 404', 'Deal 405']);
    expect(await deal('401')).toMatchObject({
      state: 'lost',
      lost_reason: 'Merged into another deal in HubSpot',
      external_state: 'merged',
    });
    expect(await deal('403')).toMatchObject({ state: 'lost', lost_reason: 'Lost in HubSpot', external_state: 'merged' });
  });
  it('decisions 2.17: dates each stage change by the CRM, and the funnel knows where a lost deal had been', async () => {
    const when = (ms: number): string => new Date(ms).toISOString();
    const start = world.server.clock().getTime();
    const createdate = when(start - 30 * MINUTE_MS);
    put('201', { createdate, hs_v2_date_entered_current_stage: createdate });
    put('202', { createdate, dealstage: 'won', hs_v2_date_entered_current_stage: when(start - MINUTE_MS) });
    await sync();
    world.server.clock.advance(MINUTE_MS);
    const entered = when(start + 1000);
    const later = world.server.clock().getTime();
    put('201', { dealstage: 's3', hs_v2_date_entered_current_stage: entered }, { updatedAt: later });
    crm.pipelines[0]!.stages.push({ id: 's3', label: 'Demo', displayOrder: 2, metadata: { probability: '0.4', isClosed: 'false' } });
    await sync();
    world.server.clock.advance(MINUTE_MS);
    const lost = when(start + MINUTE_MS + 1000);
    put('201', { dealstage: 'lost', hs_v2_date_entered_current_stage: lost }, { updatedAt: world.server.clock().getTime() });
    await sync();
    const readMoves = async (key: string) =>
      (await world.call('GET', `/api/v1/deals/${(await deal(key))!.id}/moves`))
        .json()
        .data.map((item: { kind: string; stage: string; at: string; by_name: null }) => [item.kind, item.stage, item.at, item.by_name]);
    expect(await readMoves('201')).toEqual([
      ['created', 'Appointment', createdate, null],
      ['moved', 'Demo', entered, null],
      ['lost', 'Closed lost', lost, null],
    ]);
    expect(await readMoves('202')).toEqual([
      ['created', null, createdate, null],
      ['won', 'Closed won', when(start - MINUTE_MS), null],
    ]);
    const reached = (await world.call('GET', '/api/v1/deals?state=all&reached=Demo')).json().data.map(({ name }: { name: string }) => name);
    expect(reached).toContain('Deal 201');
  });
  it('imports thousands of deals of one moment, despite page sizes and the search limit of 10,000', async () => {
    world.server.clock.advance(MINUTE_MS);
    const moment = world.server.clock().getTime();
    for (let key = 2000; key < 2450; key += 1) put(String(key), {}, { updatedAt: moment });
    expect(await sync()).toMatchObject({ counts: { created: 450 } });
  });
  it('loses no change if the local clock is ahead', async () => {
    clock.behind = 20 * MINUTE_MS;
    await sync();
    world.server.clock.advance(MINUTE_MS);
    put('101', { dealname: 'Changed by their clock' }, { updatedAt: world.server.clock().getTime() - clock.behind });
    await sync();
    clock.behind = 0;
    expect(await deal('101')).toMatchObject({ name: 'Changed by their clock' });
  });
  it('counts won deals toward the owner’s bonus, and withdraws it when one is reopened (decisions 2.08)', async () => {
    const bonus = { id: 'won', name: 'Won deals', metric: 'won_deals', level: 1, within: 'month', amount: 800 };
    const commissionsConfig = JSON.stringify({ plans: [{ id: 'default', bonuses: [bonus] }] });
    const saved = await world.call('PUT', '/api/v1/settings/general', { companyName: 'Acme', commissionsConfig });
    expect(saved.statusCode, saved.body).toBe(200);
    await world.worker.drain();
    world.server.clock.advance(62 * 24 * 60 * MINUTE_MS);
    const now = () => world.server.clock().getTime();
    const bonuses = () =>
      world.server.db.query
        .selectFrom('adjustments')
        .select(['state', 'amount_cents'])
        .where('user_id', '=', seller)
        .orderBy('id')
        .execute();
    put('701', { dealstage: 'won', closedate: new Date(now()).toISOString() }, { updatedAt: now() });
    await sync();
    await world.worker.drain();
    expect(await bonuses()).toMatchObject([{ state: 'pending', amount_cents: 800_00 }]);
    world.server.clock.advance(MINUTE_MS);
    put('701', { dealstage: 's1' }, { updatedAt: now() });
    await sync();
    await world.worker.drain();
    expect(await bonuses()).toMatchObject([{ state: 'void' }]);
  });
  it('waits when rate limited, and expires the connection on a final refusal', async () => {
    crm.fail({ status: 429, body: { policyName: 'SECONDLY' } }, { part: '/search', times: 2 });
    expect(await sync()).toMatchObject({ status: 'completed' });
    crm.revoke();
    expect(await sync()).toMatchObject({ status: 'failed', error: expect.stringContaining('does not accept this service key') });
    expect((await world.call('GET', 'hubspot')).json().data[0]).toMatchObject({ status: 'expired' });
  });
});
