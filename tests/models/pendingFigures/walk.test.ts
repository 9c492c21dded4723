import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { pendingFigures } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...pendingFigures,
    holds: ({ snapshot }) => expect(snapshot.matches('settled')).toBe(snapshot.context.pending === 0),
  },
  table,
  ignored,
);

describe('pending figures', () => {
  const create = () => createRig(pendingFigures.machine, undefined);
  let rig: ReturnType<typeof create>;
  const sendPending = (pending: number): void => rig.actor.send({ type: 'figures.told', pending });
  const value = () => rig.actor.getSnapshot().value;
  const askCount = (): number => rig.effects.filter(({ name }) => name === 'askAgain').length;

  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it('decisions 7.08: polls again after exactly 700 ms, until nothing is being computed', () => {
    sendPending(12);
    expectChangeAt(rig, 700);
    expect([value(), askCount()]).toEqual(['asking', 1]);
    sendPending(3);
    expectChangeAt(rig, 700);
    sendPending(0);
    rig.clock.increment(60_000);
    expect([value(), askCount()]).toEqual(['settled', 2]);
  });

  it('an answer that never comes is requested again after 5 s', () => {
    sendPending(12);
    rig.clock.increment(700);
    expectChangeAt(rig, 5000);
    rig.clock.increment(700);
    expect(askCount()).toBe(2);
  });

  it('an answer to another request restarts the wait', () => {
    sendPending(12);
    rig.clock.increment(600);
    sendPending(11);
    rig.clock.increment(600);
    expect([value(), askCount()]).toEqual(['waiting', 0]);
  });
});
