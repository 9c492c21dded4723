import { describe, expect, it } from 'vitest';
import { notify } from '../../../server/domain/notifications/notify.ts';
import type { Slack } from '../../stand-ins/slack/slack.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { CHANNELS_PATH, SECOND_MS, setUpChannels } from '../support/worlds/channels.ts';

const setup = setUpChannels();
const { add, addOwn, company, rows, sender, tell, tellPay } = setup;

describe('decisions 5.03: channel delivery', () => {
  it('escapes Slack markup and links by the public address', async () => {
    await add();
    await tell({ customer: 'A & B <!channel>', activity: '<https://evil.test|click>' });
    await sender().drain();
    const [{ body: message }] = setup.slack.messages as [Slack['messages'][number]];
    expect(message.text).toContain('A &amp; B &lt;!channel&gt;: &lt;https://evil.test|click&gt; on');
    expect(message.text).toMatch(/<https:\/\/sales\.example\.test\/events\?[^|]*\|Open in Quotaboard>$/);
    expect(message.blocks).toEqual([{ type: 'section', text: { type: 'mrkdwn', text: message.text } }]);
  });

  it('sends the notifications of one transaction as one message that fits Slack’s limit', async () => {
    await add();
    await setup.world.store.transaction(async (tx) => {
      for (let id = 1000; id < 1060; id += 1)
        await notify(
          tx,
          'eventWithoutHost',
          {
            subject: { kind: 'event', id, day: '2026-12-01' },
            occurrence: 'host',
            words: { customer: '&<>'.repeat(500), activity: 'Robots', day: 'Dec 1, 2026' },
          },
          { to: [], at: setup.world.server.clock(), channels: true },
        );
    });
    expect(await sender().drain()).toBe(1);
    expect(setup.slack.texts()).toEqual([expect.stringMatching(/… and 40 more\.$/)]);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent']);
  });

  it('sends one message a second to each address, independently of other addresses', async () => {
    await add();
    await add({ name: 'Second' });
    await tell();
    await tell();
    expect(await sender().drain()).toBe(2);
    expect(await sender().drain()).toBe(0);
    setup.world.server.clock.advance(SECOND_MS);
    expect(await sender().drain()).toBe(2);
    expect(setup.slack.journal.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('waits as long as Retry-After says', async () => {
    await add();
    setup.slack.fail({ status: 429, body: 'rate_limited', headers: { 'retry-after': '90' } });
    await tell();
    await sender().drain();
    expect((await company())[0]?.problem).toBe('The other side accepts no more messages for now.');
    setup.world.server.clock.advance(89 * SECOND_MS);
    expect(await sender().drain()).toBe(0);
    setup.world.server.clock.advance(SECOND_MS);
    expect(await sender().drain()).toBe(1);
    expect(setup.slack.messages).toHaveLength(1);
    expect((await company())[0]?.problem).toBe(null);
  });

  it.each(['no_service', 'channel_not_found', 'channel_is_archived', 'action_prohibited', 'user_not_found'] as const)(
    'disables a channel that answers %s, explains why, and drops its queue',
    async (refusal) => {
      const address = setup.slack.webhook();
      const { id } = await add({ address });
      setup.slack.closeWebhook(address, refusal);
      await tell();
      await tell();
      await sender().drain();
      setup.world.server.clock.advance(2 * SECOND_MS);
      await sender().drain();
      expect(setup.slack.journal).toHaveLength(1);
      const reason = `The other side no longer accepts messages at this address (${refusal}). Create a new webhook there and enter its address.`;
      expect(await company()).toEqual([expect.objectContaining({ id, problem: reason, off_at: expect.any(String) })]);
      expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', error: reason })]);
      const notices = await setup.world.server.db.query.selectFrom('notifications').select(['user_id', 'message', 'link']).execute();
      const link = '/admin/settings?tab=channels';
      expect(notices).toEqual([{ user_id: setup.world.adminId, message: `Nothing more is sent to Events: ${reason}`, link }]);
      await tell();
      expect(await rows()).toHaveLength(1);
    },
  );

  it('notifies the owner of a personal channel that it is disabled', async () => {
    const address = setup.slack.webhook();
    await addOwn({ address });
    setup.slack.closeWebhook(address, 'no_service');
    await tellPay([setup.sam]);
    await sender().drain();
    const notices = await setup.world.server.db.query
      .selectFrom('notifications')
      .select(['user_id', 'title', 'link'])
      .orderBy('id')
      .execute();
    expect(notices[1]).toEqual({ user_id: setup.sam, title: 'Slack channel switched off', link: '/settings' });
  });

  it('does not follow a redirect and disables the channel', async () => {
    await add();
    setup.slack.fail({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    await tell();
    await sender().drain();
    expect((await company())[0]).toMatchObject({ problem: expect.stringContaining('(302)'), off_at: expect.any(String) });
  });

  it('retries an unanswered message for a day, then disables the channel', async () => {
    await add();
    for (const fault of ['drop', { status: 500, body: 'rollup_error' }] as const) {
      setup.slack.fail(fault);
      await tell();
      await sender().drain();
      expect((await company())[0]).toMatchObject({ problem: expect.any(String), off_at: null });
      setup.world.server.clock.advance(HOUR_MS);
      await sender().drain();
      setup.world.server.clock.advance(2 * SECOND_MS);
    }
    expect(setup.slack.messages).toHaveLength(2);
    setup.slack.fail('drop', { times: 50 });
    await tell();
    for (let hours = 0; hours < 26; hours += 1) {
      await sender().drain();
      setup.world.server.clock.advance(HOUR_MS);
    }
    expect((await company())[0]).toMatchObject({ problem: 'The other side did not answer.', off_at: expect.any(String) });
  });

  it('keeps a channel that rejected one message, and shows why', async () => {
    await add();
    setup.slack.fail({ status: 400, body: 'invalid_payload' });
    await tell();
    await sender().drain();
    const problem = 'The other side did not understand the message (invalid_payload).';
    expect(await company()).toEqual([expect.objectContaining({ problem, off_at: null })]);
  });

  it('sends each message from one of two instances', async () => {
    await add();
    await add({ name: 'Second' });
    await tell();
    await Promise.all([sender().drain(), sender().drain()]);
    expect(setup.slack.messages).toHaveLength(2);
  });
});

describe('decisions 5.03: channel tests', () => {
  it('are sent at once, at most once a second', async () => {
    const { id } = await add();
    const answers = [
      await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {}),
      await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {}),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 429]);
    expect(setup.slack.texts()).toEqual(['*Test message*\nNotifications from Quotaboard arrive here.']);
  });

  it('explain a failure, and re-enable the channel on success', async () => {
    const address = setup.slack.webhook();
    const { id } = await add({ address });
    setup.slack.closeWebhook(address, 'channel_is_archived');
    await tell();
    await sender().drain();
    setup.world.server.clock.advance(2 * SECOND_MS);
    const refused = await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('(channel_is_archived)')]);
    setup.slack.openWebhook(address);
    setup.world.server.clock.advance(2 * SECOND_MS);
    expect((await setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {})).statusCode).toBe(204);
    expect(await company()).toEqual([expect.objectContaining({ problem: null, off_at: null })]);
  });
});
