import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { askForLink } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  { ...askForLink, holds: ({ snapshot, rig }) => expect(rig.jobs.size).toBe(snapshot.matches('sending') ? 1 : 0) },
  table,
  ignored,
);

it('requests a link for the address, and may try again after a failure', async () => {
  const rig = createRig(askForLink.machine, undefined);
  rig.actor.start();
  rig.actor.send({ type: 'link.ask', email: 'sam@demo.test' });
  await rig.reject('askForLink', { status: 500 });
  expect(rig.actor.getSnapshot().context.error).toBe('The link could not be sent');
  rig.actor.send({ type: 'link.ask', email: 'sam@demo.test' });
  expect(rig.calls.map(({ input }) => input)).toEqual([{ email: 'sam@demo.test' }, { email: 'sam@demo.test' }]);
  await rig.resolve('askForLink');
  expect(rig.actor.getSnapshot()).toMatchObject({ value: 'sent', context: { error: null } });
});
