import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import type { PersonTrial, PlanDraftTrial } from '../../../contract/entities/planDraft.ts';
import type { ConfigPreview } from '../../../contract/entities/settings.ts';
import { tryDraft } from '../../../server/domain/planDrafts/tryDraft.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
let vic: string;
const plan = (rate: number) => ({ id: 'default', name: 'Plan', base_commission_rate: rate });

beforeAll(async () => {
  world = await createClosingCompany();
  vic = (await world.server.signIn('vic@example.test')).access_token;
  await world.save({ plans: [plan(0.05)] });
  await world.book('sam', '2026-09-10', 10_000);
  await world.book('sam', '2026-10-10', 20_000);
  await world.book('sam', '2026-11-10', 30_000);
  await world.book('kim', '2026-11-12', 40_000);
  await world.close('2026-09');
});
afterAll(() => world.server.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  world.server.call(method, `/api/v1/plan-drafts${path}`, { token: vic, ...(body ? { body } : {}) });
const drafted = async (commissionsConfig: string): Promise<string> => {
  const { id } = (await call('POST', '', { name: 'Tried' })).json();
  await call('PATCH', `/${id}`, { commissionsConfig, revision: 1 });
  return id;
};
const stored = async () =>
  world.server.db.query.selectFrom('commission_records').select(['id', 'amount_cents', 'config_version']).orderBy('id').execute();

describe('decisions 2.36: a draft tried on all open months', () => {
  it('compares each person as recorded with the draft; closed months stay, and nothing is stored', async () => {
    const before = await stored();
    const id = await drafted(JSON.stringify({ plans: [plan(0.06)] }));
    const trial = (await call('GET', `/${id}/trial`)).json() as PlanDraftTrial;
    // 5% and 6% of 20,000 + 30,000, and of 40,000.
    expect(trial).toMatchObject({
      errors: [],
      total: { records: 3, before: 4500, after: 5400 },
      people: [
        { name: 'sam Person', records: 2, before: 2500, after: 3000 },
        { name: 'kim Person', records: 1, before: 2000, after: 2400 },
      ],
    });
    expect(await stored()).toEqual(before);
  });

  it('shows a person’s months and records, each with its clauses before and after', async () => {
    const id = await drafted(JSON.stringify({ plans: [plan(0.06)] }));
    const trial = (await call('GET', `/${id}/trial/${world.ids.sam}`)).json() as PersonTrial;
    expect(trial.months).toEqual([
      { month: '2026-10-01', records: 1, before: 1000, after: 1200, due_change: 0 },
      { month: '2026-11-01', records: 1, before: 1500, after: 1800, due_change: 0 },
    ]);
    expect(trial.records.map(({ booking_date, before, after }) => [booking_date, before, after])).toEqual([
      ['2026-11-10', 1500, 1800],
      ['2026-10-10', 1000, 1200],
    ]);
    expect(trial.records[0]).toMatchObject({
      net_revenue: 30_000,
      clauses_before: ['Net revenue up to the quota earns 5.0%.'],
      clauses_after: ['Net revenue up to the quota earns 6.0%.'],
    });
  });

  it('pays nothing to a person whom the draft no longer names, and their records say so', async () => {
    const id = await drafted(JSON.stringify({ plans: [{ ...plan(0.05), applies_to: { users: [String(world.ids.sam)] } }] }));
    const trial = (await call('GET', `/${id}/trial/${world.ids.kim}`)).json() as PersonTrial;
    expect(trial).toMatchObject({
      name: 'kim Person',
      months: [{ before: 2000, after: 0 }],
      records: [{ before: 2000, clauses_after: [] }],
    });
  });

  it('applies from the first day of its changed plans; earlier sales keep theirs', async () => {
    const id = await drafted(JSON.stringify({ plans: [{ ...plan(0.06), effective_from: '2026-11-01' }] }));
    const trial = (await call('GET', `/${id}/trial`)).json() as PlanDraftTrial;
    expect(trial).toMatchObject({
      effective_date: '2026-11-01',
      people: [
        { name: 'kim Person', records: 1, before: 2000, after: 2400 },
        { name: 'sam Person', records: 1, before: 2500, after: 2800 },
      ],
    });
    const own = (await call('GET', `/${id}/trial/${world.ids.sam}`)).json() as PersonTrial;
    expect(own.effective_date).toBe('2026-11-01');
    expect(own.months).toMatchObject([
      { month: '2026-10-01', records: 0, before: 1000, after: 1000 },
      { month: '2026-11-01', records: 1, before: 1500, after: 1800, due_change: 0 },
    ]);
    expect(own.records[0]).toMatchObject({ clauses_after: ['Net revenue up to the quota earns 6.0%.'] });
  });

  it('applies from a chosen day, and refuses an impossible one', async () => {
    const id = await drafted(JSON.stringify({ plans: [plan(0.06)] }));
    expect((await call('GET', `/${id}/trial`)).json().effective_date).toBeNull();
    const trial = (await call('GET', `/${id}/trial?effective_date=2026-11-11`)).json() as PlanDraftTrial;
    expect(trial).toMatchObject({
      effective_date: '2026-11-11',
      people: [
        { name: 'kim Person', before: 2000, after: 2400 },
        { name: 'sam Person', records: 0, before: 2500, after: 2500 },
      ],
    });
    const later = (await call('GET', `/${id}/trial/${world.ids.kim}?effective_date=2026-11-13`)).json() as PersonTrial;
    expect(later.records).toEqual([]);
    expect((await call('GET', `/${id}/trial?effective_date=2026-11-31`)).statusCode).toBe(400);
    const past = { ...plan(0.06), id: 'old', name: 'Old', effective_to: '2026-10-31' };
    const ended = await drafted(JSON.stringify({ plans: [{ ...plan(0.05), effective_from: '2026-11-01' }, past] }));
    const refused = (await call('GET', `/${ended}/trial?effective_date=2026-11-15`)).json() as PlanDraftTrial;
    expect(refused.errors).toEqual([{ path: 'effective_date', message: expect.stringContaining('The plan “Old” ends on Oct 31, 2026') }]);
  });

  it.each([
    ['2026-09-15', 'September 2026 is closed, so nothing in it can change. Choose a later day.'],
    ['2028-09-15', 'Choose a day, at most 366 days ahead'],
  ])('is refused from %s, on which no draft can be published, and so is that day itself', async (day, message) => {
    const [chosen, own] = [
      await drafted(JSON.stringify({ plans: [plan(0.06)] })),
      await drafted(JSON.stringify({ plans: [{ ...plan(0.06), effective_from: day }] })),
    ];
    const refused = { effective_date: day, errors: [{ path: 'effective_date', message }] };
    for (const path of [`/${chosen}/trial?effective_date=${day}`, `/${own}/trial`]) {
      const [address, query = ''] = path.split('?');
      expect((await call('GET', path)).json()).toMatchObject({ ...refused, people: [] });
      expect((await call('GET', `${address}/${world.ids.sam}?${query}`)).json()).toMatchObject({ ...refused, records: [] });
    }
  });

  it('runs one trial at a time per person, and two per instance', async () => {
    const id = await drafted(JSON.stringify({ plans: [plan(0.06)] }));
    await world.server.add({ email: 'fay@example.test', role: 'finance' });
    const [ada, fay] = [await world.server.signIn('ada@example.test'), await world.server.signIn('fay@example.test')];
    const run = (token: string) => world.server.call('GET', `/api/v1/plan-drafts/${id}/trial`, { token });
    const own = await Promise.all([run(vic), run(vic)]);
    expect(own.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
    expect(own.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      code: 'too_many_trials',
      message: 'You are already running a trial. Wait until it ends, then try again.',
    });
    const all = await Promise.all([run(vic), run(ada.access_token), run(fay.access_token)]);
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429]);
    expect(all.find(({ statusCode }) => statusCode === 429)?.json().message).toBe(
      'Other people are running trials. Try again in a few seconds.',
    );
    expect((await run(vic)).statusCode).toBe(200);
  });

  it('ends its trial once the request is closed', async () => {
    const id = await drafted(JSON.stringify({ plans: [plan(0.06)] }));
    const { store } = world.facts;
    const closed = new AbortController();
    const snapshot: typeof store.snapshot = (work) => {
      closed.abort();
      return store.snapshot(work);
    };
    const trial = await tryDraft({ store: { ...store, snapshot }, clock: world.server.clock }, Number(id), null, closed.signal);
    expect([closed.signal.aborted, trial.people]).toEqual([true, []]);
  });

  it('bad input: names the paths of errors, and refuses an unknown person or draft', async () => {
    const id = await drafted(JSON.stringify({ plans: [plan(6)] }));
    const broken = { errors: [expect.objectContaining({ path: 'plans[0].base_commission_rate' })] };
    expect((await call('GET', `/${id}/trial`)).json()).toMatchObject({ ...broken, people: [] });
    expect((await call('GET', `/${id}/trial/${world.ids.sam}`)).json()).toMatchObject({ ...broken, records: [] });
    expect((await call('GET', `/${id}/trial/999999`)).statusCode).toBe(404);
    expect((await call('GET', '/999999/trial')).statusCode).toBe(404);
  });
});

