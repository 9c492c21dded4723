import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import WebhookLogDialog from '../../../src/screens/systemSettings/webhooks/WebhookLogDialog.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { webhook } from '../webhooks/cases.ts';
import { webhookLogCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/webhooks.ts', () => ({
  createWebhooks: () => ({
    listDeliveries: async (_id: string, cursor: string | null) => {
      if (cursor !== null) return stub.start('save', cursor);
      const { deliveries, cursor: next } = (await stub.start('load', {})) as { deliveries: unknown; cursor: string | null };
      return { data: deliveries, pagination: { cursor: next } };
    },
    replay: (_id: string, delivery: string) => stub.start('save', delivery),
  }),
}));

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...webhookLogCases,
    cases: { ...webhookLogCases.cases, 'error.dismiss': ({ context: { error } }) => (error === null ? [] : [{}]) },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    const children = <WebhookLogDialog webhook={webhook} onClose={() => {}} />;
    return mountDesk({ machine: webhookLogCases.machine, features: ['webhooks'], jobs, children });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'step.submit': ({ step }) => press(step.kind === 'more' ? 'Show earlier' : `Send ${step.delivery.id} again`),
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryAllByText(/^msg_\d+$/)).toHaveLength(content?.deliveries.length ?? 0);
    expect(screen.queryByRole('button', { name: 'Show earlier' }) !== null).toBe((content?.cursor ?? null) !== null);
    expect(screen.queryByRole('button', { name: 'Send msg_8 again' })).toBeNull();
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
  },
  unreachable: webhookLogCases.unreachable,
});
