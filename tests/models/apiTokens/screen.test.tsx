import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import ApiTokenDesk from '../../../src/shared/tokens/ApiTokenDesk.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { apiTokensCases, body } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/apiTokens.ts', () => ({
  createApiTokens: () => ({
    list: async () => ((await stub.start('load', {})) as { tokens: unknown }).tokens,
    create: (input: object) => stub.start('save', input),
    revoke: (id: string) => stub.start('save', id),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => stub.discards }));
beforeAll(async () => void (await import('../../../src/shared/tokens/ApiTokenDialog.tsx')));

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
  await settle();
};

describeScreen({
  of: {
    ...apiTokensCases,
    cases: {
      ...apiTokensCases.cases,
      'xstate.error.actor.confirm': [],
      'error.dismiss': ({ context: { error } }) => (error === null ? [] : [{}]),
      // A reload is offered only after a failed load and next to a new token.
      'desk.reload': ({ value, context: { content } }) => (value === 'failed' || (value === 'shown' && content?.issued) ? [{}] : []),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    stub.discards = true;
    return mountDesk({ machine: apiTokensCases.machine, features: ['api-tokens'], jobs, children: <ApiTokenDesk owners="own" /> });
  },
  gestures: {
    'desk.reload': async () => {
      if (screen.queryByRole('button', { name: 'Try again' })) return press('Try again');
      // Declining the confirmation keeps the token on the screen.
      stub.discards = false;
      await press('Done');
      expect(screen.getByLabelText('Token')).toHaveProperty('value', 'qb_secret');
      stub.discards = true;
      await press('Done');
    },
    'error.dismiss': () => press('Dismiss'),
    'form.open': () => press('Create token'),
    'step.submit': async ({ step }) => {
      if (step.kind === 'revoke') return press('Revoke Payroll');
      await type('Name', body.name);
      const box = screen.getByRole('checkbox', { name: /^Read pay/ });
      if (!(box as HTMLInputElement).checked) fireEvent.click(box);
      await type('Your password', body.current_password);
      await press('Create');
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
    expect(screen.queryByRole('dialog', { name: 'Create API token' }) !== null).toBe(form !== null);
    expect(screen.queryByLabelText('Token') !== null).toBe(content !== null && content.issued !== null);
    expect(screen.queryAllByText('qb_Ab12…')).toHaveLength(content?.tokens.length ?? 0);
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    for (const button of screen.queryAllByRole('button', { name: /^Revoke / }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    ...apiTokensCases.unreachable,
    'apiTokens.shown --step.submit[1]--> apiTokens.saving': 'every step from a shown list is a revocation, which is confirmed first',
    'apiTokens.confirming --xstate.error.actor.confirm[0]--> apiTokens.shown': 'the question is our own dialog, which always answers',
    'apiTokens.asking --desk.reload[0]--> apiTokens.rereading': 'nothing loads the list again while its form is open',
  },
});
