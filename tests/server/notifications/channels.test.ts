import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../../contract/entities/channel.ts';
import { roles } from '../../../contract/entities/user.ts';
import { createOutside, type Outside } from '../../../server/connectors/outside.ts';
import { createMessages } from '../../../server/connectors/slack/postMessage.ts';
import { type NoticeKind, notify } from '../../../server/domain/notifications/notify.ts';
import { createChannelSender } from '../../../server/mail/channelSender.ts';
import { type Slack, startSlack } from '../../stand-ins/slack/slack.ts';
import { HOUR } from '../support/testApp.ts';
import { type Connecting, connecting } from '../support/worlds/connecting.ts';

const SECOND = 1000;
let world: Connecting;
let slack: Slack;
let outside: Outside;
let sam: number;
let samToken: string;
const PATH = '/api/v1/channels';

beforeAll(async () => {
  world = await connecting({});
  sam = await world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Ortiz' });
});
afterAll(() => world.close());
beforeEach(async () => {
  samToken = (await world.server.signIn('sam@example.test')).access_token;
  slack = await startSlack({ now: () => world.server.clock().getTime() });
  outside = createOutside({}, { messages: createMessages({ localUrl: slack.url }), publicUrl: 'https://sales.example.test' });
  Object.assign(world.outside, outside);
});
afterEach(async () => {
  await slack.close();
  for (const table of ['channels', 'secrets', 'mail_outbox', 'notifications'] as const)
    await world.server.db.query.deleteFrom(table).execute();
  world.server.clock.advance(60 * SECOND);
});

const body = (more: object = {}) => ({ name: 'Events', topics: ['events'], readers: ['admin'], address: slack.webhook(), ...more });
const add = async (more: object = {}): Promise<Channel> => {
  const answer = await world.call('POST', `${PATH}?scope=company`, body(more));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
};
const addOwn = async (more: object = {}): Promise<Channel> => {
  const own = body({ name: 'Mine', topics: ['commission'], readers: [], ...more });
  return (await world.call('POST', `${PATH}?scope=own`, own, samToken)).json();
};
const company = async (): Promise<Channel[]> => (await world.call('GET', `${PATH}?scope=company`)).json().data;
const sender = () => {
  const { store, vault, failures } = world;
  return createChannelSender({ store, vault, outside, clock: world.server.clock, log: (error) => void failures.push(error) });
};
let told = 0;
const tell = (words: Partial<Record<'customer' | 'activity' | 'day', string>> = {}, to: readonly number[] = []) => {
  told += 1;
  return world.store.transaction((within) =>
    notify(
      within,
      'eventWithoutHost',
      {
        about: { kind: 'event', id: told, day: '2026-12-01' },
        occurrence: 'host',
        words: { customer: 'Acme', activity: 'Robots', day: 'Dec 1, 2026', ...words },
      },
      { to, at: world.server.clock(), channels: true },
    ),
  );
};
const tellPay = (to: readonly number[]) =>
  world.store.transaction((within) =>
    notify(
      within,
      'adjustmentCounts',
      {
        about: { kind: 'adjustment', id: ++told, day: '2026-11-22' },
        occurrence: 'counts',
        words: { adjustment: '$50.00', reason: 'a prize' },
      },
      { to, at: world.server.clock(), channels: true },
    ),
  );
const rows = () =>
  world.server.db.query.selectFrom('mail_outbox').select(['state', 'subject', 'error', 'channel_id']).orderBy('id').execute();

