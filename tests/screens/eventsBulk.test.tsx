import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, setup } from 'xstate';
import type { Event } from '../../contract/entities/event.ts';
import { limits } from '../../contract/limits.ts';
import { applyToAll } from '../../src/screens/events/applyToAll.ts';
import { eventOf } from './eventsCases.ts';

type Answer = { id: string; version: number | null; done: (event: Event) => void; failed: (error: unknown) => void };
const ids = ['1', '2', '3', '4', '5', '6'];
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Runs the work below a parent that keeps what it is told. */
const run = () => {
  const open: Answer[] = [];
  const told: string[] = [];
  const read: string[] = [];
  const work = applyToAll({
    versionOf: (id) => Number(id) + 10,
    patch: ({ id, version }) => new Promise((done, failed) => open.push({ id, version, done, failed })),
    onRead: (event) => read.push(event.id),
  });
  const parent = setup({
    types: { events: {} as AnyEventObject },
    actors: { work },
    actions: { keep: ({ event }) => told.push([event.type, event.id, event.message].filter(Boolean).join(' ')) },
  }).createMachine({
    invoke: { id: 'work', src: 'work', input: { ids, field: 'reviewed', value: 'Yes' } },
    on: { '*': { actions: 'keep' } },
  });
  const actor = createActor(parent).start();
  return { open, told, read, stop: () => actor.getSnapshot().children.work?.send({ type: 'work.stop' }) };
};

describe('one change for many events', () => {
  it('a few are under way at once, each with the version that was seen', async () => {
    const { open } = run();
    expect(open.map(({ id, version }) => `${id} ${version}`)).toEqual(['1 11', '2 12', '3 13', '4 14'].slice(0, limits.events.bulkAtOnce));
  });

  it('each outcome is told, then the end', async () => {
    const { open, told } = run();
    for (let at = 0; at < ids.length; at += 1) {
      const answer = open[at];
      if (at === 1) answer?.failed({ status: 422, data: { message: 'Locked.' } });
      else answer?.done(eventOf({ id: answer.id }));
      await turn();
    }
    expect(told).toEqual(['row.done 1', 'row.failed 2 Locked.', 'row.done 3', 'row.done 4', 'row.done 5', 'row.done 6', 'all.done']);
  });

  it('spec 8.05: without a message it is the specified one', async () => {
    const { open, told } = run();
    open[0]?.failed(new TypeError('fetch failed'));
    await turn();
    expect(told).toEqual(['row.failed 1 Failed to update event']);
  });

  it('what somebody else changed is read, so that the next try knows of it', async () => {
    const { open, read } = run();
    open[0]?.failed({ status: 409, data: { message: 'Changed.', current: eventOf({ id: '1' }) } });
    await turn();
    expect(read).toEqual(['1']);
  });

  it('a stop begins no other and ends once those under way are answered', async () => {
    const { open, told, stop } = run();
    stop();
    for (const { id, done } of open) done(eventOf({ id }));
    await turn();
    expect(open.length).toBe(limits.events.bulkAtOnce);
    expect(told.at(-1)).toBe('all.done');
  });
});
