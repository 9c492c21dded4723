import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import ChannelDesk from '../../../src/shared/channels/ChannelDesk.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { body, channelsCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/channels.ts', () => ({
  createChannels: () => ({
    list: () => stub.start('load', {}),
    add: (_scope: string, body: object) => stub.start('save', body),
    change: (id: string, body: object) => stub.start('save', { id, body }),
    test: (id: string) => stub.start('save', id),
    remove: (id: string) => stub.start('save', id),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => stub.discards }));
beforeAll(async () => void (await import('../../../src/shared/channels/ChannelDialog.tsx')));

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
describeScreen({
  of: {
    ...channelsCases,
    cases: {
      ...channelsCases.cases,
      'xstate.error.actor.confirm': [],
      'error.dismiss': ({ context: { error } }) => (error === null ? [] : [{}]),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    stub.discards = true;
    return mountDesk({ machine: channelsCases.machine, features: ['channels'], jobs, children: <ChannelDesk scope="company" /> });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'form.open': async ({ form }) => {
      await press(form.edited ? 'Edit Events' : 'Add channel');
      // The form never contains the address.
      expect(screen.getByLabelText('Webhook address')).toHaveProperty('value', '');
    },
    'step.submit': async ({ step }) => {
      if (step.kind === 'test') return press('Send a test to Events');
      if (step.kind === 'remove') return press('Delete Events');
      await typeName(body.name);
      fireEvent.input(screen.getByLabelText('Webhook address'), { target: { value: body.address } });
      await check(true);
      await press('Save');
      await settle();
    },
    'form.close': async () => {
      // Declining the confirmation keeps the form open.
      await typeName('Other');
      stub.discards = false;
      await press('Cancel');
      expect(screen.queryByRole('dialog')).not.toBeNull();
      stub.discards = true;
      await press('Cancel');
    },
  },
  shows: (model) => {
    const { content, form, error } = model.context;
    expect(screen.queryByRole('dialog', { name: /Slack channel/ }) !== null).toBe(form !== null);
    expect(screen.queryAllByText('hooks.slack.com/…WXYZ')).toHaveLength(content?.length ?? 0);
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    for (const button of screen.queryAllByRole('button', { name: /^(Send a test|Edit|Delete) / }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    ...channelsCases.unreachable,
    'channels.confirming --xstate.error.actor.confirm[0]--> channels.shown': 'the question is our own dialog, which always answers',
  },
});
