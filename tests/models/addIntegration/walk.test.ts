import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { addIntegration } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...addIntegration,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('saveForm')).toBe(snapshot.matches('saving'));
      // The token is removed from memory after its call.
      expect(snapshot.context.form !== null).toBe(snapshot.matches('saving'));
    },
  },
  table,
  ignored,
);

describe('messages of a refused form', () => {
  const refused = async (error: unknown) => {
    const rig = createRig(addIntegration.machine, { kind: 'mercury' });
    rig.actor.start();
    rig.actor.send({ type: 'form.open' });
    rig.actor.send({ type: 'form.submit', form: {} });
    await rig.reject('saveForm', error);
    return rig.actor.getSnapshot().context;
  };

  it('spec 8.09: a 400 shows the specified message, other errors the general one; the server’s own comes first', async () => {
    expect((await refused({ status: 400 })).error).toBe('Token or name is invalid, or name already exists');
    expect((await refused({ status: 500 })).error).toBe('Failed to create Mercury integration');
    const refusal = { status: 400, data: { message: 'An integration with this name already exists', errors: { name: 'taken' } } };
    expect(await refused(refusal)).toMatchObject({ error: 'An integration with this name already exists', fields: { name: 'taken' } });
  });
});
