import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { LiveChange } from '../../../contract/entities/live.ts';
import type { App } from '../../../src/app/compose.ts';
import { ApprovalsBadge } from '../../../src/app/shell/ApprovalsBadge.tsx';
import { useNotifications } from '../../../src/app/shell/useNotifications.ts';
import { liveMachine } from '../../../src/machines/live/live.machine.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const noChange: LiveChange = { at: 'here', events: [], notices: false, approvals: false };

function Bell() {
  return <p>{useNotifications().label}</p>;
}

/** A stage with a stream that the test controls, and counts that increase with each call. */
const listening = async () => {
  let sendChange = (_: LiveChange): void => {};
  const live = createActor(
    liveMachine.provide({
      actors: {
        readStream: fromCallback(({ sendBack }) => {
          sendChange = (change) => sendBack({ type: 'change.heard', change });
        }),
      },
    }),
  ).start();
  live.send({ type: 'session.began' });
  const requests: string[] = [];
  const http = async (path: string) => {
    requests.push(path.replace('/api/v1/', ''));
    return { count: requests.length };
  };
  const stage = await createStage({ features: ['notifications-count', 'approvals'] });
  const app = { ...stage, live, http, getService: (createService: (own: unknown) => unknown) => createService(http) } as unknown as App;
  return { app, asked: requests, say: (change: Partial<LiveChange>) => act(async () => sendChange({ ...noChange, ...change })) };
};

it('decisions 6.05, 5.01: the bell counts again when a notice arrives, and only then', async () => {
  const { app, asked: requests, say: sendChange } = await listening();
  render(
    <Stage app={app}>
      <Bell />
    </Stage>,
  );
  await screen.findByText(/1/);
  await sendChange({ approvals: true });
  expect(requests).toHaveLength(1);
  await sendChange({ notices: true });
  await screen.findByText(/2/);
});

it('decisions 6.05, 2.10: the badge counts again when an approval is requested or decided, and only then', async () => {
  const { app, asked: requests, say: sendChange } = await listening();
  render(
    <Stage app={app}>
      <ApprovalsBadge />
    </Stage>,
  );
  await screen.findByText('1');
  await sendChange({ notices: true });
  expect(requests).toHaveLength(1);
  await sendChange({ approvals: true });
  await waitFor(() => screen.getByText('2'));
});
