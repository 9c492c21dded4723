import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import SecurityTab from '../../../src/screens/systemSettings/security/SecurityTab.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { securitySettingsCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/secondFactor.ts', () => ({
  createSecondFactor: () => ({ security: () => stub.start('load', {}), saveSecurity: (body: object) => stub.start('save', body) }),
}));
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...securitySettingsCases,
    cases: {
      ...securitySettingsCases.cases,
      // Without a change there is nothing to save.
      'step.submit': ({ context: { content } }) =>
        content?.payout_limit === 5000 ? [{ step: { kind: 'save', settings: { ...content, payout_limit: 2500.5 } } }] : [],
      'xstate.done.actor.save': ({ context: { step } }) => (step ? [{ output: step.settings }] : []),
      'error.dismiss': ({ context: { error, fields } }) => (error === null || fields.payout_limit ? [] : [{}]),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    return mountDesk({ machine: securitySettingsCases.machine, features: ['second-factor'], jobs, children: <SecurityTab /> });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'step.submit': async ({ step }) => {
      fireEvent.input(screen.getByLabelText('Ask again before a payout above'), { target: { value: String(step.settings.payout_limit) } });
      await settle();
      await press('Save');
      await settle();
    },
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryByLabelText('Administrator') !== null).toBe(content !== null);
    if (content) expect(screen.getByLabelText('Administrator')).toHaveProperty('checked', true);
    if (error !== null) expect(screen.getAllByText(error).length).toBeGreaterThan(0);
  },
  unreachable: securitySettingsCases.unreachable ?? {},
});
