import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import type { PlanDraftText } from '../../../contract/entities/planDraft.ts';
import { requestPublication } from '../../../server/domain/planDrafts/publishDraft.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
let vic: string;
let ada: string;
const plan = (rate: number, overrides: object = {}) => ({
  id: 'sellers',
  name: 'Sellers',
  applies_to: { roles: ['salesperson'] },
  base_commission_rate: rate,
  ...overrides,
});
const text = (...plans: object[]): string => JSON.stringify({ plans });

beforeEach(async () => {
  world = await createClosingCompany();
  vic = (await world.server.signIn('vic@example.test')).access_token;
  ada = (await world.server.signIn('ada@example.test')).access_token;
  await world.save({ plans: [plan(0.05)] });
});
afterEach(() => world.server.close());

const call = (token: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  world.server.call(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
/** A draft of the vice president at revision 2, with this text. */
const drafted = async (commissionsConfig: string): Promise<PlanDraftText> => {
  const { id } = (await call(vic, 'POST', '/plan-drafts', { name: 'Next year' })).json();
  return (await call(vic, 'PATCH', `/plan-drafts/${id}`, { commissionsConfig, revision: 1 })).json();
};
const read = async (id: string) => (await call(ada, 'GET', `/plan-drafts/${id}`)).json();
const work = () => instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock).drain();
const request = (id: string, body: object = { revision: 2, effective_date: '2026-12-01' }) =>
  call(ada, 'POST', `/plan-drafts/${id}/changes`, body);
const computed = async (id: string): Promise<ConfigChange> => {
  const change = (await request(id)).json() as ConfigChange;
  await work();
  return (await call(ada, 'GET', `/settings/general/changes/${change.id}`)).json();
};
const confirm = ({ id, impact }: ConfigChange) =>
  call(ada, 'POST', `/settings/general/changes/${id}/confirm`, { total: String(impact?.total_after) });
const readersOf = async (version: number): Promise<string[]> => {
  const rows = await world.server.db.query
    .selectFrom('config_change_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('u.first_name')
    .where('p.version', '=', version)
    .execute();
  return rows.map(({ first_name }) => first_name).sort();
};

describe('decisions 2.36: a draft that moves pay is published with its impact', () => {
  it('asks exactly the people its plans name, and the draft names its published version', async () => {
    await world.book('mia', '2026-11-10', 10_000);
    const { id } = await drafted(text(plan(0.06)));
    const change = await computed(id);
    expect(change.impact?.readers?.map(({ name }) => name).sort()).toEqual(['kim Person', 'sam Person']);
    expect((await confirm(change)).statusCode).toBe(200);
    await work();
    const { id: version } = await world.server.db.query
      .selectFrom('config_versions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(await read(id)).toMatchObject({ state: 'published', published_version: version });
    expect(await readersOf(version)).toEqual(['kim', 'sam']);
    const rows = await world.server.db.query.selectFrom('audit_log').select('after').where('action', '=', 'plan_draft.published').execute();
    expect(rows).toEqual([{ after: { revision: 2, config_version: version } }]);
  });

  it('notifies nobody in set-up mode, and the review says so', async () => {
    await world.server.db.query.updateTable('general_settings').set({ live_at: null }).execute();
    const { id } = (await call(ada, 'POST', '/plan-drafts', { name: 'First plan' })).json();
    await call(ada, 'PATCH', `/plan-drafts/${id}`, { commissionsConfig: text(plan(0.06)), revision: 1 });
    const change = await computed(id);
    expect(change.impact?.readers).toEqual([]);
    await confirm(change);
    await work();
    const { published_version } = await read(id);
    expect(await readersOf(published_version)).toEqual([]);
    expect(await world.server.db.query.selectFrom('notifications').select('id').execute()).toEqual([]);
  });

  it('refuses after another draft was published, and names its publisher; a rebased draft continues', async () => {
    const [late, first] = [await drafted(text(plan(0.07))), await drafted(text(plan(0.06)))];
    await confirm(await computed(first.id));
    const refused = await request(late.id);
    const { published_version: version } = await read(first.id);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'plans_changed',
        message: `ada Person published version ${version} after this draft began. Compare the draft with it before you publish.`,
      }),
    ]);
    await call(vic, 'PATCH', `/plan-drafts/${late.id}`, { base_version: version, revision: 2 });
    expect((await request(late.id)).statusCode).toBe(202);
  });

  it('refuses a confirmation if the draft or the plans changed since the review', async () => {
    const [edited, other] = [await drafted(text(plan(0.07))), await drafted(text(plan(0.06)))];
    const [change, otherChange] = [await computed(edited.id), await computed(other.id)];
    await call(vic, 'PATCH', `/plan-drafts/${edited.id}`, { commissionsConfig: text(plan(0.09)), revision: 2 });
    const stale = await confirm(change);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_draft']);
    expect((await read(edited.id)).in_use.commissionsConfig).toBe(text(plan(0.05)));
    expect((await confirm(otherChange)).statusCode).toBe(200);
    expect((await confirm(change)).json()).toMatchObject({
      code: 'stale_version',
      message: 'The settings were saved after this review. The draft is kept: review it again before you publish.',
    });
    expect((await read(edited.id)).state).toBe('draft');
  });
});