describe('decisions 2.36: a later plan whose quota period begins in a closed month', () => {
  const monthly = { quota: { period: 'month', amount: 10_000 }, over_quota_commission_rate: 0.1 };
  const yearly = { quota: { period: 'year', amount: 500_000 }, over_quota_commission_rate: 0.1 };
  const textOf = (...plans: object[]): string => JSON.stringify({ plans });
  const impactOf = async (draft: string, effective_date: string) => {
    const { access_token: token } = await world.server.signIn('ada@example.test');
    const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
      world.server.call(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
    const { id } = (await ask('POST', `/plan-drafts/${draft}/changes`, { revision: 2, effective_date })).json() as ConfigChange;
    await instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock).drain();
    const { impact } = (await ask('GET', `/settings/general/changes/${id}`)).json() as ConfigChange;
    if (!impact) throw new Error('no impact');
    return impact;
  };
  type Moved = Readonly<{ user_id: string; records: number; before: number; after: number }>;
  const moves = (people: readonly Moved[]) =>
    Object.fromEntries(
      people.filter(({ records }) => records > 0).map(({ user_id, records, before, after }) => [user_id, [records, after - before]]),
    );

  it('is tried with the amounts of its impact, per person and in total', async () => {
    await world.save({ plans: [{ ...plan(0.05), ...monthly }] });
    const id = await drafted(textOf({ ...plan(0.03), ...yearly }));
    const trial = (await call('GET', `/${id}/trial?effective_date=2026-11-01`)).json() as PlanDraftTrial;
    const impact = await impactOf(id, '2026-11-01');
    // Monthly: 5% of 10,000 and 10% of the rest; yearly: 3% of 30,000 and of 40,000.
    expect(moves(trial.people)).toEqual({ [world.ids.sam]: [1, -1600], [world.ids.kim]: [1, -2300] });
    expect(moves(trial.people)).toEqual(moves(impact.by_user));
    expect([trial.total.records, trial.total.after - trial.total.before]).toEqual([
      impact.records,
      impact.total_after - impact.total_before,
    ]);
    const own = (await call('GET', `/${id}/trial/${world.ids.sam}?effective_date=2026-11-01`)).json() as PersonTrial;
    expect(own.records.map(({ booking_date, before, after }) => [booking_date, before, after])).toEqual([['2026-11-10', 2500, 900]]);
  });

  it('is tried in full if it takes effect because another plan ends', async () => {
    const until = { id: 'own', name: 'Own', applies_to: { users: [String(world.ids.sam)] }, effective_to: '2026-10-31' };
    const config = textOf({ ...plan(0.03), ...yearly }, { ...plan(0.05), ...monthly, ...until });
    const trial = (await call('GET', `/${await drafted(config)}/trial`)).json() as PlanDraftTrial;
    const preview = (await world.ask('POST', '/settings/general/preview', { commissionsConfig: config })) as ConfigPreview;
    expect(trial.effective_date).toBeNull();
    expect(moves(trial.people)).toEqual({ [world.ids.sam]: [1, -1600], [world.ids.kim]: [1, -2300] });
    expect([preview.changed_records, preview.delta_total]).toEqual([2, -3900]);
  });
});
