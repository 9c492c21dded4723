import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Acknowledgements, PlanChangeContent, PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const work = () => instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock).drain();
const plan = (id: string, roles: readonly string[], rate: number, overrides: object = {}) => ({
  id,
  name: id,
  applies_to: { roles, users: [] },
  base_commission_rate: rate,
  ...overrides,
});
const sellers = (rate: number, overrides: object = {}) => plan('sellers', ['salesperson'], rate, overrides);
const managers = (rate: number) => plan('managers', ['sales_manager'], rate);

/** Reviews and saves a configuration. @returns its version */
const saveReviewed = async (plans: readonly object[], effective_date = '2026-12-01'): Promise<number> => {
  const body = { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans }), effective_date };
  const { id } = await world.ask('POST', '/settings/general/changes', body);
  await work();
  const { impact } = await world.ask('GET', `/settings/general/changes/${id}`);
  await world.ask('POST', `/settings/general/changes/${id}/confirm`, { total: String(impact.total_after) });
  await work();
  const row = world.server.db.query.selectFrom('config_changes').select('version').orderBy('version', 'desc');
  return (await row.executeTakeFirstOrThrow()).version;
};
const readersOf = async (version: number): Promise<string[]> => {
  const { data } = (await world.ask('GET', `/settings/general/versions/${version}/acknowledgements`)) as Acknowledgements;
  return data.map(({ name }) => name.split(' ')[0] ?? '').sort();
};
const noticeOf = async (who: string, version: number) => {
  const { access_token: token } = await world.server.signIn(`${who}@example.test`);
  const notice = (await world.server.call('GET', `/api/v1/plan-changes/${version}`, { token })).json() as PlanChangeNotice;
  const { data } = (await world.server.call('GET', '/api/v1/notifications', { token })).json();
  const notices = (data as { title: string; message: string }[]).filter(({ title }) => title === 'Your commission plan changes');
  return { content: JSON.parse(notice.content) as PlanChangeContent, notice, messages: notices.map(({ message }) => message) };
};

describe('decisions 2.09: people whose pay a version changes are asked to read it', () => {
  it('including everyone with a plan in it, sales or not, and no one without a plan', async () => {
    await world.book('vic', '2026-11-10', 10_000);
    const version = await saveReviewed([sellers(0.05), managers(0.02)]);
    expect(await readersOf(version)).toEqual(['kim', 'max', 'mia', 'sam']);
    expect((await noticeOf('kim', version)).messages).toEqual([
      'New terms of your plan apply from Dec 1, 2026. Please read and confirm them.',
    ]);
  });

  it('only if their own plan changes, and not if they have left', async () => {
    await world.ask('PUT', `/users/${world.ids.max}`, { active: false });
    await saveReviewed([sellers(0.05), managers(0.02)]);
    expect(await readersOf(await saveReviewed([sellers(0.05), managers(0.03)]))).toEqual(['mia']);
  });

  it('including people whose plan begins later than the version', async () => {
    await saveReviewed([sellers(0.05, { effective_to: '2026-12-31' })]);
    const version = await saveReviewed([
      sellers(0.05, { effective_to: '2026-12-31' }),
      plan('next', ['salesperson'], 0.09, { effective_from: '2027-01-01' }),
    ]);
    expect(await readersOf(version)).toEqual(['kim', 'sam']);
    expect((await noticeOf('sam', version)).content).toMatchObject({ effective_date: '2027-01-01', before: null });
  });

  it('including a new person, and one with another plan by role, once each', async () => {
    const version = await saveReviewed([sellers(0.05), managers(0.02)], '2026-11-01');
    const added = { first_name: 'new', last_name: 'Person', email: 'new@example.test', territory: '' };
    await world.ask('POST', '/users', { ...added, role: 'salesperson', password: 'Sunflower-9-fields' });
    await world.ask('POST', '/users', { ...added, email: 'fin@example.test', first_name: 'fin', role: 'finance' });
    expect(await readersOf(version)).toEqual(['kim', 'max', 'mia', 'new', 'sam']);
    const { content, notice } = await noticeOf('kim', version);
    const { access_token: token } = await world.server.signIn('kim@example.test');
    await world.server.call('POST', `/api/v1/plan-changes/${version}/acknowledge`, { token, body: { sha256: notice.sha256 } });
    await world.change('kim', { last_name: 'Renamed' });
    expect((await noticeOf('kim', version)).notice.acknowledged_at).not.toBeNull();
    await world.change('kim', { role: 'sales_manager' });
    const moved = await noticeOf('kim', version);
    expect(moved.notice.acknowledged_at).toBeNull();
    expect([content.after?.[0], moved.content.before?.[0], moved.content.after?.[0]]).toEqual(['sellers', 'sellers', 'managers']);
    expect(moved.messages.length).toBe(2);
    await world.change('sam', { role: 'finance' });
    expect((await noticeOf('sam', version)).content.after?.[0]).toBe('sellers');
  });
});