describe('decisions 2.36: a publication contains only the draft’s changes', () => {
  it('refuses if plans are published while the request reads', async () => {
    const { id } = await drafted(text(plan(0.06)));
    const { store } = world.facts;
    const newest = async () => {
      const read = await store.config.newest();
      await world.save({ plans: [plan(0.07)] });
      return read;
    };
    const deps = { store: { ...store, config: { ...store.config, newest } }, clock: world.server.clock };
    const principal = { userId: world.ids.ada } as Parameters<typeof requestPublication>[1];
    const body = { revision: 2, effective_date: '2026-12-01' };
    await expect(requestPublication(deps, principal, Number(id), body)).rejects.toMatchObject({ status: 409 });
  });

  const ended = { ...plan(0.04), id: 'old', name: 'Old', effective_to: '2026-10-31' };
  const current = { ...plan(0.05), effective_from: '2026-11-01' };
  it.each([
    ['changes', text(current, { ...ended, base_commission_rate: 0.03 })],
    ['changes along with another plan', text({ ...current, base_commission_rate: 0.06 }, { ...ended, base_commission_rate: 0.03 })],
    ['removes', text(current)],
    ['adds', text(current, ended, { ...ended, id: 'older', effective_from: '2026-02-01', effective_to: '2026-02-28' })],
  ])('refuses a day after the end of a plan that the draft %s', async (_case, draft) => {
    await world.save({ plans: [current, { ...ended, effective_from: '2026-03-01' }] });
    await world.book('sam', '2026-10-10', 10_000);
    const { id } = await drafted(
      draft.replaceAll('"effective_to":"2026-10-31"', '"effective_to":"2026-10-31","effective_from":"2026-03-01"'),
    );
    const refused = await request(id);
    expect([refused.statusCode, Object.keys(refused.json().errors ?? {})]).toEqual([422, ['effective_date']]);
  });

  it('refuses a draft that only reformats the plans in use', async () => {
    await world.book('sam', '2026-10-10', 10_000);
    const { id } = await drafted(JSON.stringify({ plans: [plan(0.05)] }, null, 2));
    const refused = await request(id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing_new']);
  });
});

describe('decisions 2.36: invalid input in publishing', () => {
  it.each([
    ['broken JSON', '{ "plans": [', 'The configuration is not JSON (line 1)'],
    [
      'a tier below the previous one',
      text(
        plan(0.05, {
          base_commission_rate: undefined,
          tiers: [
            { from: 0, rate: 0.05 },
            { from: 1, rate: 0.06 },
            { from: 0.5, rate: 0.07 },
          ],
        }),
      ),
      'plans[0].tiers[2].from',
    ],
    ['two plans for one person', text(plan(0.05), { ...plan(0.06), id: 'also', name: 'Also' }), 'plans[1]'],
  ])('refuses %s with its place', async (_case, draft, place) => {
    const { id } = await drafted(draft);
    const refused = await request(id);
    expect([refused.statusCode, String(refused.json().errors?.commissionsConfig)]).toEqual([422, expect.stringContaining(place)]);
    expect((await call(ada, 'POST', `/plan-drafts/${id}/publish`, { revision: 2 })).statusCode).toBe(422);
  });

  it('refuses a draft equal to the plans in use, an older revision, an archived one, and a day in a closed month', async () => {
    const { id } = (await call(vic, 'POST', '/plan-drafts', { name: 'Nothing new' })).json();
    expect((await request(id, { revision: 1, effective_date: '2026-12-01' })).json().code).toBe('nothing_new');
    const moved = await drafted(text(plan(0.06)));
    const old = await request(moved.id, { revision: 1, effective_date: '2026-12-01' });
    expect([old.statusCode, old.json().code, old.json().current.revision]).toEqual([409, 'stale_draft', 2]);
    await world.close('2026-09');
    expect((await request(moved.id, { revision: 2, effective_date: '2026-09-15' })).json().errors.effective_date).toContain(
      'September 2026',
    );
    await call(vic, 'POST', `/plan-drafts/${moved.id}/archive`);
    expect((await request(moved.id)).json().code).toBe('draft_archived');
  });

  it('requires a review only if pay moves, and keeps a published draft as it is', async () => {
    const paying = await drafted(text(plan(0.06)));
    expect((await call(ada, 'POST', `/plan-drafts/${paying.id}/publish`, { revision: 2 })).json().code).toBe('review_needed');
    const goals = await drafted(JSON.stringify({ plans: [plan(0.05)], examples: [] }));
    const published = (await call(ada, 'POST', `/plan-drafts/${goals.id}/publish`, { revision: 2 })).json();
    expect(published).toMatchObject({ state: 'published', published_version: published.base_version + 1 });
    for (const [path, body] of [
      ['', { name: 'Another' }],
      ['', { commissionsConfig: '{}', revision: 2 }],
    ] as const) {
      const refused = await call(vic, 'PATCH', `/plan-drafts/${goals.id}${path}`, body);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'draft_published']);
    }
    expect((await call(vic, 'POST', `/plan-drafts/${goals.id}/archive`)).json().code).toBe('draft_published');
  });

  it('accepts a former employee in a plan without asking them', async () => {
    await world.ask('PUT', `/users/${world.ids.kim}`, { active: false });
    const { id } = await drafted(text(plan(0.05), { id: 'own', name: 'Own', applies_to: { users: [String(world.ids.kim)] } }));
    const { impact } = await computed(id);
    expect(impact?.readers).toEqual([]);
    expect(impact?.former).toEqual([{ user_id: String(world.ids.kim), name: 'kim Person', plan: 'Own', left_on: '2026-11-21' }]);
  });

  it('lists people who lose their plan, and asks them to read it', async () => {
    const { id } = await drafted(text(plan(0.05, { applies_to: { users: [String(world.ids.sam)] } })));
    const change = await computed(id);
    const kim = { user_id: String(world.ids.kim), name: 'kim Person' };
    expect(change.impact?.without_plan).toContainEqual(kim);
    expect(change.impact?.without_plan).not.toContainEqual(expect.objectContaining({ name: 'sam Person' }));
    expect(change.impact?.readers).toContainEqual(kim);
    await confirm(change);
    await work();
    const { published_version: version } = await read(id);
    expect(await readersOf(version)).toContain('kim');
    const row = await world.server.db.query
      .selectFrom('config_change_people')
      .select('content')
      .where('user_id', '=', world.ids.kim)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const { data } = (await call((await world.server.signIn('kim@example.test')).access_token, 'GET', '/notifications')).json();
    expect(data.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringContaining('From then on no plan applies to you.'),
    );
    expect(JSON.parse(row.content)).toMatchObject({ after: null, before: expect.arrayContaining(['Sellers']) });
  });
});
