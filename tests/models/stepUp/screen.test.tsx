import { act, fireEvent, render, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import type { FactorMethod, FactorReply } from '../../../contract/rules/session/factorMethods.ts';
import type { App } from '../../../src/app/compose.ts';
import { stepUpMachine } from '../../../src/machines/session/stepUp.machine.ts';
import StepUpDialog from '../../../src/shared/secondFactor/StepUpDialog.tsx';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { stepUp as cases, methods } from './cases.ts';

let stepUp: App['stepUp'];
let jobs: ReturnType<typeof createJobs>;
const start = (inspect?: (inspected: InspectionEvent) => void): void => {
  jobs = createJobs();
  const actors = {
    loadMethods: fromPromise(() => jobs.start<readonly FactorMethod[]>('loadMethods')),
    confirmFactor: fromPromise(({ input }: { input: FactorReply }) => jobs.start<void>('confirmFactor', input)),
  };
  stepUp = createActor(stepUpMachine.provide({ actors }), inspect ? { inspect } : {}).start();
};

/** Shows the dialog as the app's frame does. */
function Host() {
  return useSelector(stepUp, (snapshot) => snapshot.hasTag('open')) && <StepUpDialog />;
}
const screenOf = async () => (
  <Stage app={{ ...(await createStage({ features: ['second-factor'] })), stepUp }}>
    <Host />
  </Stage>
);

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
  await settle();
};

describeScreen({
  of: cases,
  mount: async () => {
    const observer = createObserver(cases.machine);
    start(observer.inspect);
    const mounted = await mountScreen(observer, jobs, await screenOf());
    return {
      ...mounted,
      perform: async (event) => (event.type === 'factor.ask' ? stepUp.send({ type: 'factor.ask' }) : mounted.perform(event)),
    };
  },
  gestures: {
    'code.submit': async ({ reply }) => {
      await type('Code', reply.typed);
      await press('Confirm');
      expect(jobs.calls.at(-1)).toEqual({ id: 'confirmFactor', input: reply });
    },
    // Until the dialog is open, only signing out cancels.
    'code.cancel': async () => {
      if (screen.queryByRole('dialog')) await press('Cancel');
      else act(() => stepUp.send({ type: 'code.cancel' }));
    },
  },
  shows: (model) => {
    const isOpen = model.hasTag('open');
    expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' }) !== null).toBe(isOpen);
    if (!isOpen) return;
    const { error, methods: offered } = model.context;
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(error === null ? null : expect.stringContaining(error));
    expect(screen.queryByRole('button', { name: 'Use a passkey' }) !== null).toBe(offered.includes('passkey'));
    expect(screen.queryByRole('button', { name: 'Checking…' }) !== null).toBe(model.matches('confirming'));
    expect(screen.getByLabelText('Code')).toHaveProperty('readOnly', model.matches('confirming'));
  },
});

it('decisions 4.16: accepts a recovery code or a passkey instead, and refuses an invalid code without asking the server', async () => {
  start();
  render(await screenOf());
  act(() => stepUp.send({ type: 'factor.ask' }));
  await act(async () => void (await jobs.settle({ type: 'xstate.done.actor.loadMethods', output: methods })));
  await type('Code', '12345');
  await press('Confirm');
  expect(screen.getByText('Enter the six digits of your authenticator app')).toBeTruthy();
  expect(jobs.calls).toHaveLength(1);

  await press('Use a recovery code');
  await type('Recovery code', ' aaaa-bbbb ');
  await press('Confirm');
  expect(jobs.calls.at(-1)?.input).toEqual({ kind: 'recovery_code', typed: 'aaaa-bbbb' });
  const error = { status: 422, data: { message: 'This recovery code is not right, or was used already.' } };
  await act(async () => void (await jobs.settle({ type: 'xstate.error.actor.confirmFactor', error })));
  expect(screen.getByLabelText('Recovery code')).toHaveProperty('value', ' aaaa-bbbb ');

  await press('Use a passkey');
  expect(jobs.calls.at(-1)?.input).toEqual({ kind: 'passkey' });
  await act(async () => void (await jobs.settle({ type: 'xstate.done.actor.confirmFactor' })));
  expect(screen.queryByRole('dialog')).toBeNull();
});
