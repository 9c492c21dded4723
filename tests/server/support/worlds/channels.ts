import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Channel } from '../../../../contract/entities/channel.ts';
import { createOutside } from '../../../../server/connectors/outside.ts';
import { createMessages } from '../../../../server/connectors/slack/postMessage.ts';
import type { Outside } from '../../../../server/domain/connections/outside.ts';
import { notify } from '../../../../server/domain/notifications/notify.ts';
import { createChannelSender } from '../../../../server/mail/channelSender.ts';
import { type Slack, startSlack } from '../../../stand-ins/slack/slack.ts';
import { type ConnectionWorld, createConnectionWorld } from './connections.ts';

export const SECOND_MS = 1000;
export const CHANNELS_PATH = '/api/v1/channels';

/** A server with Sam, who sells, and a separate Slack stand-in for each test. */
export const setUpChannels = () => {
  const setup = {} as { world: ConnectionWorld; slack: Slack; sam: number; samToken: string };
  let outside: Outside;
  let noticeCount = 0;

  beforeAll(async () => {
    setup.world = await createConnectionWorld({});
    setup.sam = await setup.world.server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Ortiz' });
  });
  afterAll(() => setup.world.close());
  beforeEach(async () => {
    setup.samToken = (await setup.world.server.signIn('sam@example.test')).access_token;
    setup.slack = await startSlack({ now: () => setup.world.server.clock().getTime() });
    outside = createOutside({} as never, {
      messages: createMessages({ localUrl: setup.slack.url }),
      publicUrl: 'https://sales.example.test',
    });
    Object.assign(setup.world.outside, outside);
  });
  afterEach(async () => {
    await setup.slack.close();
    for (const table of ['channels', 'secrets', 'mail_outbox', 'notifications'] as const)
      await setup.world.server.db.query.deleteFrom(table).execute();
    setup.world.server.clock.advance(60 * SECOND_MS);
  });

  const body = (overrides: object = {}) => ({
    name: 'Events',
    topics: ['events'],
    readers: ['admin'],
    address: setup.slack.webhook(),
    ...overrides,
  });
  const sender = (outsideSystem: Outside = outside) => {
    const { store, vault, failures, server } = setup.world;
    return createChannelSender({ store, vault, outside: outsideSystem, clock: server.clock, log: (error) => void failures.push(error) });
  };
  return Object.assign(setup, {
    body,
    add: async (overrides: object = {}): Promise<Channel> => {
      const answer = await setup.world.call('POST', `${CHANNELS_PATH}?scope=company`, body(overrides));
      expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
      return answer.json();
    },
    addOwn: async (overrides: object = {}): Promise<Channel> => {
      const own = body({ name: 'Mine', topics: ['commission'], readers: [], ...overrides });
      return (await setup.world.call('POST', `${CHANNELS_PATH}?scope=own`, own, setup.samToken)).json();
    },
    company: async (): Promise<Channel[]> => (await setup.world.call('GET', `${CHANNELS_PATH}?scope=company`)).json().data,
    sender,
    /** Posts queued messages, and runs `change` between Slack's response and recording it. */
    whilePosting: async (change: () => Promise<void>): Promise<void> => {
      const post: Outside['messages']['post'] = async (...message) => {
        const answer = await outside.messages.post(...message);
        await change();
        return answer;
      };
      await sender({ ...outside, messages: { ...outside.messages, post } }).drain();
    },
    /** Notifies of an event without a host; `about` is the event's id, a new one by default. */
    tell: (words: Partial<Record<'customer' | 'activity', string>> = {}, to: readonly number[] = [], about?: number) => {
      noticeCount += 1;
      const event = { kind: 'event', id: about ?? noticeCount, day: '2026-12-01' } as const;
      const facts = { subject: event, occurrence: 'host', words: { customer: 'Acme', activity: 'Robots', day: 'Dec 1, 2026', ...words } };
      const audience = { to, at: setup.world.server.clock(), channels: true };
      return setup.world.store.transaction((tx) => notify(tx, 'eventWithoutHost', facts, audience));
    },
    tellPay: (to: readonly number[]) => {
      noticeCount += 1;
      const subject = { kind: 'adjustment', id: noticeCount, day: '2026-11-22' } as const;
      const facts = { subject, occurrence: 'counts', words: { adjustment: '$50.00', reason: 'a prize' } };
      const audience = { to, at: setup.world.server.clock(), channels: true };
      return setup.world.store.transaction((tx) => notify(tx, 'adjustmentCounts', facts, audience));
    },
    rows: () =>
      setup.world.server.db.query.selectFrom('mail_outbox').select(['state', 'subject', 'error', 'channel_id']).orderBy('id').execute(),
  });
};
