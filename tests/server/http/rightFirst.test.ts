import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter } from '../support/facts.ts';
import { createDealWorld } from '../support/worlds/deals.ts';
import { eventRow } from '../support/worlds/events.ts';

/** Everything belongs to Sam Seller, managed by Mia; Max manages another team, in which Kim sells. */
const world = await createDealWorld();
const { server, ids, tokens } = world;
const result: Record<string, string | number> = {};
beforeAll(async () => {
  const { id: deal } = await world.made();
  const facts = createFactWriter(server.db, ids.vic ?? 0, server.clock);
  const invoice = await facts.addInvoice({ salesperson_id: ids.sam ?? 0, booking_date: '2026-11-03', net_cents: 500_00 });
  await facts.adjust(invoice, 10_00, '2026-11-04');
  const { id: adjustment } = await server.db.query.selectFrom('adjustments').select('id').executeTakeFirstOrThrow();
  const goal = await world.call('mia', 'POST', 'goals', {
    user_id: String(ids.sam),
    month: '2026-12-01',
    kind: 'close_deals',
    target: 1000,
  });
  const event = await server.db.query
    .insertInto('events')
    .values(eventRow({ sales_person: 'Sam Seller' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(goal.statusCode, goal.body).toBe(201);
  const { id: record } = await server.db.query
    .selectFrom('commission_records')
    .select('id')
    .where('user_id', '=', ids.sam ?? 0)
    .executeTakeFirstOrThrow();
  const question = await world.call('sam', 'POST', `commissions/${record}/disputes`, { message: 'Why is it not due?' });
  const view = await world.call('sam', 'POST', 'views', { screen: 'analytics', name: 'Mine', question: {}, shared: true });
  expect([question.statusCode, view.statusCode], question.body + view.body).toEqual([201, 201]);
  const more = { record, question: question.json().id, view: view.json().id };
  Object.assign(result, { deal, invoice, adjustment, goal: goal.json().id, event: event.id, user: ids.sam, ...more });
});
afterAll(() => server.close());

const send = (name: string, method: string, path: string, payload: string) =>
  server.app.inject({
    method: method as 'PUT',
    url: `/api/v1/${path.replace(/<(\w+)>/, (_, kind: string) => String(result[kind] ?? kind))}`,
    headers: {
      authorization: `Bearer ${tokens[name]}`,
      'content-type': method === 'PATCH' && path.startsWith('events') ? 'application/json-patch+json' : 'application/json',
    },
    payload,
  });

describe('decisions 3.05: people without the right learn nothing about a form, whatever they send', () => {
  it.each([
    ['kim', 'PUT', 'deals/<deal>'],
    ['max', 'POST', 'deals/<deal>/win'],
    ['kim', 'POST', 'deals/<deal>/links'],
    ['max', 'PUT', 'invoices/<invoice>'],
    ['max', 'POST', 'invoices/<invoice>/cancel'],
    ['max', 'PUT', 'invoices/<invoice>/split'],
    ['max', 'PUT', 'adjustments/<adjustment>'],
    ['max', 'PUT', 'goals/<goal>'],
    ['kim', 'PATCH', 'events/<event>'],
    ['kim', 'PUT', 'users/<user>'],
    ['kim', 'PATCH', 'users/<user>/preferences/dashboard_settings'],
    ['mia', 'POST', 'commissions/<record>/disputes'],
    ['ada', 'POST', 'commissions/<record>/disputes'],
    ['fay', 'POST', 'disputes/<question>/messages'],
    ['max', 'POST', 'disputes/<question>/messages'],
    ['max', 'POST', 'disputes/<question>/take'],
    ['max', 'POST', 'disputes/<question>/resolve'],
    ['ada', 'POST', 'disputes/<question>/withdraw'],
  ])('%s: %s %s is 403', async (name, method, path) => {
    for (const body of ['{"nothing":"like it"}', '[]', '{', '{"a":"\\u0000"}']) {
      const answer = await send(name, method, path, body);
      expect([answer.statusCode, answer.json().code, answer.json().errors], body).toEqual([403, 'forbidden', undefined]);
    }
  });

  it.each([
    ['kim', 'PUT', 'deals/<999999>'],
    ['max', 'PUT', 'invoices/<abc>'],
    ['max', 'PUT', 'adjustments/<0>'],
    ['max', 'PUT', 'goals/<999999>'],
    ['kim', 'PATCH', 'events/<999999>'],
    ['sam', 'POST', 'commissions/<999999>/disputes'],
    ['ada', 'POST', 'disputes/<999999>/messages'],
    ['max', 'PUT', 'views/<999999>'],
    // Users who may not change a view get the same response as for a missing one.
    ['max', 'PUT', 'views/<view>'],
  ])('%s: %s %s is 404', async (name, method, path) => {
    expect((await send(name, method, path, '{"nothing":"like it"}')).statusCode).toBe(404);
  });

  it.each([
    ['sam', 'PUT', 'deals/<deal>'],
    ['mia', 'PUT', 'invoices/<invoice>'],
    ['mia', 'PUT', 'invoices/<invoice>/split'],
    ['mia', 'PUT', 'adjustments/<adjustment>'],
    ['mia', 'PUT', 'goals/<goal>'],
    ['sam', 'PATCH', 'events/<event>'],
    ['sam', 'PATCH', 'users/<user>/preferences/dashboard_settings'],
    ['ada', 'PUT', 'deals/<deal>'],
    ['sam', 'POST', 'commissions/<record>/disputes'],
    ['sam', 'POST', 'disputes/<question>/messages'],
    ['mia', 'POST', 'disputes/<question>/resolve'],
    ['ada', 'POST', 'disputes/<question>/take'],
    ['sam', 'POST', 'disputes/<question>/withdraw'],
    ['sam', 'PUT', 'views/<view>'],
    ['ada', 'PUT', 'views/<view>'],
  ])('%s, with the right: %s %s names the error in the body', async (name, method, path) => {
    expect((await send(name, method, path, '{"nothing":"like it"}')).statusCode).toBe(400);
  });
});
