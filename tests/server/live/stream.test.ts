import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LiveChange } from '../../../contract/entities/live.ts';
import { limits } from '../../../contract/limits.ts';
import { buildApp } from '../../../server/app.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

type Phase = 'serving' | 'leaving' | 'refusing';
const POLL_MS = 20;
let world: EventWorld;
let phase: Phase = 'serving';
const servers: { url: string; close: () => Promise<unknown> }[] = [];

/** Another server on the same database. */
const listen = async () => {
  const config = { logLevel: 'silent', trustProxy: [], publicUrl: undefined } as const;
  const app = buildApp({
    db: world.server.db,
    clock: world.server.clock,
    config,
    pace: { lookMs: POLL_MS, beatMs: 4 * POLL_MS },
    phase: () => phase,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const server = { url, close: () => app.close() };
  servers.push(server);
  return server;
};

const open = async (url: string, name: string, since?: string) => {
  const leave = new AbortController();
  const answer = await fetch(`${url}/api/v1/stream${since ? `?since=${since}` : ''}`, {
    headers: { authorization: `Bearer ${world.tokens[name]}` },
    signal: leave.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  /** The next block; null at the end. */
  const block = async (): Promise<string | null> => {
    while (!rest.includes('\n\n')) {
      const read = await reader?.read();
      if (!read || read.done) return null;
      rest += read.value;
    }
    const [first = '', ...more] = rest.split('\n\n');
    rest = more.join('\n\n');
    return first;
  };
  const change = async (): Promise<LiveChange | null> => {
    for (;;) {
      const result = await block();
      if (result === null) return null;
      if (result.startsWith('data: ')) return JSON.parse(result.slice(6));
    }
  };
  return { answer, block, change, leave: () => leave.abort() };
};

beforeAll(async () => {
  world = await createEventWorld();
});
afterEach(async () => {
  phase = 'serving';
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});
afterAll(() => world.server.close());

describe('decisions 6.05: change stream', () => {
  test('delivers an edit on one server to all listeners on another, in order', async () => {
    const id = await world.add();
    const [one, other] = [await listen(), await listen()];
    const streams = [await open(one.url, 'ada'), await open(other.url, 'ada'), await open(other.url, 'sam')];
    expect(streams[0]?.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(streams[0]?.answer.headers.get('cache-control')).toBe('no-store, no-transform');
    await Promise.all(streams.map(({ change }) => change()));
    await world.set('eve', id, 'reviewed', 'Yes');
    for (const stream of streams) {
      for (;;) {
        const news = await stream.change();
        // The creation may be reported so late that it already contains the later state.
        const match = news?.events?.find(({ event, edits }) => event.id === id && event.version === 2 && edits.length > 0);
        if (!match) continue;
        expect(match.edits).toEqual([{ field: 'reviewed', by: 'Eve Vents', own: false }]);
        break;
      }
      stream.leave();
    }
  });

  test('resumes where an earlier one ended', async () => {
    const id = await world.add();
    const { url } = await listen();
    const first = await open(url, 'ada');
    const since = (await first.change())?.at ?? '';
    first.leave();
    await world.set('eve', id, 'reviewed', 'Yes');
    const second = await open(url, 'ada', since);
    expect((await second.change())?.events?.map(({ event }) => event.id)).toContain(id);
    second.leave();
  });

  test('sends heartbeats while idle', async () => {
    const { url } = await listen();
    const stream = await open(url, 'kim');
    await stream.change();
    while ((await stream.block()) !== ':');
    stream.leave();
  });

  test('ends with the access token, and a signed-out session receives nothing more', async () => {
    const { url } = await listen();
    const stream = await open(url, 'max');
    await stream.change();
    const logout = await world.server.call('POST', '/api/v1/auth/logout', { token: world.tokens.max });
    expect(logout.statusCode).toBe(204);
    const id = await world.add();
    await world.set('eve', id, 'reviewed', 'Yes');
    const rest = [];
    for (let news = await stream.change(); news !== null; news = await stream.change()) rest.push(...(news.events ?? []));
    expect(rest.filter(({ event }) => event.id === id && event.version === 2)).toEqual([]);

    const other = await open(url, 'lee');
    await other.change();
    world.server.clock.advance(HOUR_MS);
    while ((await other.block()) !== null);
    world.server.clock.advance(-HOUR_MS);
  });

  test.each(['must_change_password', 'second_factor_roles'])('ends when %s applies to the person (decisions 4.02, 4.16)', async (rule) => {
    const { url } = await listen();
    const stream = await open(url, 'kim');
    await stream.change();
    const set = async (isSet: boolean) => {
      const { query } = world.server.db;
      if (rule === 'must_change_password')
        await query
          .updateTable('users')
          .set({ must_change_password: isSet })
          .where('id', '=', world.ids.kim as number)
          .execute();
      else
        await query
          .updateTable('general_settings')
          .set({ second_factor_roles: JSON.stringify(isSet ? ['salesperson'] : []) } as never)
          .execute();
    };
    await set(true);
    while ((await stream.block()) !== null);
    await set(false);
  });

  test('limits open streams per person, and frees a closed one at once', async () => {
    const { url } = await listen();
    const streams = [];
    for (let i = 0; i < limits.live.perUser; i += 1) streams.push(await open(url, 'fay'));
    const refused = await open(url, 'fay');
    expect(refused.answer.status).toBe(429);
    expect((await open(url, 'vic')).answer.status).toBe(200);
    streams.pop()?.leave();
    await expect.poll(async () => (await open(url, 'fay')).answer.status).toBe(200);
  });

  test('ends when the server stops, which does not wait for anyone', async () => {
    const server = await listen();
    const stream = await open(server.url, 'ada');
    await stream.change();
    phase = 'leaving';
    while ((await stream.block()) !== null);
    phase = 'serving';
    const last = await open(server.url, 'ada');
    await last.change();
    await server.close();
    while ((await last.change()) !== null);
  });

  test('survives a failed poll', async () => {
    const { url } = await listen();
    const stream = await open(url, 'ada');
    await stream.change();
    await world.server.db.script('alter table changes rename to gone');
    await new Promise((resolve) => setTimeout(resolve, 4 * POLL_MS));
    await world.server.db.script('alter table gone rename to changes');
    const id = await world.add();
    let news: LiveChange | null = null;
    while (!news?.events?.some(({ event }) => event.id === id)) news = await stream.change();
    stream.leave();
  });
});