describe('decisions 3.08: what a channel of the company carries', () => {
  it('refuses a topic that one of its readers may not read', async () => {
    const refusals = [];
    for (const [topic, readers] of [
      ['deals', ['admin', 'salesperson']],
      ['invoices', ['sales_manager']],
      ['connections', ['admin', 'finance']],
      ['months', roles],
      ['commission', ['admin']],
    ] as const)
      refusals.push((await world.call('POST', `${PATH}?scope=company`, body({ topics: [topic], readers }))).statusCode);
    expect(refusals).toEqual([422, 422, 422, 422, 422]);
    expect((await add({ topics: ['events'], readers: roles })).readers).toEqual(roles);
    expect((await add({ topics: ['deals', 'invoices', 'months'], readers: ['admin', 'finance'] })).topics).toHaveLength(3);
  });

  it('carries its topics only, and never a notice about pay', async () => {
    await add();
    await add({ name: 'Deals', topics: ['deals'] });
    await tell();
    await tellPay([sam]);
    await sender().drain();
    expect(slack.texts()).toEqual([expect.stringContaining('*Event has no host*\nAcme: Robots on Dec 1, 2026 has no host yet.')]);
  });

  it('sends no topic whose permission a reader has lost since', async () => {
    const { id } = await add();
    await world.store.channels.change(Number(id), { topics: ['months'], readers: ['salesperson'] });
    await world.store.transaction((within) =>
      notify(
        within,
        'monthClosed',
        { about: { kind: 'period', id: '2026-10' }, occurrence: 'x', words: { month: 'October' } },
        { to: [], at: world.server.clock(), channels: true },
      ),
    );
    expect(await rows()).toEqual([]);
  });

  it('gets each notice once, however often it is told', async () => {
    await add();
    const before = told;
    await tell();
    told = before;
    await tell();
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
  it.each(payKinds)('has no topic for %s', async (kind) => {
    await add({ topics: ['events', 'deals', 'invoices', 'connections', 'months'] });
    const words = new Proxy({}, { get: () => 'x', has: () => true }) as never;
    const facts = { about: { kind: 'deal', id: ++told } as const, occurrence: 'x', words };
    await world.store.transaction((within) => notify(within, kind, facts, { to: [], at: world.server.clock(), channels: true }));
    expect(await rows()).toEqual([]);
  });
});

describe('decisions 5.03: channels of a user', () => {
  it('carry the chosen types of notices to their person alone', async () => {
    await addOwn();
    await tellPay([sam, world.adminId]);
    await tell({}, [sam]);
    await sender().drain();
    expect(slack.texts()).toEqual([expect.stringContaining('*Commission adjusted*\n$50.00: a prize')]);
  });

  it('are seen, changed, tested and deleted by their person alone', async () => {
    const { id } = await addOwn();
    expect((await world.call('GET', `${PATH}?scope=own`)).json()).toEqual({ data: [] });
    expect(await company()).toEqual([]);
    const others = [
      await world.call('PUT', `${PATH}/${id}`, body({ topics: ['commission'] })),
      await world.call('POST', `${PATH}/${id}/test`, {}),
      await world.call('DELETE', `${PATH}/${id}`),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    const { id: ofCompany } = await add();
    const refused = [
      await world.call('GET', `${PATH}?scope=company`, undefined, samToken),
      await world.call('POST', `${PATH}?scope=company`, body(), samToken),
      await world.call('PUT', `${PATH}/${ofCompany}`, body(), samToken),
      await world.call('POST', `${PATH}/${ofCompany}/test`, {}, samToken),
      await world.call('DELETE', `${PATH}/${ofCompany}`, undefined, samToken),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404, 404, 404]);
    expect((await world.call('DELETE', `${PATH}/${id}`, undefined, samToken)).statusCode).toBe(204);
    expect(await world.server.db.query.selectFrom('secrets').select('name').execute()).toEqual([{ name: `channel:${ofCompany}:address` }]);
  });

  it('get nothing once their person is inactive, and are at most five', async () => {
    for (let count = 0; count < 5; count += 1) await addOwn();
    expect((await world.call('POST', `${PATH}?scope=own`, body({ topics: ['deal'], readers: [] }), samToken)).statusCode).toBe(409);
    const setActive = (active: boolean) => world.server.db.query.updateTable('users').set({ active }).where('id', '=', sam).execute();
    await setActive(false);
    await tellPay([sam]);
    await setActive(true);
    expect(await rows()).toEqual([]);
  });
});

describe('decisions 7.09: an address', () => {
  it('is sealed, shown by its end alone, and in no answer, log or audit row', async () => {
    const address = slack.webhook();
    const { id, address: hint } = await add({ address });
    expect(hint).toBe(`${new URL(address).host}/…${address.slice(-4)}`);
    slack.closeWebhook(address, 'no_service');
    await world.call('POST', `${PATH}/${id}/test`, {});
    await tell();
    world.server.clock.advance(2 * SECOND);
    await sender().drain();
    const audit = await world.server.db.query.selectFrom('audit_log').selectAll().execute();
    const kept = JSON.stringify([await company(), world.server.log, world.failures, audit, await rows()]);
    expect(kept).not.toContain('abcdefghijklmnop');
    const sealed = await world.server.db.query.selectFrom('secrets').select('sealed').where('name', '=', `channel:${id}:address`).execute();
    expect(JSON.stringify(sealed)).not.toContain('abcdefghijklmnop');
  });

  it.each(['http://hooks.slack.com/x', 'https://10.0.0.1/x', 'https://localhost/x', 'nonsense', ''])(
    'is refused: "%s"',
    async (address) => {
      const answer = await world.call('POST', `${PATH}?scope=company`, body({ address }));
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['address']]);
    },
  );

  it('stays where a change leaves it empty, and a new one switches the channel on', async () => {
    const first = await add();
    await world.call('PUT', `${PATH}/${first.id}`, body({ name: 'Renamed', address: '' }));
    expect(await company()).toEqual([{ ...first, name: 'Renamed' }]);
    await world.store.channels.change(Number(first.id), { off_at: world.server.clock().toISOString(), problem: 'gone' });
    await world.call('PUT', `${PATH}/${first.id}`, body());
    expect(await company()).toEqual([expect.objectContaining({ off_at: null, problem: null })]);
    expect((await company())[0]?.address).not.toBe(first.address);
  });
});

