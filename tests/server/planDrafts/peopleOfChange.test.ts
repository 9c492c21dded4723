import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanDraftTrial } from '../../../contract/entities/planDraft.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { findPeopleOfChange } from '../../../server/domain/planDrafts/peopleOfChange.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

/** Mia manages Sam, and Kim leads one of his sales. */
let world: ClosingCompany;
beforeAll(async () => {
  world = await createClosingCompany();
  await world.save({ plans: [housePlan(), kims()] });
  await world.book('sam', '2026-11-10', 30_000);
  await world.book('max', '2026-11-11', 20_000);
  await world.book('kim', '2026-11-12', 40_000);
});
afterAll(() => world.server.close());

const housePlan = (overrides: object = {}) => ({ id: 'house', ...overrides });
const kims = (overrides: object = {}) => ({ id: 'kims', applies_to: { users: [String(world.ids.kim)] }, ...overrides });
const versionOf = (plans: readonly object[], company: object = {}) => {
  const { config } = parseConfig(JSON.stringify({ plans, ...company }));
  if (!config) throw new Error('a configuration with errors');
  return { version: 1, config, setUpOn: null };
};
const findAffectedNames = async (before: readonly object[], after: readonly object[], company: object = {}): Promise<string[]> => {
  const everybody = Object.values(world.ids);
  const ids = await findPeopleOfChange(world.facts.store, versionOf(before), versionOf(after, company), everybody);
  return Object.entries(world.ids).flatMap(([name, id]) => (ids.includes(id) ? name : []));
};
const override = { team_override: { role: 'sales_manager', rate: 0.01 } };
const everybody = ['ada', 'vic', 'mia', 'max', 'sam', 'kim'];

describe('decisions 2.36: people affected by a change of plans', () => {
  it('are those of the changed plans, before or after', async () => {
    expect(await findAffectedNames([housePlan(), kims()], [kims(), housePlan()])).toEqual([]);
    expect(await findAffectedNames([housePlan(), kims()], [housePlan(), kims({ base_commission_rate: 0.06 })])).toEqual(['kim']);
    expect(await findAffectedNames([housePlan(), kims()], [housePlan()])).toEqual(['kim']);
    expect(await findAffectedNames([housePlan(), kims()], [housePlan({ base_commission_rate: 0.06 }), kims()])).toEqual(everybody);
    const sellers = { applies_to: { roles: ['sales_manager'] } };
    expect(await findAffectedNames([housePlan(sellers)], [housePlan({ ...sellers, quota: { amount: 5 } })])).toEqual(['mia', 'max']);
  });

  it('are everybody if the books or the time zone change', async () => {
    expect(await findAffectedNames([housePlan()], [housePlan()], { timezone: 'Asia/Tokyo' })).toEqual(everybody);
    expect(await findAffectedNames([housePlan()], [housePlan()], { books_begin_on: '2026-10-01' })).toEqual(everybody);
  });

  it('include their managers, and people who share their sales, with their managers', async () => {
    const sams = (overrides: object = {}) => ({ id: 'sams', applies_to: { users: [String(world.ids.sam)] }, ...overrides });
    expect(await findAffectedNames([housePlan(override), sams()], [housePlan(override), sams({ base_commission_rate: 0.06 })])).toEqual([
      'mia',
      'sam',
    ]);
    expect(await findAffectedNames([housePlan(), sams()], [housePlan(), sams(override)])).toEqual(['mia', 'sam']);
    const sellers = [String(world.ids.sam)];
    const supported = sams({ overlays: [{ user_id: String(world.ids.ada), sellers, rate: 0.02 }] });
    expect(await findAffectedNames([housePlan(), sams()], [housePlan(), supported])).toEqual(['ada', 'sam']);
    const id = await world.book('sam', '2026-11-13', 10, { sales_lead_id: world.ids.kim });
    expect(await findAffectedNames([housePlan(override), kims()], [housePlan(override), kims({ base_commission_rate: 0.06 })])).toEqual([
      'mia',
      'sam',
      'kim',
    ]);
    await world.facts.changeInvoice(id, { sales_lead_id: null });
  });

  it('are computed by a trial; all others have their recorded amounts', async () => {
    await world.server.db.query
      .updateTable('commission_records')
      .set({ amount_cents: 123_45 })
      .where('user_id', '=', world.ids.max)
      .execute();
    const token = (await world.server.signIn('vic@example.test')).access_token;
    const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
      world.server.call(method, `/api/v1/plan-drafts${path}`, { token, ...(body ? { body } : {}) });
    const { id } = (await call('POST', '', { name: 'Kim' })).json();
    const commissionsConfig = JSON.stringify({ plans: [housePlan(), kims({ base_commission_rate: 0.06 })] });
    await call('PATCH', `/${id}`, { commissionsConfig, revision: 1 });
    const trial = (await call('GET', `/${id}/trial`)).json() as PlanDraftTrial;
    expect(trial.total).toEqual({ records: 1, before: 3623.95, after: 4023.95, due_change: 0 });
    expect(trial.people.map(({ name, records, before, after }) => [name, records, before, after])).toEqual([
      ['kim Person', 1, 2000, 2400],
      ['max Person', 0, 123.45, 123.45],
      ['sam Person', 0, 1500.5, 1500.5],
    ]);
  });
});
