import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acknowledgements, ConfigChange, PlanChangeContent, PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { computeImpact } from '../../../server/domain/settings/configImpact.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createClosingCompany } from '../support/worlds/closing.ts';

type World = Awaited<ReturnType<typeof createClosingCompany>>;
let world: World;
const tokens: Record<string, string> = {};
const from5to6 = { plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.06 }] };

beforeAll(async () => {
  world = await createClosingCompany();
  for (const name of ['ada', 'sam', 'kim', 'vic']) tokens[name] = (await world.server.signIn(`${name}@example.test`)).access_token;
  await world.book('sam', '2026-09-10', 10_000);
  await world.book('sam', '2026-10-10', 20_000);
  await world.book('sam', '2026-11-10', 30_000);
  await world.book('kim', '2026-11-12', 40_000);
  await world.close('2026-09');
});
afterAll(() => world.server.close());

const call = (name: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object, headers?: Record<string, string>) =>
  world.server.call(method, `/api/v1/${path}`, { token: tokens[name] ?? '', ...(body ? { body } : {}), ...(headers ? { headers } : {}) });
const ask = (effective_date: string, config: object = from5to6, headers?: Record<string, string>) =>
  call(
    'ada',
    'POST',
    'settings/general/changes',
    { companyName: 'Acme', commissionsConfig: JSON.stringify(config), effective_date },
    headers,
  );
const work = () => instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock).drain();
const computed = async (effective_date: string, config: object = from5to6): Promise<ConfigChange> => {
  const change = (await ask(effective_date, config)).json() as ConfigChange;
  expect(change).toMatchObject({ status: 'computing', impact: null });
  await work();
  return (await call('ada', 'GET', `settings/general/changes/${change.id}`)).json();
};
const confirm = (id: string, total: string) => call('ada', 'POST', `settings/general/changes/${id}/confirm`, { total });
const general = async () => (await call('ada', 'GET', 'settings/general')).json();

describe('decisions 2.07: impact of a configuration', () => {
  it('bad input: names a day in a closed month, and refuses unreadable text and days', async () => {
    const closed = await ask('2026-09-15');
    expect([closed.statusCode, closed.json().errors]).toEqual([
      422,
      { effective_date: 'September 2026 is closed, so nothing in it can change. Choose a later day.' },
    ]);
    expect((await ask('2028-09-15')).json().errors).toEqual({ effective_date: 'Choose a day, at most 366 days ahead' });
    const ended = await ask('2026-11-01', {
      plans: [
        { id: 'old', name: 'Old', effective_to: '2026-10-31' },
        { ...from5to6.plans[0], effective_from: '2026-11-01' },
      ],
    });
    expect([ended.statusCode, ended.json().errors]).toEqual([
      422,
      { effective_date: 'The plan “Old” ends on Oct 31, 2026, so its change can’t begin after that. Choose an earlier day.' },
    ]);
    expect((await ask('2026-11-01', { plans: 7 })).json().errors.commissionsConfig).toContain('plans');
    expect((await ask('2026-11-01', from5to6, { 'if-match': '"99"' })).json().code).toBe('stale_version');
    for (const name of ['sam', 'vic']) expect((await call(name, 'POST', 'settings/general/changes', {})).statusCode).toBe(403);
  });

  it('shows people, records, totals and attainment before and after, and names closed months', async () => {
    const { status, impact, done, total } = await computed('2026-11-01');
    expect([status, done === total]).toEqual(['computed', true]);
    expect(impact).toMatchObject({
      effective_date: '2026-11-01',
      records: 2,
      total_before: 3500,
      total_after: 4200,
      closed_months: ['2026-09-01'],
    });
    expect(impact?.by_user.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['kim Person', 2000, 2400],
      ['sam Person', 1500, 1800],
    ]);
    expect(impact?.attainment_before).toBe(impact?.attainment_after);
    // October is open, and the old plan still applies to it.
    expect(JSON.parse(impact?.commissionsConfig ?? '').plans.map(({ id }: { id: string }) => id)).toEqual([
      'default-2026-11-01',
      'default',
    ]);
  });

  it('shows who keeps the quota counter and whose quota changes, from a day inside a quota period (decisions 2.21)', async () => {
    const plan = (overrides: object) => ({ plans: [{ ...from5to6.plans[0], quota: { amount: 120_000 }, ...overrides }] });
    const { impact } = await computed('2026-11-15', plan({}));
    expect(impact).toMatchObject({ records: 0, counters: { kept: 2, restarted: 0, quotas: 2 } });
    expect(impact?.by_user.map((row) => [row.quota_before, row.quota_after])).toEqual([
      [100_000, 110_217.39],
      [100_000, 110_217.39],
    ]);
    const restart = await computed('2026-11-15', plan({ counter: 'restart' }));
    expect(restart.impact).toMatchObject({ counters: { kept: 0, restarted: 2, quotas: 2 } });
    expect((await computed('2026-10-01', plan({}))).impact).toMatchObject({ counters: { kept: 0, restarted: 0, quotas: 0 } });
  });

  it('is saved as a new version once its total is typed; another admin’s save meanwhile is 409', async () => {
    const { id } = await computed('2026-11-01');
    const wrong = await confirm(id, '4,200.01');
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { total: 'Type $4,200.00 exactly as it is shown' }]);
    const before = await general();
    await call('ada', 'PUT', 'settings/general', { companyName: 'Acme two', commissionsConfig: before.commissionsConfig });
    expect((await confirm(id, '$4,200.00')).json().code).toBe('stale_version');
    const repeated = await computed('2026-11-01');
    const saved = await confirm(repeated.id, '$4,200.00');
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await call('ada', 'GET', 'settings/general/versions')).json().data[0]).toMatchObject({ current: true, reviewed: true });
    await work();
    // October and September keep their amounts.
    const rows = await world.server.db.query
      .selectFrom('commission_records')
      .select(['booking_date', 'amount_cents'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ amount_cents }) => amount_cents).sort((a, b) => a - b)).toEqual([500_00, 1000_00, 1800_00, 2400_00]);
  });

  it('is recomputed if too old', async () => {
    const { id } = await computed('2027-01-01', { plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.07 }] });
    world.server.clock.advance(61 * 60_000);
    tokens.ada = (await world.server.signIn('ada@example.test')).access_token;
    expect((await confirm(id, '0')).json().code).toBe('impact_old');
    for (const name of ['sam', 'kim', 'vic']) tokens[name] = (await world.server.signIn(`${name}@example.test`)).access_token;
  });
});

