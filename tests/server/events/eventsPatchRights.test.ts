import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

let on: EventWorld;
let id: string;
beforeAll(async () => {
  on = await createEventWorld();
});
afterAll(() => on.server.close());
beforeEach(async () => {
  id = await on.add({ starts_at: '2026-11-25T17:00:00Z', sales_person: 'Sam Seller', sales_lead: 'Kim Kind', reviewed: 'No' });
});

describe('event editors', () => {
  const tries = async (name: string, event: string): Promise<number> =>
    (await on.set(name, event, 'internal_notes', `by ${name}`)).statusCode;

  it('spec 6.06, decisions 3.01: admin, vp_sales and events_manager edit all events, finance none', async () => {
    const unassignedEvent = await on.add({ starts_at: '2026-11-25T17:00:00Z' });
    for (const name of ['ada', 'vic', 'eve']) expect(await tries(name, unassignedEvent), name).toBe(200);
    for (const name of ['fay', 'mia', 'max', 'sam', 'lee', 'kim']) expect(await tries(name, unassignedEvent), name).toBe(403);
  });

  it('decisions 3.01: a salesperson edits events as person or lead, a manager those of the team', async () => {
    const statuses: Record<string, number> = {};
    for (const name of ['sam', 'kim', 'lee', 'mia', 'max', 'fay']) statuses[name] = await tries(name, id);
    expect(statuses).toEqual({ sam: 200, kim: 200, lee: 403, mia: 200, max: 200, fay: 403 });
  });

  it('issue 46: an event links to no invoice hidden from its editor; people who edit all events link any', async () => {
    const book = (invoice_number: string, salesperson_id: number | undefined) =>
      on.server.db.query
        .insertInto('invoices')
        .values({
          invoice_number,
          customer_name: 'Acme',
          salesperson_id,
          gross_cents: 1,
          net_cents: 1,
          booking_date: '2026-11-02',
          state: 'sent',
        })
        .execute();
    await book('LEE-1', on.ids.lee);
    await book('SAM-1', on.ids.sam);
    const links = async (name: string, number: string) => {
      const answer = await on.set(name, id, 'invoice_id', number);
      return [answer.statusCode, answer.json().code ?? answer.json().invoice_id];
    };
    expect(await links('sam', 'LEE-1')).toEqual([404, 'not_found']);
    expect(await links('max', 'LEE-1')).toEqual([404, 'not_found']);
    expect(await on.stored(id)).toMatchObject({ invoice_id: null });
    expect(await links('sam', 'SAM-1')).toEqual([200, 'SAM-1']);
    expect(await links('sam', 'not made yet')).toEqual([200, 'not made yet']);
    for (const name of ['ada', 'vic', 'eve']) {
      expect(await links(name, 'LEE-1'), name).toEqual([200, 'LEE-1']);
      // Someone else's link may stay or be removed.
      expect((await on.set('sam', id, 'invoice_id', 'LEE-1')).statusCode).toBe(200);
      expect(await links('sam', '')).toEqual([200, null]);
    }
  });

  it('a name matches regardless of case and blanks, including a manager’s own', async () => {
    expect(await tries('sam', await on.add({ sales_lead: '  sAM seLLer ' }))).toBe(200);
    expect(await tries('mia', await on.add({ sales_person: 'Mia Manager' }))).toBe(200);
    expect(await tries('max', await on.add({ sales_person: 'Mia Manager' }))).toBe(403);
    expect(await tries('sam', await on.add({ sales_lead: 'Sam' }))).toBe(403);
    expect(await tries('sam', await on.add({ sales_lead: 'Sam Seller, Lee Rep' }))).toBe(403);
  });

  it('a name shared by two people matches neither, even if one has left', async () => {
    await on.server.add({ email: 'lee2@example.test', role: 'salesperson', first_name: 'lee', last_name: 'rep', active: false });
    const shared = await on.add({ sales_person: 'Lee Rep' });
    expect(await tries('lee', shared)).toBe(403);
    expect(await tries('mia', shared)).toBe(403);
    expect(await tries('eve', shared)).toBe(200);
  });

  it('the list shows for each event whether the caller may edit it', async () => {
    const range = 'start_date=2026-11-25&end_date=2026-11-25&limit=500';
    for (const [name, may] of [
      ['sam', true],
      ['fay', false],
      ['lee', false],
      ['ada', true],
    ] as const)
      expect((await on.page(range, name)).data.find((event) => event.id === id)?.can_edit, name).toBe(may);
  });
});

