import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventWorld, type EventWorld, eventRow } from '../support/worlds/events.ts';

let on: EventWorld;
let mesaId: number;
beforeAll(async () => {
  on = await createEventWorld();
  ({ id: mesaId } = await on.server.db.query
    .insertInto('customers')
    .values({ name: 'Mesa Public Library' })
    .returning('id')
    .executeTakeFirstOrThrow());
  const events = ['Mesa public library ', 'Unknown Library'].map((customer_name) =>
    eventRow({ customer_name, starts_at: '2026-11-25T17:00:00Z' }),
  );
  await on.server.db.query.insertInto('events').values(events).execute();
});
afterAll(() => on.server.close());

it('decisions 3.10: an event links its name to a customer, because sources send only the name', async () => {
  const answer = await on.server.call('GET', '/api/v1/events?start_date=2026-11-01&end_date=2026-11-30', { token: on.tokens.eve! });
  const customers = answer.json().data.map(({ customer }: { customer: { id?: string; name: string } }) => [customer.name, customer.id]);
  expect(new Map(customers)).toEqual(
    new Map([
      ['Mesa public library ', String(mesaId)],
      ['Unknown Library', undefined],
    ]),
  );
});
