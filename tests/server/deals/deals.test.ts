import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deal, DealPage } from '../../../contract/entities/deal.ts';
import { createDealWorld } from '../support/worlds/deals.ts';

let world: Awaited<ReturnType<typeof createDealWorld>>;
beforeAll(async () => {
  world = await createDealWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

const names = (deals: readonly Deal[]): string[] => deals.map(({ name }) => name);
const errorsOf = async (answer: Promise<{ statusCode: number; json: () => { errors?: object; code?: string } }>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().errors ?? json().code];
};

describe('decisions 2.17: creating a deal', () => {
  it('returns its stage, probability and allowed actions', async () => {
    const deal = await world.made('sam');
    expect(deal).toMatchObject({
      name: 'Robotics week',
      owner_name: 'Sam Seller',
      stage: 'Prospecting',
      probability: 0.1,
      amount: 1200.5,
      state: 'open',
      stage_days: 0,
      stale: false,
      needs: [],
      source: null,
      version: 1,
      actions: ['edit', 'move', 'win', 'lose', 'annotate'],
    });
    const audit = await world.server.db.query
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'deal')
      .where('entity_id', '=', deal.id)
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['deal.created']);
  });

  it('happens once per Idempotency-Key, and another body is refused', async () => {
    const [first, second] = [(await world.create('sam', {}, 'k1')).json(), (await world.create('sam', {}, 'k1')).json()];
    expect(second).toEqual(first);
    expect(await errorsOf(world.create('sam', { name: 'Other' }, 'k1'))).toEqual([422, 'idempotency_key_used']);
    expect(await world.list('sam')).toHaveLength(1);
  });

  it.each([
    [{ amount: 0.001 }, { amount: 'Amount can have at most two decimals' }],
    [{ expected_close_date: '1900-01-01' }, { expected_close_date: 'Close date must be between 2000 and 2099' }],
    [{ expected_close_date: '2999-12-31' }, { expected_close_date: 'Close date must be between 2000 and 2099' }],
    [{ name: 'x'.repeat(10_000) }, { name: 'Name must be at most 200 characters' }],
    [{ name: ['x'] }, { name: 'Name has a hidden character' }],
    [{ stage: 'Demo done' }, { stage: 'There is no such stage. Choose one from the list.' }],
    [{ owner_id: '999999' }, { owner_id: 'There is no such person, or they do not sell. Choose one from the list.' }],
    [{ owner_id: '' }, { owner_id: 'A deal of yours needs an owner. Choose yourself.' }],
  ])('decisions 2.17: refuses %j with a message that names the field', async (overrides, errors) => {
    const [status, errorFields] = await errorsOf(world.create('sam', overrides));
    expect(status).toBe(422);
    expect(Object.keys(errorFields as object)).toEqual(Object.keys(errors));
  });

  it('decisions 3.04: allows sellers their own, managers the team’s, vp_sales anybody’s and unowned ones', async () => {
    expect((await world.create('sam', { owner_id: String(world.ids.kim) })).statusCode).toBe(422);
    expect((await world.create('mia')).statusCode).toBe(201);
    expect((await world.create('mia', { owner_id: String(world.ids.kim) })).statusCode).toBe(422);
    expect((await world.create('vic', { owner_id: String(world.ids.kim) })).statusCode).toBe(201);
    expect((await world.create('vic', { owner_id: null, amount: null, expected_close_date: null })).json().needs).toEqual([
      'owner',
      'amount',
      'expected_close_date',
    ]);
    expect((await world.create('vic', { owner_id: String(world.ids.fay) })).statusCode).toBe(422);
    expect([(await world.create('fay')).statusCode, (await world.create('eve')).statusCode]).toEqual([403, 403]);
  });
});

describe('decisions 3.04: readers of deals', () => {
  it('are the owner, the owner’s manager, vp_sales, admin and finance only', async () => {
    const deal = await world.made('sam');
    await world.made('vic', { owner_id: String(world.ids.kim), name: 'Kims' });
    const seen = await Promise.all(['sam', 'mia', 'max', 'kim', 'vic', 'ada', 'fay'].map(async (name) => (await world.list(name)).length));
    expect(seen).toEqual([1, 1, 1, 1, 2, 2, 2]);
    expect((await world.call('eve', 'GET', 'deals')).statusCode).toBe(403);
    const status = async (name: string) => (await world.call(name, 'GET', `deals/${deal.id}`)).statusCode;
    expect([await status('sam'), await status('mia'), await status('fay'), await status('max'), await status('kim')]).toEqual([
      200, 200, 200, 403, 403,
    ]);
    expect((await world.call('sam', 'GET', 'deals/9999')).statusCode).toBe(404);
    expect((await world.call('fay', 'GET', `deals/${deal.id}`)).json().actions).toEqual([]);
  });

  it('decisions 3.05: a stranger’s change is 403 before the form is parsed', async () => {
    const { id, version } = await world.made('sam');
    expect((await world.call('kim', 'PUT', `deals/${id}`, { version, name: '' })).statusCode).toBe(403);
    expect((await world.step('fay', { id, version }, 'win')).statusCode).toBe(403);
  });
});

