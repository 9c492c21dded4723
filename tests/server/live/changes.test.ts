import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveChange } from '../../../contract/entities/live.ts';
import { limits } from '../../../contract/limits.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import { failOnError } from '../support/failOnError.ts';
import { addRecord } from '../support/records.ts';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
});
afterAll(() => world.server.close());

const ask = async (name: string, since?: string): Promise<LiveChange> => {
  const query = since === undefined ? '' : `?since=${since}`;
  const answer = await world.server.call('GET', `/api/v1/changes${query}`, { token: world.tokens[name] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const now = async (name: string): Promise<string> => (await ask(name)).at;
const noChange = { events: [], notices: false, approvals: false };

describe('decisions 6.05: changes by others', () => {
  test('report an edit with the current event, the field and the editor', async () => {
    const id = await world.add({ customer_name: 'Lincoln School' });
    const since = await now('ada');
    await world.set('eve', id, 'reviewed', 'Yes');
    const news = await ask('ada', since);
    expect(news).toMatchObject({ notices: false, approvals: false });
    expect(news.events).toEqual([
      {
        event: expect.objectContaining({ id, reviewed: 'Yes', version: 2, can_edit: true }),
        edits: [{ field: 'reviewed', by: 'Eve Vents', own: false }],
      },
    ]);
    expect((await ask('eve', since)).events?.[0]?.edits).toEqual([{ field: 'reviewed', by: 'Eve Vents', own: true }]);
    expect(await ask('ada', news.at)).toMatchObject(noChange);
  });

  test('combine two edits of one event', async () => {
    const id = await world.add();
    const since = await now('ada');
    await world.set('eve', id, 'reviewed', 'Yes');
    await world.set('vic', id, 'internal_notes', 'Bring cables');
    const { events } = await ask('ada', since);
    expect(events).toHaveLength(1);
    expect(events?.[0]?.edits.map(({ field, by }) => [field, by])).toEqual([
      ['reviewed', 'Eve Vents'],
      ['internal_notes', 'Vic Vice'],
    ]);
  });

  test('include each recipient’s allowed actions', async () => {
    const id = await world.add({ sales_person: 'Sam Seller' });
    const [sam, kim] = [await now('sam'), await now('kim')];
    await world.set('eve', id, 'reviewed', 'No');
    expect((await ask('sam', sam)).events?.[0]?.event.can_edit).toBe(true);
    expect((await ask('kim', kim)).events?.[0]?.event.can_edit).toBe(false);
  });

  test('appear on commit, even after many other changes', async () => {
    if (world.server.db.kind === 'embedded') return;
    const [slow, quick] = [await world.add(), await world.add()];
    let since = await now('ada');
    const slowTransaction = await world.server.db.query.startTransaction().execute();
    // Two event edits would wait for each other at the totals of the cards, so this one only adds a change.
    await sql`insert into changes (topic, about) values ('event', ${Number(slow)})`.execute(slowTransaction);
    await world.set('eve', quick, 'reviewed', 'Yes');
    const first = await ask('ada', since);
    expect(first.events?.map(({ event }) => event.id)).toEqual([quick]);
    since = first.at;
    await slowTransaction.commit().execute();
    const second = await ask('ada', since);
    expect(second.events?.map(({ event }) => event.id)).toEqual([slow]);
    expect(await ask('ada', second.at)).toMatchObject(noChange);
  });

  test('include the last seconds for a new listener, whose list may have missed them', async () => {
    const id = await world.add();
    await world.set('eve', id, 'reviewed', 'Yes');
    expect((await ask('ada')).events?.some(({ event }) => event.id === id)).toBe(true);
  });

  test('become "read it again" if there are too many, or if events were deleted', async () => {
    const since = await now('ada');
    await sql`insert into events (customer_name) select 'Many' from generate_series(1, ${limits.live.maxEvents + 1})`.execute(
      world.server.db.query,
    );
    expect((await ask('ada', since)).events).toBeNull();
    const id = await world.add();
    const after = await now('ada');
    await sql`delete from events where id = ${Number(id)}`.execute(world.server.db.query);
    expect((await ask('ada', after)).events).toBeNull();
  });

  test('exclude notes of a sync that leave the event unchanged', async () => {
    const id = await world.add();
    const since = await now('ada');
    await sql`update events set missing_runs = missing_runs + 1 where id = ${Number(id)}`.execute(world.server.db.query);
    expect(await ask('ada', since)).toMatchObject(noChange);
  });

  test('spec 7.24: send a notification to its person only', async () => {
    const [ada, vic] = [await now('ada'), await now('vic')];
    await world.server.db.query
      .insertInto('notifications')
      .values({ user_id: world.ids.ada ?? 0, type: 'other', priority: 'other', title: 'T', message: 'M', dedupe_key: 'live-1' })
      .execute();
    expect(await ask('ada', ada)).toMatchObject({ notices: true, events: [] });
    expect(await ask('vic', vic)).toMatchObject({ notices: false });
  });

  test('decisions 2.10: send approvals only to people who decide', async () => {
    const record = await addRecord(world.server.db, { user_id: world.ids.sam ?? 0, booking_date: '2026-11-02' });
    const since = { ada: await now('ada'), fay: await now('fay'), mia: await now('mia'), sam: await now('sam') };
    const { invoice_id } = await world.server.db.query
      .selectFrom('commission_records')
      .select('invoice_id')
      .where('id', '=', record)
      .executeTakeFirstOrThrow();
    const body = { adjustment_amount: '25.00', adjustment_reason: 'Referral', related_invoice_id: String(invoice_id) };
    const created = await world.server.call('POST', '/api/v1/adjustments', { token: world.tokens.mia, body });
    expect(created.statusCode, created.body).toBe(201);
    expect((await ask('ada', since.ada)).approvals).toBe(true);
    expect((await ask('fay', since.fay)).approvals).toBe(true);
    expect((await ask('mia', since.mia)).approvals).toBe(false);
    expect((await ask('sam', since.sam)).approvals).toBe(false);
  });

  test('refuse a cursor that this server never wrote', async () => {
    const bad = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const since of [
      'x',
      bad(['live', 1]),
      bad(['live', '1', '1:2:']),
      bad(['live', 1, '2:1:']),
      bad(['live', 1, '1:5:4,3']),
      bad(['live', 1, '1:5:5']),
      bad(['live', 1, "1:2:' or true"]),
      bad(['list', 1, '1:2:']),
    ]) {
      const answer = await world.server.call('GET', `/api/v1/changes?since=${since}`, { token: world.tokens.ada });
      expect([since, answer.statusCode]).toEqual([since, 400]);
    }
    expect((await world.server.call('GET', '/api/v1/changes')).statusCode).toBe(401);
    expect((await world.server.call('GET', '/api/v1/stream')).statusCode).toBe(401);
    expect((await world.server.call('GET', '/api/v1/stream?access_token=x', { token: world.tokens.ada })).statusCode).toBe(400);
  });

  test('reload everything after half an hour away, and are deleted after another hour', async () => {
    const [kind, seconds, snapshot] = JSON.parse(Buffer.from(await now('ada'), 'base64url').toString()) as [string, number, string];
    const late = Buffer.from(JSON.stringify([kind, seconds - 31 * 60, snapshot])).toString('base64url');
    expect(await ask('ada', late)).toMatchObject({ events: null, notices: true, approvals: true });
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from changes`.execute(world.server.db.query)).rows[0]?.count;
    await sql`update changes set at = at - interval '61 minutes'`.execute(world.server.db.query);
    expect(await count()).toBeGreaterThan(0);
    await sweep({ store: openStore(world.server.db), clock: world.server.clock }, failOnError);
    expect(await count()).toBe(0);
  });

  test('ignore ids of a database that this one was copied from', async () => {
    const since = await now('ada');
    await sql`insert into changes (topic, moment) values ('event', '9000000000'::xid8)`.execute(world.server.db.query);
    expect(await ask('ada', since)).toMatchObject(noChange);
  });
});
