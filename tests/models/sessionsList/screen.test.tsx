import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { PrivacyTab } from '../../../src/screens/settings/parts/PrivacyTab.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { sessionsList } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/ownSessions.ts', () => ({
  createOwnSessions: () => ({
    list: () => jobs.current.start('load'),
    end: (id: string) => jobs.current.start('save', id),
    endOthers: () => jobs.current.start('save'),
  }),
}));
vi.mock('../../../src/app/context.ts', async (original) => {
  const ask = ({ title }: { title: string }) => jobs.current.start('confirm', title);
  return { ...(await original<object>()), useConfirm: () => ask };
});

const devices: Readonly<Record<string, string>> = { '2': 'Safari on iPhone, network unknown', '3': 'Firefox on Windows, network unknown' };

describeScreen({
  // The current session has no button.
  of: {
    ...sessionsList,
    cases: { ...sessionsList.cases, 'step.submit': [{ step: { kind: 'end', id: '2' } }, { step: { kind: 'endOthers' } }] },
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(sessionsList.machine);
    const app = await createStage({ features: ['sessions'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <PrivacyTab />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'step.submit': ({ step: { kind, id } }) => {
      const name = kind === 'end' ? `Sign out there: ${devices[id as string]}` : 'Sign out everywhere else';
      fireEvent.click(screen.getByRole('button', { name }));
    },
    'desk.reload': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    const { content, error } = model.context;
    const sessions = content ?? [];
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(error === null ? null : expect.stringContaining(error));
    // spec 2.63, decisions 4.04: device, network, and which session is this one.
    if (sessions.length > 0) {
      expect(screen.getAllByText('This device')).toHaveLength(1);
      expect(screen.getByText('Chrome on Linux, 203.0.113.0/24')).toBeTruthy();
    }
    const ends = screen.queryAllByRole('button', { name: /^Sign out there/ });
    expect(ends).toHaveLength(Math.max(0, sessions.length - 1));
    for (const end of ends) expect(end).toHaveProperty('disabled', !model.matches('shown'));
    expect(screen.getByRole('button', { name: 'Sign out everywhere else' })).toHaveProperty(
      'disabled',
      !(model.matches('shown') && sessions.length > 1),
    );
    if (model.matches('confirming')) expect(jobs.current.calls.at(-1)?.input).toBe('Sign out all your other sessions?');
  },
});
