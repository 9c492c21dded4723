import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { CompanyLogo } from '../../../src/screens/systemSettings/parts/CompanyLogo.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { companyLogoCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/logo.ts', () => ({
  createLogo: () => ({
    read: () => stub.start('load', {}),
    save: () => stub.start('save', {}),
    remove: () => stub.start('save', {}),
  }),
}));

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...companyLogoCases,
    cases: {
      ...companyLogoCases.cases,
      'xstate.error.actor.confirm': [],
      'step.submit': ({ context: { content } }) => [
        { step: { kind: 'replace' as const } },
        ...(content?.address ? [{ step: { kind: 'remove' as const } }] : []),
      ],
      'error.dismiss': ({ context: { error } }) => (error === null ? [] : [{}]),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    return mountDesk({ machine: companyLogoCases.machine, features: ['logo'], jobs, children: <CompanyLogo /> });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'step.submit': async ({ step }) => {
      if (step.kind === 'remove') return press('Remove');
      fireEvent.change(screen.getByLabelText('Choose a picture', { selector: 'input' }), {
        target: { files: [new File(['x'], 'logo.png')] },
      });
      await settle();
    },
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryByRole('img')?.getAttribute('src') ?? '').toBe(content?.address ?? '');
    if (error !== null) expect(screen.getAllByText(error).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Remove' }) !== null).toBe(Boolean(content?.address));
  },
  unreachable: {
    ...companyLogoCases.unreachable,
    'companyLogo.confirming --xstate.error.actor.confirm[0]--> companyLogo.shown': 'the question is our own dialog, which always answers',
  },
});