describe('decisions 5.03: delivery', () => {
  it('escapes what Slack reads as markup, and links by the public address', async () => {
    await add();
    await tell({ customer: 'A & B <!channel>', activity: '<https://evil.test|click>' });
    await sender().drain();
    const [{ body: message }] = slack.messages as [Slack['messages'][number]];
    expect(message.text).toContain('A &amp; B &lt;!channel&gt;: &lt;https://evil.test|click&gt; on');
    expect(message.text).toMatch(/<https:\/\/sales\.example\.test\/events\?[^|]*\|Open in Quotaboard>$/);
    expect(message.blocks).toEqual([{ type: 'section', text: { type: 'mrkdwn', text: message.text } }]);
  });

  it('sends what one transaction tells as one message, which Slack accepts however long it is', async () => {
    await add();
    await world.store.transaction(async (within) => {
      for (let count = 0; count < 60; count += 1)
        await notify(
          within,
          'eventWithoutHost',
          {
            about: { kind: 'event', id: ++told, day: '2026-12-01' },
            occurrence: 'host',
            words: { customer: '&<>'.repeat(500), activity: 'Robots', day: 'Dec 1, 2026' },
          },
          { to: [], at: world.server.clock(), channels: true },
        );
    });
    expect(await sender().drain()).toBe(1);
    expect(slack.texts()).toEqual([expect.stringMatching(/… and 40 more\.$/)]);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent']);
  });

  it('posts one message a second to each address, whatever other addresses do', async () => {
    await add();
    await add({ name: 'Second' });
    await tell();
    await tell();
    expect(await sender().drain()).toBe(2);
    expect(await sender().drain()).toBe(0);
    world.server.clock.advance(SECOND);
    expect(await sender().drain()).toBe(2);
    expect(slack.journal.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('waits as long as Retry-After says', async () => {
    await add();
    slack.fail({ status: 429, body: 'rate_limited', headers: { 'retry-after': '90' } });
    await tell();
    await sender().drain();
    expect((await company())[0]?.problem).toBe('The other side accepts no more messages for now.');
    world.server.clock.advance(89 * SECOND);
    expect(await sender().drain()).toBe(0);
    world.server.clock.advance(SECOND);
    expect(await sender().drain()).toBe(1);
    expect(slack.messages).toHaveLength(1);
    expect((await company())[0]?.problem).toBe(null);
  });

  it.each(['no_service', 'channel_not_found', 'channel_is_archived', 'action_prohibited', 'user_not_found'] as const)(
    'switches a channel off that answers %s, says why, and drops what waits',
    async (refusal) => {
      const address = slack.webhook();
      const { id } = await add({ address });
      slack.closeWebhook(address, refusal);
      await tell();
      await tell();
      await sender().drain();
      world.server.clock.advance(2 * SECOND);
      await sender().drain();
      expect(slack.journal).toHaveLength(1);
      const reason = `The other side no longer accepts messages at this address (${refusal}). Create a new webhook there and enter its address.`;
      expect(await company()).toEqual([expect.objectContaining({ id, problem: reason, off_at: expect.any(String) })]);
      expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', error: reason })]);
      const notices = await world.server.db.query.selectFrom('notifications').select(['user_id', 'message', 'link']).execute();
      const link = '/admin/settings?tab=channels';
      expect(notices).toEqual([{ user_id: world.adminId, message: `Nothing more is sent to Events: ${reason}`, link }]);
      await tell();
      expect(await rows()).toHaveLength(1);
    },
  );

  it('tells the person of an own channel that it is off', async () => {
    const address = slack.webhook();
    await addOwn({ address });
    slack.closeWebhook(address, 'no_service');
    await tellPay([sam]);
    await sender().drain();
    const notices = await world.server.db.query.selectFrom('notifications').select(['user_id', 'title', 'link']).orderBy('id').execute();
    expect(notices[1]).toEqual({ user_id: sam, title: 'Slack channel switched off', link: '/settings' });
  });

  it('does not follow a redirect, and switches the channel off', async () => {
    await add();
    slack.fail({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    await tell();
    await sender().drain();
    expect((await company())[0]).toMatchObject({ problem: expect.stringContaining('(302)'), off_at: expect.any(String) });
  });

  it('tries for a day what nobody answers, and then switches the channel off', async () => {
    await add();
    for (const fault of ['drop', { status: 500, body: 'rollup_error' }] as const) {
      slack.fail(fault);
      await tell();
      await sender().drain();
      expect((await company())[0]).toMatchObject({ problem: expect.any(String), off_at: null });
      world.server.clock.advance(HOUR);
      await sender().drain();
      world.server.clock.advance(2 * SECOND);
    }
    expect(slack.messages).toHaveLength(2);
    slack.fail('drop', { times: 50 });
    await tell();
    for (let hours = 0; hours < 26; hours += 1) {
      await sender().drain();
      world.server.clock.advance(HOUR);
    }
    expect((await company())[0]).toMatchObject({ problem: 'The other side did not answer.', off_at: expect.any(String) });
  });

  it('keeps a channel whose other side refused one message, and shows why', async () => {
    await add();
    slack.fail({ status: 400, body: 'invalid_payload' });
    await tell();
    await sender().drain();
    const problem = 'The other side did not understand the message (invalid_payload).';
    expect(await company()).toEqual([expect.objectContaining({ problem, off_at: null })]);
  });

  it('lets one of two instances send each message', async () => {
    await add();
    await add({ name: 'Second' });
    await tell();
    await Promise.all([sender().drain(), sender().drain()]);
    expect(slack.messages).toHaveLength(2);
  });
});

describe('decisions 5.03: a test', () => {
  it('arrives at once, and not twice in a second', async () => {
    const { id } = await add();
    const answers = [await world.call('POST', `${PATH}/${id}/test`, {}), await world.call('POST', `${PATH}/${id}/test`, {})];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 429]);
    expect(slack.texts()).toEqual(['*Test message*\nNotifications from Quotaboard arrive here.']);
  });

  it('says why it did not arrive, and one that arrives switches the channel on again', async () => {
    const address = slack.webhook();
    const { id } = await add({ address });
    slack.closeWebhook(address, 'channel_is_archived');
    await tell();
    await sender().drain();
    world.server.clock.advance(2 * SECOND);
    const refused = await world.call('POST', `${PATH}/${id}/test`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('(channel_is_archived)')]);
    slack.openWebhook(address);
    world.server.clock.advance(2 * SECOND);
    expect((await world.call('POST', `${PATH}/${id}/test`, {})).statusCode).toBe(204);
    expect(await company()).toEqual([expect.objectContaining({ problem: null, off_at: null })]);
  });
});