describe('decisions 2.09: readers of a changed plan confirm it', () => {
  const versionOf = async (): Promise<number> =>
    (await world.server.db.query.selectFrom('config_changes').select('version').orderBy('version', 'desc').executeTakeFirstOrThrow())
      .version;

  it('each is notified, and sees only their own sentences and figures', async () => {
    const version = await versionOf();
    const notices = (await call('sam', 'GET', 'notifications')).json().data as { title: string; link: string }[];
    expect(notices.find(({ title }) => title === 'Your commission plan changes')?.link).toBe(`/plans?change=${version}`);
    const mine = (await call('sam', 'GET', `plan-changes/${version}`)).json() as PlanChangeNotice;
    const content = JSON.parse(mine.content) as PlanChangeContent;
    expect(content.figures).toMatchObject({ records: 1, before: 1500, after: 1800 });
    expect(content.before?.join(' ')).toContain('5.0%');
    expect(content.after?.join(' ')).toContain('6.0%');
    expect(mine.content).not.toContain('kim');
    expect(mine.content).not.toContain('2400');
    expect(createHash('sha256').update(mine.content).digest('hex')).toBe(mine.sha256);
    // Ada sells nothing, but the company-wide plan is hers too; unaffected people get a 404.
    expect((await call('sam', 'GET', 'plan-changes/999')).statusCode).toBe(404);
  });

  it('a confirmation stores its time and the hash of the displayed text; the first one counts', async () => {
    const version = await versionOf();
    const { sha256 } = (await call('sam', 'GET', `plan-changes/${version}`)).json() as PlanChangeNotice;
    const other = await call('sam', 'POST', `plan-changes/${version}/acknowledge`, { sha256: 'a'.repeat(64) });
    expect([other.statusCode, other.json().code]).toEqual([409, 'other_content']);
    const first = (await call('sam', 'POST', `plan-changes/${version}/acknowledge`, { sha256 })).json() as PlanChangeNotice;
    world.server.clock.advance(5000);
    const second = (await call('sam', 'POST', `plan-changes/${version}/acknowledge`, { sha256 })).json() as PlanChangeNotice;
    expect([first.acknowledged_at !== null, second.acknowledged_at]).toEqual([true, first.acknowledged_at]);
    const readers = (await call('ada', 'GET', `settings/general/versions/${version}/acknowledgements`)).json() as Acknowledgements;
    expect(readers.data.find(({ name }) => name === 'sam Person')).toMatchObject({ sha256, acknowledged_at: first.acknowledged_at });
    expect(readers.data.find(({ name }) => name === 'kim Person')?.acknowledged_at).toBeNull();
    expect((await call('sam', 'GET', `settings/general/versions/${version}/acknowledgements`)).statusCode).toBe(403);
  });
});

describe('decisions 2.07: writes during an impact computation', () => {
  it('never fall between before and after of a person, so that the typed total is the outcome', async () => {
    const { store } = world.facts;
    const commissionsConfig = JSON.stringify({ plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.1 }] });
    const request = { companyName: 'Acme', commissionsConfig, effective_date: '2026-11-01', version: null };
    const impactBy = async (snapshot: typeof store.snapshot) =>
      (await computeImpact({ store: { ...store, snapshot }, clock: world.server.clock }, request, async () => {})).impact;
    const unchangedImpact = await impactBy(store.snapshot);
    let booked = false;
    const moved = await impactBy(async (read) => {
      if (!booked) {
        booked = true;
        await world.book('kim', '2026-11-13', 10_000);
      }
      return store.snapshot(read);
    });
    const rate = (unchangedImpact.by_user.find(({ name }) => name === 'kim Person')?.before ?? 0) / 40_000;
    expect(moved.total_before - unchangedImpact.total_before).toBeCloseTo(rate * 10_000, 2);
    expect(moved.total_after - unchangedImpact.total_after).toBe(1000);
  });
});
