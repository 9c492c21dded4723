import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { FactorContent } from '../../../src/machines/session/secondFactor.machine.ts';
import SecondFactorCard from '../../../src/shared/secondFactor/SecondFactorCard.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { begun, codes, secondFactorCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/secondFactor.ts', () => {
  const save = async (kind: string, overrides: object = {}) =>
    (await stub.start('save', { kind, ...overrides })) as Record<string, unknown>;
  return {
    createSecondFactor: () => ({
      state: async () => ((await stub.start('load')) as { state: unknown }).state,
      begin: async (password: string) => (await save('begin', { password })).begun,
      enable: async (code: string) => ({ recovery_codes: (await save('enable', { code })).codes }),
      renewCodes: async () => ({ recovery_codes: (await save('renewCodes')).codes }),
      disable: () => save('disable'),
      addPasskey: (name: string) => save('addPasskey', { name }),
      removePasskey: (id: string) => save('removePasskey', { id }),
    }),
  };
});
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => stub.discards }));
beforeAll(async () => void (await import('../../../src/shared/secondFactor/PasskeyDialog.tsx')));

/** The part of the screen that takes input: a dialog, if one is open. */
const inputArea = () => within(screen.queryByRole('dialog') ?? document.body);
const press = async (name: string): Promise<void> => {
  fireEvent.click(inputArea().getByRole('button', { name }));
  await settle();
};
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.input(inputArea().getByLabelText(label), { target: { value } });
  await settle();
};
const hasDialog = (content: FactorContent | null): boolean => content?.begun != null || content?.codes != null;
let jobs: ReturnType<typeof createJobs>;

describeScreen({
  of: {
    ...secondFactorCases,
    cases: {
      ...secondFactorCases.cases,
      'form.open': ({ value, context: { content } }) =>
        value === 'shown' && !hasDialog(content) ? [{ form: { kind: content?.state.since ? 'passkey' : 'setUp' } }] : [],
      'xstate.error.actor.confirm': [],
      'error.dismiss': ({ value, context: { error, content } }) => (value === 'shown' && error !== null && !hasDialog(content) ? [{}] : []),
      'desk.reload': ({ value, context: { content } }) => (value === 'failed' || (value === 'shown' && hasDialog(content)) ? [{}] : []),
    },
  },
  mount: async () => {
    jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    stub.discards = true;
    return mountDesk({ machine: secondFactorCases.machine, features: ['second-factor'], jobs, children: <SecondFactorCard /> });
  },
  gestures: {
    'desk.reload': async () => {
      if (screen.queryByRole('button', { name: 'Try again' })) return press('Try again');
      if (!screen.queryByRole('button', { name: 'I saved them' })) return press('Cancel');
      // Declining the confirmation keeps the codes on the screen.
      stub.discards = false;
      await press('Close');
      expect(screen.getByText(codes[0] ?? '')).toBeTruthy();
      stub.discards = true;
      await press('I saved them');
    },
    'error.dismiss': () => press('Dismiss'),
    'form.open': ({ form }) => press(form.kind === 'passkey' ? 'Add a passkey' : 'Set up'),
    'form.close': () => press('Cancel'),
    'step.submit': async ({ step }) => {
      if (step.kind === 'renewCodes') return press('New recovery codes');
      if (step.kind === 'disable') return press('Turn off');
      if (step.kind === 'removePasskey') return press('Remove the passkey Laptop');
      if (step.kind === 'begin') await type('Current password', step.password);
      else if (step.kind === 'enable') await type('Code', step.code);
      else await type('Name', step.name);
      await press({ begin: 'Continue', enable: 'Turn on', addPasskey: 'Add a passkey' }[step.kind as 'begin' | 'enable' | 'addPasskey']);
      await settle();
      expect(jobs.calls.at(-1)).toEqual({ id: 'save', input: step });
    },
  },
  shows: (model) => {
    const { content, form, error } = model.context;
    const title = content?.codes
      ? 'Save your recovery codes'
      : content?.begun || form?.kind === 'setUp'
        ? 'Set up a second factor'
        : form && 'Add a passkey';
    expect(screen.queryAllByRole('dialog')).toHaveLength(title ? 1 : 0);
    if (title) expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    // Secrets are on the page only while the user needs them.
    expect(screen.queryAllByText(codes[0] ?? '')).toHaveLength(content?.codes ? 1 : 0);
    expect(screen.queryAllByDisplayValue(begun.secret)).toHaveLength(content?.begun && !content.codes ? 1 : 0);
    if (error !== null) expect(document.body.textContent).toContain(error);
    for (const button of screen.queryAllByRole('button', { name: /^(New recovery codes|Turn off|Remove the passkey .*)$/ }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    ...secondFactorCases.unreachable,
    'secondFactor.confirming --xstate.error.actor.confirm[0]--> secondFactor.shown': 'the question is our own dialog, which always answers',
    'secondFactor.asking --desk.reload[0]--> secondFactor.rereading': 'nothing loads the state again while a form is open',
  },
});
