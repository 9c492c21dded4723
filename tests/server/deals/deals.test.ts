import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deal, DealPage } from '../../../contract/entities/deal.ts';
import { dealing } from '../support/dealing.ts';

let world: Awaited<ReturnType<typeof dealing>>;
beforeAll(async () => {
  world = await dealing();
});
beforeEach(() => world.clear());
afterAll(() => world.server.close());

const names = (deals: readonly Deal[]): string[] => deals.map(({ name }) => name);
const errorsOf = async (answer: Promise<{ statusCode: number; json: () => { errors?: object; code?: string } }>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().errors ?? json().code];
};

describe('decisions 2.17: a deal is made', () => {
  it('with its stage, probability and what may be done with it', async () => {
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

  it('once for an Idempotency-Key, and another body under it is refused', async () => {
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
  ])('decisions 2.17: %j is refused in a sentence that names the field', async (more, errors) => {
    const [status, said] = await errorsOf(world.create('sam', more));
    expect(status).toBe(422);
    expect(Object.keys(said as object)).toEqual(Object.keys(errors));
  });

  it('decisions 3.04: a seller makes their own, a manager those of the team, vp_sales anybody’s and nobody’s', async () => {
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

describe('decisions 3.04: who reads deals', () => {
  it('the owner, the owner’s manager, vp_sales, admin and finance; nobody else learns of them', async () => {
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

  it('decisions 3.05: a stranger’s change is 403 before the form is read', async () => {
    const { id, version } = await world.made('sam');
    expect((await world.call('kim', 'PUT', `deals/${id}`, { version, name: '' })).statusCode).toBe(403);
    expect((await world.step('fay', { id, version }, 'win')).statusCode).toBe(403);
  });
});

describe('decisions 2.17: the list', () => {
  it('names what needs data first, and lists open deals unless asked', async () => {
    await world.made('vic', { name: 'soon', expected_close_date: '2026-11-25' });
    await world.made('vic', { name: 'unknown', amount: '', expected_close_date: '2027-01-01' });
    const won = await world.made('vic', { name: 'won' });
    await world.step('vic', won, 'win');
    expect(names(await world.list('vic'))).toEqual(['unknown', 'soon']);
    expect(names(await world.list('vic', 'state=won'))).toEqual(['won']);
    expect(names(await world.list('vic', 'state=all&sort_field=name'))).toEqual(['soon', 'unknown', 'won']);
    expect(names(await world.list('vic', 'attention=needs_data'))).toEqual(['unknown']);
    expect(names(await world.list('vic', 'close=2026-11'))).toEqual(['soon']);
    // What closed is asked for by the day that it closed, whatever was expected of it.
    expect(names(await world.list('vic', 'state=won&close=2026-11'))).toEqual(['won']);
    expect(names(await world.list('vic', 'state=won&close=2026-12'))).toEqual([]);
    expect(names(await world.list('vic', `owner=${world.ids.sam}&search=soo`))).toEqual(['soon']);
    expect(names(await world.list('vic', 'customer=flagstaff%20library&stage=Prospecting'))).toEqual(['unknown', 'soon']);
    // The very days, the first and the last included, and never what is open.
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
    'pages by %s, up and down, and every deal stands on one page',
    async (sort) => {
      for (const [at, amount] of ['300', '', '100.25', '100.25', '7'].entries())
        await world.made('vic', { name: `Deal ${at % 3}`, amount, expected_close_date: at === 2 ? '' : `2026-12-0${at + 1}` });
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

  it('a cursor of another question is refused', async () => {
    for (const name of ['a', 'b', 'c']) await world.made('sam', { name });
    const { pagination } = (await world.call('sam', 'GET', 'deals?limit=1')).json();
    expect((await world.call('sam', 'GET', `deals?limit=1&stage=Verbal&cursor=${pagination.cursor}`)).statusCode).toBe(400);
    expect((await world.call('sam', 'GET', 'deals?cursor=nonsense')).statusCode).toBe(400);
  });
});

describe('decisions 2.17: a deal lives', () => {
  it('moves with the probability of the stage, and its age begins again', async () => {
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

  it('decisions 2.17: of two who move it at once, one is told and shown what the other did', async () => {
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

  it('is won once owner and amount are known; owner and manager are told with a link to it', async () => {
    const deal = await world.made('vic', { amount: '' });
    const early = await world.step('vic', deal, 'win');
    expect([early.statusCode, early.json().message]).toEqual([409, 'Fill in amount first. A won deal needs an owner and an amount.']);
    const known = (await world.call('vic', 'PUT', `deals/${deal.id}`, { ...world.body(), version: deal.version })).json();
    const won = (await world.step('vic', known, 'win')).json();
    expect(won).toMatchObject({ state: 'won', probability: 1, closed_on: '2026-11-21', actions: ['reopen', 'annotate'] });
    const told = await world.server.db.query
      .selectFrom('notifications')
      .selectAll()
      .where('dedupe_key', '=', `deal:${deal.id}:won:3`)
      .execute();
    expect(told.map(({ user_id, link, message }) => [user_id, link, message])).toEqual([
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

  it('of a connected CRM is read-only here but for links and notes; a stage that is gone keeps its deals', async () => {
    const { db } = world.server;
    const crm = await db.query
      .insertInto('connections')
      .values({ kind: 'hubspot', name: 'HubSpot' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const deal = await world.made('sam');
    const gone = await world.made('sam', { name: 'Gone' });
    await db.query.updateTable('deals').set({ connection_id: crm.id, stage: 'Contract sent' }).where('id', '=', Number(deal.id)).execute();
    await db.query.updateTable('deals').set({ stage: 'Demo done' }).where('id', '=', Number(gone.id)).execute();
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
    expect((await world.step('sam', gone, 'move', { stage: 'Proposal' })).json()).toMatchObject({ stage_gone: false });
  });
});

describe('decisions 2.17: what a deal belongs to', () => {
  it('an event and an invoice that one sees, set once and removed; what was made for it stays', async () => {
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
    const add = async (invoice_number: string, more: object) =>
      (
        await db.query
          .insertInto('invoices')
          .values({ ...invoice, invoice_number, salesperson_id: world.ids.sam!, ...more })
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
