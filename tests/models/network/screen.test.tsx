import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { OfflineBar } from '../../../src/app/shell/OfflineBar.tsx';
import { createRig } from '../support/rig.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { LATER, network } from './cases.ts';

const stage = async (actor: unknown) => ({
  ...(await createStage()),
  network: actor as ReturnType<typeof createActor<typeof network.machine>>,
});

describeScreen({
  of: network,
  mount: async () => {
    const rig = createRig(network.machine, undefined);
    rig.actor.start();
    const app = await stage(rig.actor);
    const { unmount } = render(
      <Stage app={app}>
        <OfflineBar />
      </Stage>,
    );
    return {
      snapshot: () => rig.actor.getSnapshot(),
      walked: rig.walked,
      perform: async (event) => void (await rig.perform(event)),
      unmount,
    };
  },
  gestures: {
    'figures.renew': () => void fireEvent.click(screen.getByRole('button', { name: 'Show current figures' })),
  },
  shows: (model) => {
    const bar = screen.getByRole('status').textContent;
    if (model.matches('connected')) expect(bar).toBe('');
    if (model.hasTag('offline')) expect(bar).toContain("Nothing can be sent until you're online again.");
    if (model.hasTag('offline') && model.context.asOf !== null) expect(bar).toMatch(/^Offline: figures as of Nov \d+, \d+:\d\d [AP]M\./);
    if (model.hasTag('outdated')) expect(bar).toMatch(/^You're online again. This page shows figures as of Nov \d+/);
  },
});

it('the bar stays in the page for screen readers, even when it is empty', async () => {
  const actor = createActor(network.machine).start();
  render(
    <Stage app={await stage(actor)}>
      <OfflineBar />
    </Stage>,
  );
  const bar = screen.getByRole('status');
  act(() => actor.send({ type: 'network.lost', at: LATER }));
  expect(screen.getByRole('status')).toBe(bar);
});