describe('decisions 2.17: deal list', () => {
  it('puts incomplete deals first, and lists open deals by default', async () => {
    await world.made('vic', { name: 'soon', expected_close_date: '2026-11-25' });
    await world.made('vic', { name: 'unknown', amount: '', expected_close_date: '2027-01-01' });
    const won = await world.made('vic', { name: 'won' });
    await world.step('vic', won, 'win');
    expect(names(await world.list('vic'))).toEqual(['unknown', 'soon']);
    expect(names(await world.list('vic', 'state=won'))).toEqual(['won']);
    expect(names(await world.list('vic', 'state=all&sort_field=name'))).toEqual(['soon', 'unknown', 'won']);
    expect(names(await world.list('vic', 'attention=needs_data'))).toEqual(['unknown']);
    expect(names(await world.list('vic', 'close=2026-11'))).toEqual(['soon']);
    // Closed deals are filtered by the day they closed, regardless of the expected date.
    expect(names(await world.list('vic', 'state=won&close=2026-11'))).toEqual(['won']);
    expect(names(await world.list('vic', 'state=won&close=2026-12'))).toEqual([]);
    expect(names(await world.list('vic', `owner=${world.ids.sam}&search=soo`))).toEqual(['soon']);
    expect(names(await world.list('vic', 'customer=flagstaff%20library&stage=Prospecting'))).toEqual(['unknown', 'soon']);
    // Exact days, including the first and the last, and never open deals.
    const wonIn = (closed: string) => world.list('vic', `state=won&closed=${closed}`).then(names);
    const [{ closed_on: day }] = (await world.list('vic', 'state=won')) as unknown as [{ closed_on: string }];
    expect(await wonIn(`${day}..${day}`)).toEqual(['won']);
    expect(await wonIn('2026-01-01..2026-01-31')).toEqual([]);
    expect(names(await world.list('vic', 'state=open&closed=2020-01-01..2030-12-31'))).toEqual([]);
    expect(await errorsOf(world.call('vic', 'GET', 'deals?closed=2026-09-30..2026-07-01'))).toEqual([
      400,
      { closed: 'A range of days is written as YYYY-MM-DD..YYYY-MM-DD.' },
    ]);
    expect(await errorsOf(world.call('vic', 'GET', 'deals?close=2026-13'))).toEqual([400, { close: 'A month is written as YYYY-MM.' }]);
  });

  it.each(['expected_close_date', 'name', 'customer_name', 'amount', 'stage_entered_at'])(
    'pages by %s in both directions, with every deal on one page',
    async (sort) => {
      for (const [index, amount] of ['300', '', '100.25', '100.25', '7'].entries())
        await world.made('vic', { name: `Deal ${index % 3}`, amount, expected_close_date: index === 2 ? '' : `2026-12-0${index + 1}` });
      for (const direction of ['asc', 'desc']) {
        const whole = (await world.list('vic', `sort_field=${sort}&sort_direction=${direction}`)).map(({ id }) => id);
        const walked: string[] = [];
        for (let next: string | null = `sort_field=${sort}&sort_direction=${direction}`; next !== null; ) {
          const { data, pagination }: DealPage = (await world.call('vic', 'GET', `deals?limit=2&${next}`)).json();
          walked.push(...data.map(({ id }) => id));
          next = pagination.cursor === null ? null : `cursor=${pagination.cursor}`;
        }
        expect(walked).toEqual(whole);
        expect(new Set(walked).size).toBe(5);
      }
    },
  );

  it('refuses a cursor of another query', async () => {
    for (const name of ['a', 'b', 'c']) await world.made('sam', { name });
    const { pagination } = (await world.call('sam', 'GET', 'deals?limit=1')).json();
    expect((await world.call('sam', 'GET', `deals?limit=1&stage=Verbal&cursor=${pagination.cursor}`)).statusCode).toBe(400);
    expect((await world.call('sam', 'GET', 'deals?cursor=nonsense')).statusCode).toBe(400);
  });
});
