import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { reports } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(reports, table, ignored);

it('decisions 2.18: reloads the list exactly every 2,000 ms, until nothing is being written', () => {
  const rig = createRig(reports.machine, { opening: {} }, reports.rig);
  rig.actor.start();
  const reloads = (): number => rig.heard.filter(({ event }) => event.type === 'list.reload').length;
  rig.clock.increment(60_000);
  expect(reloads()).toBe(0);
  rig.actor.send({ type: 'work.seen' });
  rig.clock.increment(1999);
  expect(reloads()).toBe(0);
  rig.clock.increment(1);
  expect(reloads()).toBe(1);
  // Showing the rows again doesn't postpone the next poll.
  rig.clock.increment(1500);
  rig.actor.send({ type: 'work.seen' });
  rig.clock.increment(500);
  expect(reloads()).toBe(2);
  rig.actor.send({ type: 'work.ended' });
  rig.clock.increment(60_000);
  expect(reloads()).toBe(2);
});

it('a requested report is added to the list', () => {
  const rig = createRig(reports.machine, { opening: {} }, reports.rig);
  rig.actor.start();
  rig.actor.send({ type: 'report.requested' });
  expect(rig.heard.map(({ event }) => event)).toEqual([{ type: 'list.reload' }]);
});
