import { describe, expect, it } from 'vitest';
import { roles } from '../../../contract/entities/user.ts';
import { sendDailyNotices } from '../../../server/domain/notifications/dailyNotices.ts';
import { type NoticeKind, notify } from '../../../server/domain/notifications/notify.ts';
import { CHANNELS_PATH, SECOND_MS, setUpChannels } from '../support/worlds/channels.ts';
import { eventRow } from '../support/worlds/events.ts';

const setup = setUpChannels();
const { add, addOwn, body, company, rows, sender, tell, tellPay } = setup;

describe('decisions 3.08: contents of a company channel', () => {
  it('refuse a topic that one of its readers may not read', async () => {
    const refusals = [];
    for (const [topic, readers] of [
      ['deals', ['admin', 'salesperson']],
      ['invoices', ['sales_manager']],
      ['connections', ['admin', 'finance']],
      ['months', roles],
      ['commission', ['admin']],
    ] as const)
      refusals.push((await setup.world.call('POST', `${CHANNELS_PATH}?scope=company`, body({ topics: [topic], readers }))).statusCode);
    expect(refusals).toEqual([422, 422, 422, 422, 422]);
    expect((await add({ topics: ['events'], readers: roles })).readers).toEqual(roles);
    expect((await add({ topics: ['deals', 'invoices', 'months'], readers: ['admin', 'finance'] })).topics).toHaveLength(3);
  });

  it('are its topics only, never notifications about pay', async () => {
    await add();
    await add({ name: 'Deals', topics: ['deals'] });
    await tell();
    await tellPay([setup.sam]);
    await sender().drain();
    expect(setup.slack.texts()).toEqual([expect.stringContaining('*Event has no host*\nAcme: Robots on Dec 1, 2026 has no host yet.')]);
  });

  it('exclude a topic whose permission a reader has since lost', async () => {
    const { id } = await add();
    await setup.world.store.channels.change(Number(id), { topics: ['months'], readers: ['salesperson'] });
    await setup.world.store.transaction((tx) =>
      notify(
        tx,
        'monthClosed',
        { subject: { kind: 'period', id: '2026-10' }, occurrence: 'x', words: { month: 'October' } },
        { to: [], at: setup.world.server.clock(), channels: true },
      ),
    );
    expect(await rows()).toEqual([]);
  });

  it('include each notification once, however often it is sent', async () => {
    await add();
    await tell({}, [], 7);
    await tell({}, [], 7);
    expect(await rows()).toHaveLength(1);
  });

  const payKinds: readonly NoticeKind[] = [
    'commissionDue',
    'payoutCompleted',
    'payoutWaiting',
    'statementIssued',
    'ownPayWaiting',
    'quota100',
  ];
  it.each(payKinds)('have no topic for %s', async (kind) => {
    await add({ topics: ['events', 'deals', 'invoices', 'connections', 'months'] });
    const words = new Proxy({}, { get: () => 'x', has: () => true }) as never;
    const facts = { subject: { kind: 'deal', id: 900 } as const, occurrence: 'x', words };
    await setup.world.store.transaction((tx) => notify(tx, kind, facts, { to: [], at: setup.world.server.clock(), channels: true }));
    expect(await rows()).toEqual([]);
  });
});

describe('decisions 5.02: company notifications', () => {
  const DAY_MS = 86_400_000;
  const dayFromNow = (days: number): string => new Date(setup.world.server.clock().getTime() + days * DAY_MS).toISOString();
  const post = async (): Promise<void> => {
    await sender().drain();
    setup.world.server.clock.advance(SECOND_MS);
  };

  it('count all incomplete events in one daily message, whatever part each person receives', async () => {
    await add();
    for (let count = 0; count < 5; count += 1) {
      const seller = count === 0 ? { sales_person: 'Sam Ortiz' } : {};
      const event = eventRow({ customer_name: `School ${count}`, starts_at: dayFromNow(10), ends_at: dayFromNow(10), ...seller });
      await setup.world.server.db.query.insertInto('events').values(event).execute();
    }
    const slot = dayFromNow(0).slice(0, 10);
    await sendDailyNotices(setup.world.store, slot, setup.world.server.clock());
    await sendDailyNotices(setup.world.store, slot, setup.world.server.clock());
    await post();
    await post();
    expect(setup.slack.texts()).toEqual([
      expect.stringContaining('*Events have no host*\n5 events of the next two weeks have no host yet.'),
    ]);
    const own = await setup.world.server.db.query.selectFrom('notifications').select('message').where('user_id', '=', setup.sam).execute();
    expect(own).toEqual([{ message: expect.stringContaining('School 0') }]);
    await setup.world.server.db.query.deleteFrom('events').execute();
  });

  it('announce a lost deal', async () => {
    await add({ topics: ['deals'] });
    const body = { name: 'Robotics week', customer_name: 'Mesa', amount: '100.00', expected_close_date: '2026-12-31' };
    const deal = (await setup.world.call('POST', '/api/v1/deals', { ...body, owner_id: String(setup.sam) })).json();
    const lost = await setup.world.call('POST', `/api/v1/deals/${deal.id}/lose`, { version: deal.version, reason: 'Too late' });
    expect([lost.statusCode, lost.body]).toEqual([200, expect.any(String)]);
    await post();
    expect(setup.slack.texts()).toEqual([expect.stringContaining('*Deal lost*\nRobotics week: Too late')]);
  });
});

