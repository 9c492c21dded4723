import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { archived, draft, planDrafts, published } from './cases.ts';

describeDesk({
  ...planDrafts,
  holds: ({ rig }) => {
    // A published draft stays as it is.
    for (const { id, input } of rig.calls)
      if (id === 'save') expect(input).not.toMatchObject({ step: { kind: 'archive', draft: { state: 'published' } } });
  },
});

describe('decisions 2.36: the list of drafts', () => {
  it('a new draft comes first, and a renamed one keeps its place', async () => {
    const rig = createRig(planDrafts.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', [draft, archived]);
    rig.actor.send({ type: 'step.submit', step: { kind: 'add', draft: published, name: 'Copy' } });
    await rig.resolve('save', { ...draft, id: '8', name: 'Copy' });
    rig.actor.send({ type: 'step.submit', step: { kind: 'rename', draft, name: 'Renamed' } });
    await rig.resolve('save', { ...draft, name: 'Renamed' });
    expect(rig.actor.getSnapshot().context.content?.map(({ name }: { name: string }) => name)).toEqual(['Copy', 'Renamed', 'Old idea']);
  });
});