describe('a name used by events', () => {
  const mine = (name: string, body: object, put = false) =>
    on.server.call(put ? 'PUT' : 'PATCH', `/api/v1/users/${put ? on.ids[name] : 'me'}`, { token: on.tokens[name], body });
  const taken = 'Another person has this name, and events identify people by name: ask an administrator to change yours.';

  it('decisions 3.01: cannot be taken by renaming oneself: neither another person’s nor an event’s', async () => {
    const event = await on.add({ starts_at: '2026-11-25T17:00:00Z', sales_person: 'Sam Seller', sales_lead: ' Éva Former ' });
    for (const [name, body] of [
      ['kim', { first_name: 'Sam', last_name: 'Seller' }],
      ['kim', { first_name: ' sam', last_name: 'SELLER ' }],
      ['fay', { first_name: 'Sam', last_name: 'Seller' }],
      ['kim', { first_name: 'ÉVA', last_name: 'former' }],
      ['max', { first_name: 'Éva', last_name: 'Former' }],
    ] as const)
      for (const put of [false, true]) {
        const answer = await mine(name, body, put);
        expect(answer.statusCode, `${name} ${JSON.stringify(body)}`).toBe(422);
        expect(answer.json()).toMatchObject({ message: taken, errors: { last_name: taken } });
      }
    expect((await on.set('kim', event, 'reviewed', 'Yes')).statusCode).toBe(403);
    expect((await on.set('sam', event, 'reviewed', 'Yes')).statusCode).toBe(200);
  });

  it('can be kept in another case, or replaced by a free one', async () => {
    expect((await mine('sam', { first_name: 'SAM', territory: 'West' })).statusCode).toBe(200);
    expect((await mine('sam', { first_name: 'Sam' })).statusCode).toBe(200);
    expect((await mine('kim', { last_name: 'Kinder' })).statusCode).toBe(200);
    expect((await mine('kim', { last_name: 'Kind' })).statusCode).toBe(200);
  });

  const named = async (event: string) => {
    const { data } = await on.page('start_date=2026-11-25&end_date=2026-11-25&limit=500', 'ada');
    const { sales_person, sales_lead, version, sources } = data.find((item) => item.id === event) ?? {};
    return { sales_person, sales_lead, version, sources };
  };
  it('decisions 3.01: follows a person who renames themself, despite the source, and the old name may return', async () => {
    const lead = await on.add({ starts_at: '2026-11-25T17:00:00Z', sales_person: 'Lee Rep', sales_lead: ' kim KIND ' });
    expect((await mine('kim', { last_name: 'Kinder' })).statusCode).toBe(200);
    expect(await named(id)).toEqual({
      sales_person: 'Sam Seller',
      sales_lead: 'Kim Kinder',
      version: 2,
      sources: { sales_lead: 'Kim Kind' },
    });
    expect(await named(lead)).toMatchObject({ sales_person: 'Lee Rep', sales_lead: 'Kim Kinder', version: 2 });
    expect((await on.set('kim', id, 'reviewed', 'Yes')).statusCode).toBe(200);
    expect((await mine('kim', { last_name: 'Kind' })).statusCode).toBe(200);
    expect((await on.set('kim', id, 'reviewed', 'No')).statusCode).toBe(200);
  });

  it('follows an administrator’s rename; a name shared by two people stays', async () => {
    const rename = (name: string, first_name: string) =>
      on.server.call('PUT', `/api/v1/users/${on.ids[name]}`, { token: on.tokens.ada, body: { first_name } });
    expect((await rename('kim', 'Kimberly')).statusCode).toBe(200);
    expect((await on.set('kim', id, 'reviewed', 'Yes')).statusCode).toBe(200);
    await rename('kim', 'Kim');
    const shared = await on.add({ starts_at: '2026-11-25T17:00:00Z', sales_person: 'Lee Rep' });
    await rename('lee', 'Leander');
    expect((await named(shared)).sales_person).toBe('Lee Rep');
    await rename('lee', 'Lee');
  });
});
