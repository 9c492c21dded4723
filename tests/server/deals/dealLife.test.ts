import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDealWorld } from '../support/worlds/deals.ts';

let world: Awaited<ReturnType<typeof createDealWorld>>;
beforeAll(async () => {
  world = await createDealWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

const errorsOf = async (answer: Promise<{ statusCode: number; json: () => { errors?: object; code?: string } }>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().errors ?? json().code];
};

describe('decisions 2.17: life of a deal', () => {
  it('moves to the stage’s probability and restarts its age', async () => {
    const deal = await world.made('sam');
    await world.server.db.query.updateTable('deals').set({ stage_entered_at: '2026-10-12T12:00:00Z' }).execute();
    expect((await world.list('sam', 'attention=stale'))[0]).toMatchObject({ stage_days: 40, stale: true });
    const moved = (await world.step('sam', deal, 'move', { stage: 'Negotiation' })).json();
    expect(moved).toMatchObject({ stage: 'Negotiation', probability: 0.75, stage_days: 0, stale: false, version: 2 });
    expect(await errorsOf(world.step('sam', moved, 'move', { stage: 'Demo done' }))).toEqual([
      422,
      { stage: 'There is no such stage. Choose one from the list.' },
    ]);
    expect(await errorsOf(world.step('sam', moved, 'move', { stage: 'Negotiation' }))).toEqual([409, 'deal_step']);
  });

  it('decisions 2.17: shows one of two concurrent movers the other’s change', async () => {
    const deal = await world.made('sam');
    const answers = await Promise.all([
      world.step('sam', deal, 'move', { stage: 'Proposal' }),
      world.step('mia', deal, 'move', { stage: 'Verbal' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json();
    expect([refused.code, ['Proposal', 'Verbal'].includes(refused.current.stage), refused.current.version]).toEqual([
      'stale_version',
      true,
      2,
    ]);
  });

  it('is won once owner and amount are known, and notifies owner and manager with a link', async () => {
    const deal = await world.made('vic', { amount: '' });
    const early = await world.step('vic', deal, 'win');
    expect([early.statusCode, early.json().message]).toEqual([409, 'Fill in amount first. A won deal needs an owner and an amount.']);
    const known = (await world.call('vic', 'PUT', `deals/${deal.id}`, { ...world.body(), version: deal.version })).json();
    const won = (await world.step('vic', known, 'win')).json();
    expect(won).toMatchObject({ state: 'won', probability: 1, closed_on: '2026-11-21', actions: ['reopen', 'annotate'] });
    const notices = await world.server.db.query
      .selectFrom('notifications')
      .selectAll()
      .where('dedupe_key', '=', `deal:${deal.id}:won:3`)
      .execute();
    expect(notices.map(({ user_id, link, message }) => [user_id, link, message])).toEqual([
      [world.ids.sam, `/deals?deal=${deal.id}`, 'Robotics week: $1,200.50, won by Sam Seller.'],
      [world.ids.mia, `/deals?deal=${deal.id}`, 'Robotics week: $1,200.50, won by Sam Seller.'],
    ]);
    expect((await world.call('vic', 'PUT', `deals/${deal.id}`, { ...world.body(), version: won.version })).statusCode).toBe(409);
    const open = (await world.step('vic', won, 'reopen')).json();
    expect(open).toMatchObject({ state: 'open', stage: 'Prospecting', probability: 0.1, closed_on: null });
  });

  it('is lost with a reason, and reopened without it', async () => {
    const deal = await world.made('sam');
    expect(await errorsOf(world.step('sam', deal, 'lose', { reason: '  ' }))).toEqual([422, { reason: 'A reason is required' }]);
    const lost = (await world.step('mia', deal, 'lose', { reason: 'Budget was cut' })).json();
    expect(lost).toMatchObject({ state: 'lost', lost_reason: 'Budget was cut', probability: 0 });
    expect((await world.step('sam', lost, 'reopen')).json()).toMatchObject({ state: 'open', lost_reason: null });
  });

  it('decisions 2.17: records each stage, outcome and actor in its history; an edit is no step', async () => {
    const deal = await world.made('sam');
    const moved = (await world.step('sam', deal, 'move', { stage: 'Negotiation' })).json();
    const body = { ...world.body({ name: 'Robotics month' }), version: moved.version };
    const edited = (await world.call('mia', 'PUT', `deals/${deal.id}`, body)).json();
    const lost = (await world.step('mia', edited, 'lose', { reason: 'Budget was cut' })).json();
    const open = (await world.step('vic', lost, 'reopen')).json();
    const won = await world.step('sam', open, 'win');
    expect(won.statusCode).toBe(200);
    const moves = await world.call('sam', 'GET', `deals/${deal.id}/moves`);
    expect(moves.json().data.map(({ at: _, ...move }: { at: string }) => move)).toEqual([
      { kind: 'created', stage: 'Prospecting', from: null, by_name: 'Sam Seller' },
      { kind: 'moved', stage: 'Negotiation', from: 'Prospecting', by_name: 'Sam Seller' },
      { kind: 'lost', stage: 'Negotiation', from: 'Negotiation', by_name: 'mia Person' },
      { kind: 'reopened', stage: 'Negotiation', from: 'Negotiation', by_name: 'vic Person' },
      { kind: 'won', stage: 'Negotiation', from: 'Negotiation', by_name: 'Sam Seller' },
    ]);
    expect(moves.json().data.every(({ at }: { at: string }) => at.startsWith('2026-11-21'))).toBe(true);
    expect(
      await Promise.all(['kim', 'max', 'eve'].map(async (name) => (await world.call(name, 'GET', `deals/${deal.id}/moves`)).statusCode)),
    ).toEqual([403, 403, 403]);
    expect((await world.call('sam', 'GET', 'deals/999999/moves')).statusCode).toBe(404);
    expect((await world.call('sam', 'GET', 'deals/x/moves')).statusCode).toBe(404);
  });

  it('leaves no trace of a refused step', async () => {
    const deal = await world.made('sam');
    await world.step('sam', deal, 'move', { stage: 'Demo done' });
    await world.step('sam', { ...deal, version: 7 }, 'move', { stage: 'Verbal' });
    expect((await world.call('sam', 'GET', `deals/${deal.id}/moves`)).json().data).toHaveLength(1);
  });

  it('is read-only for CRM deals except links and notes, and a removed stage keeps its deals', async () => {
    const { db } = world.server;
    const crm = await db.query
      .insertInto('connections')
      .values({ kind: 'hubspot', name: 'HubSpot' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const deal = await world.made('sam');
    const deleted = await world.made('sam', { name: 'Gone' });
    await db.query.updateTable('deals').set({ connection_id: crm.id, stage: 'Contract sent' }).where('id', '=', Number(deal.id)).execute();
    await db.query.updateTable('deals').set({ stage: 'Demo done' }).where('id', '=', Number(deleted.id)).execute();
    const refused = await world.step('sam', deal, 'move', { stage: 'Proposal' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This deal belongs to HubSpot. Change it there; links and notes can be edited here.',
    ]);
    const noted = await world.call('sam', 'PUT', `deals/${deal.id}/notes`, { version: deal.version, notes: 'Call on Monday' });
    expect(noted.json()).toMatchObject({ notes: 'Call on Monday', source: 'HubSpot', stage_gone: false, actions: ['annotate'] });
    const { data } = (await world.call('sam', 'GET', 'pipeline')).json();
    expect(data.slice(5)).toMatchObject([
      { stage: 'Contract sent', count: 1, gone: false },
      { stage: 'Demo done', count: 1, gone: true, probability: null },
    ]);
    expect((await world.list('sam', 'stage=Demo%20done'))[0]).toMatchObject({
      stage_gone: true,
      actions: ['edit', 'move', 'win', 'lose', 'annotate'],
    });
    expect((await world.step('sam', deleted, 'move', { stage: 'Proposal' })).json()).toMatchObject({ stage_gone: false });
  });
});

describe('decisions 2.17: links of a deal', () => {
  it('point to a visible event and invoice, are set once, and can be removed without deleting them', async () => {
    const { db } = world.server;
    const deal = await world.made('sam');
    const event = await db.query
      .insertInto('events')
      .values({ customer_name: 'Flagstaff Library', activity: 'Minecraft' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const invoice = {
      customer_name: 'Flagstaff Library',
      gross_cents: 100_00,
      net_cents: 100_00,
      state: 'sent' as const,
      booking_date: '2026-11-02',
    };
    const add = async (invoice_number: string, overrides: object) =>
      (
        await db.query
          .insertInto('invoices')
          .values({ ...invoice, invoice_number, salesperson_id: world.ids.sam!, ...overrides })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const mine = await add('L-1', {});
    const theirs = await add('L-2', { salesperson_id: world.ids.kim });
    await add('L-3', { deal_id: Number(deal.id) });
    const link = (kind: string, id: number | string, name = 'sam') =>
      world.call(name, 'POST', `deals/${deal.id}/links`, { kind, id: String(id) });
    expect([(await link('event', event.id)).statusCode, (await link('invoice', mine)).statusCode]).toEqual([201, 201]);
    expect((await link('invoice', mine)).statusCode).toBe(409);
    expect((await link('invoice', theirs)).json().errors).toEqual({
      id: 'There is no such invoice, or it is not yours to see. Search for it by its number.',
    });
    expect([
      (await link('event', 999_999)).statusCode,
      (await link('event', 'x')).statusCode,
      (await link('event', event.id, 'kim')).statusCode,
    ]).toEqual([422, 422, 403]);
    const links = (await world.call('sam', 'GET', `deals/${deal.id}/links`)).json().data;
    expect(
      links.map(({ kind, label, removable }: { kind: string; label: string; removable: boolean }) => [kind, label, removable]),
    ).toEqual([
      ['invoice', 'L-1 · Flagstaff Library', true],
      ['invoice', 'L-3 · Flagstaff Library', false],
      ['event', 'Flagstaff Library · Minecraft', true],
    ]);
    expect((await world.call('sam', 'DELETE', `deals/${deal.id}/links/invoice/${mine}`)).statusCode).toBe(204);
    expect((await world.call('sam', 'DELETE', `deals/${deal.id}/links/invoice/${mine}`)).statusCode).toBe(409);
    const choices = async (kind: string, q: string) =>
      (await world.call('sam', 'GET', `deals/choices?kind=${kind}&q=${encodeURIComponent(q)}`))
        .json()
        .data.map(({ label }: { label: string }) => label);
    expect(await choices('invoice', 'L-')).not.toContain('L-2 · Flagstaff Library');
    expect(await choices('event', 'minec')).toEqual(['Flagstaff Library · Minecraft']);
    expect(await choices('customer', 'flag')).toEqual(['Flagstaff Library']);
    await db.query.updateTable('invoices').set({ deal_id: null }).execute();
  });
});
