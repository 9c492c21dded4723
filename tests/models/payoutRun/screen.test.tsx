import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { payoutRunStateBadges } from '../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { RunQuestion } from '../../../src/machines/payouts/payoutRun.machine.ts';
import RunPage from '../../../src/screens/payments/runs/RunPage.tsx';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { change, closing, failing, payoutRun, refused } from './cases.ts';

const text = messages.payoutRuns;
const outside = vi.hoisted(() => ({
  asked: '',
  start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject(),
}));
vi.mock('../../../src/services/payoutRuns.ts', () => ({
  createPayoutRuns: () => ({
    one: (id: string) => outside.start('loadRun', { id }),
    step: ({ version }: PayoutRun, kind: string) => outside.start('saveStep', { kind, version }),
    complete: () => outside.start('saveStep', { kind: 'complete' }),
    close: ({ version }: PayoutRun, reason: string) => outside.start('saveStep', { kind: 'close', version, reason }),
    change: ({ version }: PayoutRun, userId: string, body: object) =>
      outside.start('saveStep', { kind: 'change', version, userId, ...body }),
  }),
}));
vi.mock('../../../src/services/payments.ts', () => ({
  createPayments: () => ({
    step: (known: object, step: string, more: object) => outside.start('saveStep', { kind: step, known, ...more }),
  }),
}));

// decisions 2.16: the approval of a whole run is asked about, with what it comes to; here everybody says yes.
vi.mock('../../../src/app/context.ts', async (original) => {
  const ask = async ({ text: question }: { text: string }) => {
    outside.asked = question;
    return true;
  };
  return { ...(await original<object>()), useConfirm: () => ask };
});

let jobs: ReturnType<typeof createJobs>;
const button = (name: string, where: HTMLElement = document.body) =>
  within(where).queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));
const write = (label: string, value: string) => act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const said = (): unknown => jobs.calls.at(-1)?.input;
const name = 'Sam Seller';
const wordOf = ({ about }: RunQuestion): string =>
  about === 'close'
    ? 'Complete without the failed payments'
    : fill(text.actOn, { action: about === 'change' ? text.actions.change : text.personActions[about], name });
/** look.md: buttons are verbs, of what they do. */
const verbs = { change: 'Save', fail: 'Mark as failed', reverse: 'Reverse', close: 'Complete' } as const;
const steps = { change, fail: failing, reverse: failing, close: closing } as const;

describeScreen({
  of: {
    ...payoutRun,
    cases: {
      ...payoutRun.cases,
      // Only what stands on the page is pressed.
      'run.retry': ({ context: { run, error, fields } }) =>
        error !== null && (run === null || Object.keys(fields).length === 0) ? [{}] : [],
      'error.dismiss': ({ context: { run, error } }) => (run !== null && error !== null ? [{}] : []),
      'run.step': ({ context: { run } }) =>
        (['approve', 'complete'] as const).filter((kind) => run?.actions.includes(kind)).map((kind) => ({ step: { kind } })),
      'question.open': ({ context: { run } }) => [
        ...(run?.actions.includes('change') ? [{ question: { userId: '7', about: 'change' as const } }] : []),
        ...(run?.data[0]?.actions.includes('fail') ? [{ question: { userId: '7', about: 'fail' as const } }] : []),
        ...(run?.actions.includes('close') ? [{ question: { about: 'close' as const } }] : []),
      ],
      'question.answer': ({ context: { question } }) => (question ? [{ step: steps[question.about] }] : []),
      'xstate.error.actor.saveStep': ({ context: { question } }) => [{ error: question?.about === 'change' ? refused : {} }],
    },
  },
  mount: async ({ id }) => {
    jobs = createJobs();
    outside.start = jobs.start;
    const observer = createObserver(payoutRun.machine);
    const app = await createStage({ features: ['payments', 'payouts'], inspect: observer.inspect, user: { ...user, role: 'finance' } });
    render(
      <Stage app={app}>
        <RunPage id={id} />
      </Stage>,
    );
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => void (await jobs.settle(event)),
    };
  },
  gestures: {
    'run.retry': () => press('Try again', screen.queryByRole('dialog') ?? document.body),
    'error.dismiss': () => press('Dismiss'),
    'run.step': async ({ step }) => {
      outside.asked = '';
      await press(text.actions[step.kind as 'approve']);
      expect(outside.asked).toBe(
        step.kind === 'approve'
          ? 'Approve the payout run of October 2026? It pays $6,500.00 on Nov 30, 2026, and each payment in it (1) is approved with it.'
          : '',
      );
    },
    'question.open': ({ question }) => press(wordOf(question)),
    'question.close': () => press(messages.cancel),
    'question.answer': async ({ step }) => {
      if (step.kind === 'change') await write(text.amount, step.amount);
      await write(text.reason, step.reason);
      await press(step.kind === 'person' ? verbs[step.step as 'fail'] : verbs[step.kind as 'change'], screen.getByRole('dialog'));
      if (step.kind === 'close') return expect(said()).toEqual({ kind: 'close', version: 3, reason: 'Paid by hand' });
      const known = { id: 'po-9', version: 1 };
      if (step.kind === 'change') expect(said()).toEqual({ ...change, version: 1 });
      else expect(said()).toEqual({ kind: 'fail', known, reason: failing.reason });
    },
  },
  shows: (model) => {
    const { run, question, error, fields } = model.context as {
      run: PayoutRun | null;
      question: RunQuestion | null;
      error: string | null;
      fields: Readonly<Record<string, string>>;
    };
    if (error !== null && Object.keys(fields).length === 0)
      expect(screen.getAllByRole('alert').some((each) => each.textContent?.includes(error))).toBe(true);
    if (!run) {
      expect(button('Try again') !== null).toBe(model.matches('failed'));
      return;
    }
    const busy = model.hasTag('busy') || model.matches('failed');
    const page = screen.getByRole('heading', { level: 1 });
    expect(page.textContent).toBe(`Payout run October 2026 ${payoutRunStateBadges[run.status].label}`);
    for (const action of ['approve', 'complete', 'cancel', 'close'] as const) {
      expect(button(text.actions[action]) !== null).toBe(run.actions.includes(action));
      if (run.actions.includes(action)) expect(button(text.actions[action])).toHaveProperty('disabled', busy);
    }
    // decisions 2.16: the payroll file once it is approved.
    expect(button(text.actions.payroll) !== null).toBe(run.status === 'approved' || run.status === 'completed');
    expect(screen.queryByText(text.nobodyPaid) !== null).toBe(run.data.length === 0);
    // The question stands until it was answered, with what was typed.
    const dialog = screen.queryByRole('dialog');
    expect(dialog !== null).toBe(question !== null && (model.matches('asking') || model.matches('saving') || model.matches('rereading')));
    if (!dialog) return;
    if (question?.about === 'close')
      expect(dialog.textContent).toContain(
        'Sam Seller will not be paid by this run. A failed payment can still be retried, which opens the run again.',
      );
    const verb = question && button(verbs[question.about], dialog);
    expect(verb === null || verb.disabled).toBe(busy);
    const reason = screen.getByLabelText(text.reason) as HTMLTextAreaElement;
    if (busy || error !== null) expect(reason.value).toBe(question && steps[question.about].reason);
    if (fields.reason) expect(dialog.textContent).toContain(fields.reason);
  },
});
