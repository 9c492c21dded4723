import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { imports } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(imports, table, ignored);

it('adds an uploaded file to the list and opens it', () => {
  const rig = createRig(imports.machine, { opening: {} }, imports.rig);
  rig.actor.start();
  rig.actor.send({ type: 'upload.open' });
  rig.actor.send({ type: 'upload.ended', id: '12' });
  expect(rig.heard.map(({ event }) => event)).toEqual([{ type: 'list.reload' }, { type: 'row.open', opened: { id: '12', pane: '' } }]);
});
