import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import ChannelDesk from '../../../src/shared/channels/ChannelDesk.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { channelsCases } from './cases.ts';

const outside = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/channels.ts', () => ({
  createChannels: () => ({
    list: () => outside.start('loadChannels', {}),
    add: (_scope: string, body: object) => outside.start('saveChannel', body),
    change: (id: string, body: object) => outside.start('saveChannel', { id, body }),
    test: (id: string) => outside.start('testChannel', id),
    remove: (id: string) => outside.start('removeChannel', id),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => outside.discards }));
beforeAll(async () => void (await import('../../../src/shared/channels/ChannelDialog.tsx')));

let app: App;
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const typeName = async (value: string): Promise<void> => {
  fireEvent.input(screen.getByLabelText('Name'), { target: { value } });
  await settle();
};
const check = async (isChecked: boolean): Promise<void> => {
  for (const name of ['Administrator', 'Events that need attention']) {
    const box = screen.getByRole('checkbox', { name });
    if ((box as HTMLInputElement).checked !== isChecked) fireEvent.click(box);
    await settle();
  }
};
/** Fills in what the form began with. */
const restore = async (): Promise<void> => {
  const isEdited = screen.getByRole('dialog').textContent?.includes('Edit Slack channel') === true;
  await typeName(isEdited ? 'Events' : '');
  fireEvent.input(screen.getByLabelText('Webhook address'), { target: { value: '' } });
  await check(isEdited);
};

describeScreen({
  of: {
    ...channelsCases,
    cases: {
      ...channelsCases.cases,
      'xstate.error.actor.askRemove': [],
      'error.dismiss': ({ context }) => (context.error === null ? [] : [{}]),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    outside.start = (id, input) => jobs.start(id, input);
    outside.discards = true;
    const observer = createObserver(channelsCases.machine);
    app = await createStage({ inspect: observer.inspect, features: ['channels'] });
    await act(async () => {
      render(
        <Stage app={app}>
          <ChannelDesk scope="company" />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type === 'xstate.done.actor.askRemove')
          app.confirmation.send(event.output ? { type: 'question.accept', reason: '' } : { type: 'question.reject' });
        else await jobs.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'channels.retry': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'channel.add': () => press('Add channel'),
    'channel.change': async () => {
      await press('Edit Events');
      // The form never has the address.
      expect(screen.getByLabelText('Webhook address')).toHaveProperty('value', '');
    },
    'channel.test': () => press('Send a test to Events'),
    'channel.remove': () => press('Delete Events'),
    'form.submit': async () => {
      await typeName('Operations');
      fireEvent.input(screen.getByLabelText('Webhook address'), { target: { value: 'https://hooks.slack.com/services/T1/B1/x' } });
      await check(true);
      await press('Save');
      await settle();
    },
    'close.ask': async ({ dirty }) => {
      outside.discards = false;
      await restore();
      if (dirty) await typeName('Other');
      await press('Cancel');
      if (dirty) await restore();
    },
    'close.confirmed': async () => {
      outside.discards = true;
      await typeName('Other');
      await press('Cancel');
    },
  },
  shows: (model) => {
    const { channels, error } = model.context;
    expect(screen.queryByRole('dialog', { name: /Slack channel/ }) !== null).toBe(model.hasTag('form'));
    expect(screen.queryAllByText('hooks.slack.com/…WXYZ')).toHaveLength(channels.length);
    if (error !== null && !model.hasTag('form'))
      expect(screen.getAllByRole('alert').some((each) => each.textContent?.includes(error))).toBe(true);
    for (const button of screen.queryAllByRole('button', { name: /^(Send a test|Edit|Delete) / }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    'channels.asking --xstate.error.actor.askRemove[0]--> channels.shown': 'the question is our own dialog, which always answers',
  },
});