describe('decisions 5.03: personal channels', () => {
  it('carry the chosen notification types to their person only', async () => {
    await addOwn();
    await tellPay([setup.sam, setup.world.adminId]);
    await tell({}, [setup.sam]);
    await sender().drain();
    expect(setup.slack.texts()).toEqual([expect.stringContaining('*Commission adjusted*\n$50.00: a prize')]);
  });

  it('can be read, changed, tested and deleted only by their person', async () => {
    const { id } = await addOwn();
    expect((await setup.world.call('GET', `${CHANNELS_PATH}?scope=own`)).json()).toEqual({ data: [] });
    expect(await company()).toEqual([]);
    const others = [
      await setup.world.call('PUT', `${CHANNELS_PATH}/${id}`, body({ topics: ['commission'] })),
      await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {}),
      await setup.world.call('DELETE', `${CHANNELS_PATH}/${id}`),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    const { id: ofCompany } = await add();
    const refused = [
      await setup.world.call('GET', `${CHANNELS_PATH}?scope=company`, undefined, setup.samToken),
      await setup.world.call('POST', `${CHANNELS_PATH}?scope=company`, body(), setup.samToken),
      await setup.world.call('PUT', `${CHANNELS_PATH}/${ofCompany}`, body(), setup.samToken),
      await setup.world.call('POST', `${CHANNELS_PATH}/${ofCompany}/test`, {}, setup.samToken),
      await setup.world.call('DELETE', `${CHANNELS_PATH}/${ofCompany}`, undefined, setup.samToken),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404, 404, 404]);
    expect((await setup.world.call('DELETE', `${CHANNELS_PATH}/${id}`, undefined, setup.samToken)).statusCode).toBe(204);
    expect(await setup.world.server.db.query.selectFrom('secrets').select('name').execute()).toEqual([
      { name: `channel:${ofCompany}:address` },
    ]);
  });

  it('stop when their person is inactive, and number at most five', async () => {
    for (let count = 0; count < 5; count += 1) await addOwn();
    expect(
      (await setup.world.call('POST', `${CHANNELS_PATH}?scope=own`, body({ topics: ['deal'], readers: [] }), setup.samToken)).statusCode,
    ).toBe(409);
    const setActive = (active: boolean) =>
      setup.world.server.db.query.updateTable('users').set({ active }).where('id', '=', setup.sam).execute();
    await setActive(false);
    await tellPay([setup.sam]);
    await setActive(true);
    expect(await rows()).toEqual([]);
  });
});

describe('decisions 7.09: channel addresses', () => {
  it('are encrypted, shown only by their end, and in no answer, log or audit row', async () => {
    const address = setup.slack.webhook();
    const { id, address: hint } = await add({ address });
    expect(hint).toBe(`${new URL(address).host}/…${address.slice(-4)}`);
    setup.slack.closeWebhook(address, 'no_service');
    await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {});
    await tell();
    setup.world.server.clock.advance(2 * SECOND_MS);
    await sender().drain();
    const audit = await setup.world.server.db.query.selectFrom('audit_log').selectAll().execute();
    const everything = JSON.stringify([await company(), setup.world.server.log, setup.world.failures, audit, await rows()]);
    expect(everything).not.toContain('abcdefghijklmnop');
    const sealed = await setup.world.server.db.query
      .selectFrom('secrets')
      .select('sealed')
      .where('name', '=', `channel:${id}:address`)
      .execute();
    expect(JSON.stringify(sealed)).not.toContain('abcdefghijklmnop');
  });

  it.each(['http://hooks.slack.com/x', 'https://10.0.0.1/x', 'https://localhost/x', 'nonsense', ''])(
    'are refused: "%s"',
    async (address) => {
      const answer = await setup.world.call('POST', `${CHANNELS_PATH}?scope=company`, body({ address }));
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['address']]);
    },
  );

  it('are kept when left empty in a change, and a new one enables the channel', async () => {
    const first = await add();
    await setup.world.call('PUT', `${CHANNELS_PATH}/${first.id}`, body({ name: 'Renamed', address: '' }));
    expect(await company()).toEqual([{ ...first, name: 'Renamed' }]);
    await setup.world.store.channels.change(Number(first.id), { off_at: setup.world.server.clock().toISOString(), problem: 'gone' });
    await setup.world.call('PUT', `${CHANNELS_PATH}/${first.id}`, body());
    expect(await company()).toEqual([expect.objectContaining({ off_at: null, problem: null })]);
    expect((await company())[0]?.address).not.toBe(first.address);
  });
});
