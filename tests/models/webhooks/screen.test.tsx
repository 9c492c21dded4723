import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import WebhookDesk from '../../../src/screens/systemSettings/webhooks/WebhookDesk.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { body, webhooksCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/webhooks.ts', () => ({
  createWebhooks: () => ({
    list: async () => ((await stub.start('load', {})) as { webhooks: unknown }).webhooks,
    add: (input: object) => stub.start('save', input),
    change: (id: string, input: object) => stub.start('save', { id, input }),
    rotate: (id: string) => stub.start('save', id),
    test: (id: string) => stub.start('save', id),
    remove: (id: string) => stub.start('save', id),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => stub.discards }));
beforeAll(async () => void (await import('../../../src/screens/systemSettings/webhooks/WebhookDialog.tsx')));

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
  await settle();
};
const buttons = { test: 'Send a test to Ledger', rotate: 'Create a new secret for Ledger', remove: 'Delete Ledger' } as const;

describeScreen({
  of: {
    ...webhooksCases,
    cases: {
      ...webhooksCases.cases,
      'xstate.error.actor.confirm': [],
      'error.dismiss': ({ context: { error } }) => (error === null ? [] : [{}]),
      // A reload is offered only after a failed load and next to a new secret.
      'desk.reload': ({ value, context: { content } }) => (value === 'failed' || (value === 'shown' && content?.issued) ? [{}] : []),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    stub.discards = true;
    return mountDesk({ machine: webhooksCases.machine, features: ['webhooks'], jobs, children: <WebhookDesk /> });
  },
  gestures: {
    'desk.reload': async () => {
      if (screen.queryByRole('button', { name: 'Try again' })) return press('Try again');
      // Declining the confirmation keeps the secret on the screen.
      stub.discards = false;
      await press('Done');
      expect(screen.getByLabelText('Signing secret')).toHaveProperty('value', 'whsec_secret');
      stub.discards = true;
      await press('Done');
    },
    'error.dismiss': () => press('Dismiss'),
    'form.open': async ({ form }) => {
      await press(form.edited ? 'Edit Ledger' : 'Add webhook');
      // The form never contains the address.
      expect(screen.getByLabelText('Address')).toHaveProperty('value', '');
    },
    'step.submit': async ({ step }) => {
      if (step.kind !== 'save') return press(buttons[step.kind as keyof typeof buttons]);
      await type('Name', body.name);
      await type('Address', body.address);
      const box = screen.getByRole('checkbox', { name: 'Payout completed' });
      if (!(box as HTMLInputElement).checked) fireEvent.click(box);
      await press('Save');
      await settle();
    },
    'form.close': async () => {
      await type('Name', 'Other');
      stub.discards = false;
      await press('Cancel');
      expect(screen.queryByRole('dialog')).not.toBeNull();
      stub.discards = true;
      await press('Cancel');
    },
  },
  shows: (model) => {
    const { content, form, error } = model.context;
    expect(screen.queryByRole('dialog', { name: /^(Add|Edit) webhook$/ }) !== null).toBe(form !== null);
    expect(screen.queryByLabelText('Signing secret') !== null).toBe(content !== null && content.issued !== null);
    expect(screen.queryAllByText('ledger.example.com')).toHaveLength(content?.webhooks.length ?? 0);
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    for (const button of screen.queryAllByRole('button', { name: /^(Send a test|Edit|Delete) / }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    ...webhooksCases.unreachable,
    'webhooks.confirming --xstate.error.actor.confirm[0]--> webhooks.shown': 'the question is our own dialog, which always answers',
    'webhooks.asking --desk.reload[0]--> webhooks.rereading': 'nothing loads the list again while its form is open',
  },
});
