import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftText } from '../../../server/documents/wording.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { readStatementContent } from '../../../server/domain/statements/statementContent.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../support/worlds/marks.ts';

let world: ClosingCompany;
const cause = () => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'An import',
});
const compute = () => computeMarks(world.facts.store, world.server.clock);
const expectRecomputed = async (): Promise<void> => {
  expect(await remainingDifferences(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
};

beforeAll(async () => {
  world = await createClosingCompany({ settles: false });
});
afterAll(() => world.server.close());

describe('decisions 7.08: figures under computation are marked', () => {
  const october = 'start_date=2026-10-01&end_date=2026-10-31';
  const pendingOf = async (query: string): Promise<number[]> => {
    const [list, alone] = [await world.ask('GET', `/commissions?${query}`), await world.ask('GET', `/commissions/summary?${query}`)];
    return [list.summary.pending, alone.summary.pending];
  };

  it('list and summary count pending computations of the requested people and quota periods', async () => {
    await world.book('sam', '2026-07-02', 1_000);
    const { sam, kim } = world.ids;
    await bookWithMarks(
      world.server.db,
      world.facts.store,
      [
        { salesperson_id: sam, booking_date: '2026-11-05', net_cents: 100_000_00 },
        { salesperson_id: sam, booking_date: '2026-11-09', net_cents: 1_000_00 },
        { salesperson_id: kim, booking_date: '2026-10-05', net_cents: 1_000_00 },
      ],
      cause(),
    );
    expect(await pendingOf(october)).toEqual([2, 2]);
    expect(await pendingOf(`${october}&user_id=${sam}`)).toEqual([1, 1]);
    expect(await pendingOf('start_date=2026-07-01&end_date=2026-07-31')).toEqual([0, 0]);
  });

  it('a statement is a draft and says why, and Why says so for its record', async () => {
    const statement = async () =>
      draftText({
        ...(await readStatementContent(
          world.facts.store,
          world.ids.sam,
          { start_date: '2026-10-01', end_date: '2026-10-31' },
          world.server.clock(),
        )),
        openMonths: [],
        earlierOpen: [],
      });
    expect(await statement()).toBe('DRAFT: A figure is still being computed. Ask again in a moment.');
    const record = await world.facts.recordOf(
      (await world.server.db.query.selectFrom('invoices').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
    );
    expect(await world.ask('GET', `/commissions/${record.id}/explain`)).toMatchObject({ pending: 0 });
    await bookWithMarks(
      world.server.db,
      world.facts.store,
      [{ salesperson_id: world.ids.sam, booking_date: '2026-09-05', net_cents: 1_00 }],
      cause(),
    );
    expect(await world.ask('GET', `/commissions/${record.id}/explain`)).toMatchObject({ pending: 1 });
    await compute();
    expect(await world.ask('GET', `/commissions/${record.id}/explain`)).toMatchObject({ pending: 0 });
    expect(await statement()).toBe('');
    expect(await pendingOf(october)).toEqual([0, 0]);
    await expectRecomputed();
  });

  it('decisions 2.11: refuses to close a month while its quota periods are being computed', async () => {
    const { start_date } = { start_date: '2026-07-01' };
    await world.facts.store.transaction((tx) =>
      tx.periods.save({ start_date, end_date: '2026-07-31', state: 'review', closed_at: null, closed_by: null, reason: null }),
    );
    await bookWithMarks(
      world.server.db,
      world.facts.store,
      [{ salesperson_id: world.ids.sam, booking_date: '2026-08-05', net_cents: 1_00 }],
      cause(),
    );
    const token = (await world.server.signIn('ada@example.test')).access_token;
    const close = () => world.server.call('POST', '/api/v1/periods/2026-07/close', { token, body: {} });
    const july = async () => {
      const months = (await world.server.call('GET', '/api/v1/periods', { token })).json().data as {
        id: string;
        blockers: string[];
        actions: string[];
      }[];
      return months.find(({ id }) => id === '2026-07');
    };
    const sentence = 'A figure of July 2026 or its quota period is being computed. Close it once it is ready.';
    // The list names the blocker before anyone tries to close.
    expect(await july()).toMatchObject({ actions: ['back'], blockers: [sentence] });
    const refused = await close();
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'period_computing', message: sentence }]);
    await compute();
    expect(await july()).toMatchObject({ actions: ['back', 'close'], blockers: [] });
    expect((await close()).statusCode).toBe(200);
  });
});

describe('decisions 2.07, 7.08: saving a configuration answers at once, and the figures follow', () => {
  const plans = (rate: number, period = 'quarter') => ({ plans: [{ quota: { period }, base_commission_rate: rate }] });
  const computing = async () => (await world.ask('GET', '/settings/general')).computing;

  it('reports progress and writes one audit row per person and quota period', async () => {
    const [before] = await world.facts.recordsOf(await world.book('kim', '2026-11-16', 1_000));
    world.server.clock.advance(1000);
    const saved = await world.save(plans(0.08));
    expect(saved.computing.done).toBe(0);
    expect(saved.computing.total).toBe((await marksLeft(world.server.db)).length);
    expect((await world.facts.recordOf(before!.invoice_id)).amount_cents).toBe(before!.amount_cents);
    const signal = new AbortController();
    await computeMarks(world.facts.store, world.server.clock, { signal: signal.signal, took: () => signal.abort() });
    expect(await computing()).toEqual({ done: 1, total: saved.computing.total });
    await compute();
    expect(await computing()).toBeUndefined();
    expect((await world.facts.recordOf(before!.invoice_id)).amount_cents).toBe(80_00);
    await expectRecomputed();
    const rows = await world.server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'commissions.recomputed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(rows[0]?.cause_facts).toMatchObject({ kind: 'config_saved' });
    const { data } = await world.ask('GET', `/commissions/${before!.id}/history`);
    expect(data[0]).toMatchObject({
      action: 'Commission recalculated',
      cause: expect.stringMatching(/^Version \d+ of the configuration was saved$/),
    });
  });

  it('leaves nothing uncomputed if marks of other quota periods exist', async () => {
    const { sam, kim } = world.ids;
    await bookWithMarks(
      world.server.db,
      world.facts.store,
      [sam, kim].flatMap((salesperson_id) =>
        ['2026-01-15', '2026-03-20', '2026-05-05', '2026-12-24'].map((booking_date) => ({
          salesperson_id,
          booking_date,
          net_cents: 40_000_00,
        })),
      ),
      cause(),
    );
    await world.save(plans(0.06, 'month'));
    const signal = new AbortController();
    await computeMarks(world.facts.store, world.server.clock, { signal: signal.signal, took: () => signal.abort() });
    await world.save(plans(0.07, 'year'));
    await world.save({
      plans: [
        { id: 'a', effective_to: '2026-03-15' },
        { id: 'b', effective_from: '2026-03-16', quota: { period: 'month' } },
      ],
    });
    await compute();
    await expectRecomputed();
    expect(await marksLeft(world.server.db)).toEqual([]);
  });

  it('sends no notifications of amounts becoming due', async () => {
    const count = async () => (await world.server.db.query.selectFrom('notifications').select('id').execute()).length;
    const before = await count();
    await world.save({ plans: [{ due: { when: 'on_booking' } }] });
    await compute();
    expect(await count()).toBe(before);
    await expectRecomputed();
  });
});
