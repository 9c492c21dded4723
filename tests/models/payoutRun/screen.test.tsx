import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { payoutRunStateBadges } from '../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { PayoutRunAction, RunQuestion } from '../../../src/machines/payouts/payoutRun.machine.ts';
import RunPage from '../../../src/screens/payments/runs/RunPage.tsx';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { change, closing, failing, payoutRun, refused } from './cases.ts';

const t = messages.payoutRuns;
const stub = vi.hoisted(() => ({
  start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject(),
}));
vi.mock('../../../src/services/payoutRuns.ts', () => ({
  createPayoutRuns: () => ({
    one: (id: string) => stub.start('load', { id }),
    step: ({ version }: PayoutRun, kind: string) => stub.start('save', { kind, version }),
    complete: () => stub.start('save', { kind: 'complete' }),
    close: ({ version }: PayoutRun, reason: string) => stub.start('save', { kind: 'close', version, reason }),
    change: ({ version }: PayoutRun, userId: string, body: object) => stub.start('save', { kind: 'change', version, userId, ...body }),
  }),
}));
vi.mock('../../../src/services/payments.ts', () => ({
  createPayments: () => ({
    step: (target: object, step: string, overrides: object) => stub.start('save', { kind: step, known: target, ...overrides }),
  }),
}));

// decisions 2.16: the approval of a whole run is confirmed, with its amount.
vi.mock('../../../src/app/context.ts', async (original) => {
  const ask = ({ text: question }: { text: string }) => stub.start('confirm', question);
  return { ...(await original<object>()), useConfirm: () => ask };
});

let jobs: ReturnType<typeof createJobs>;
const button = (name: string, where: HTMLElement = document.body) =>
  within(where).queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));
const write = (label: string, value: string) => act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const lastRequest = (): unknown => jobs.calls.at(-1)?.input;
const name = 'Sam Seller';
const wordOf = ({ about }: RunQuestion): string =>
  about === 'close'
    ? 'Complete without the failed payments'
    : fill(t.actOn, { action: about === 'change' ? t.actions.change : t.personActions[about], name });
/** look.md: buttons are verbs that name their action. */
const verbs = { change: 'Save', fail: 'Mark as failed', reverse: 'Reverse', close: 'Complete' } as const;
const steps = { change, fail: failing, reverse: failing, close: closing } as const;

describeScreen({
  of: {
    ...payoutRun,
    cases: {
      ...payoutRun.cases,
      // Only visible buttons are pressed.
      'desk.reload': ({ context: { content, error, fields } }) =>
        error !== null && (content === null || Object.keys(fields).length === 0) ? [{}] : [],
      'error.dismiss': ({ context: { content, error } }) => (content !== null && error !== null ? [{}] : []),
      'step.submit': ({ context: { content, form } }) =>
        form
          ? [{ step: steps[form.about] }]
          : (['approve', 'cancel', 'complete'] as const)
              .filter((kind) => content?.actions.includes(kind))
              .map((kind) => ({ step: { kind } })),
      'form.open': ({ context: { content } }) => [
        ...(content?.actions.includes('change') ? [{ form: { userId: '7', about: 'change' as const } }] : []),
        ...(content?.data[0]?.actions.includes('fail') ? [{ form: { userId: '7', about: 'fail' as const } }] : []),
        ...(content?.actions.includes('close') ? [{ form: { about: 'close' as const } }] : []),
      ],
      'xstate.error.actor.confirm': [],
      'xstate.error.actor.save': ({ context: { form } }) => [
        { error: form?.about === 'change' ? refused : { status: 422, data: { message: 'Not now.' } } },
        { error: {} },
      ],
    },
  },
  mount: async () => {
    jobs = createJobs();
    stub.start = jobs.start;
    const observer = createObserver(payoutRun.machine);
    const app = await createStage({ features: ['payments', 'payouts'], inspect: observer.inspect, user: { ...user, role: 'finance' } });
    render(
      <Stage app={app}>
        <RunPage id="3" />
      </Stage>,
    );
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => void (await jobs.settle(event)),
    };
  },
  gestures: {
    'desk.reload': () => press('Try again', screen.queryByRole('dialog') ?? document.body),
    'error.dismiss': () => press('Dismiss'),
    'form.open': ({ form }) => press(wordOf(form)),
    'form.close': () => press(messages.cancel),
    'step.submit': async ({ step }, { snapshot }) => {
      if (snapshot().context.form === null) return press(t.actions[step.kind as 'approve']);
      if (step.kind === 'change') await write(t.amount, step.amount);
      await write(t.reason, step.reason);
      await press(step.kind === 'person' ? verbs[step.step as 'fail'] : verbs[step.kind as 'change'], screen.getByRole('dialog'));
      if (step.kind === 'close') return expect(lastRequest()).toEqual({ kind: 'close', version: 3, reason: 'Paid by hand' });
      const target = { id: 'po-9', version: 1 };
      if (step.kind === 'change') expect(lastRequest()).toEqual({ ...change, version: 1 });
      else expect(lastRequest()).toEqual({ kind: 'fail', known: target, reason: failing.reason });
    },
  },
  shows: (model) => {
    const {
      content: run,
      form: question,
      step,
      error,
      fields,
    } = model.context as {
      content: PayoutRun | null;
      form: RunQuestion | null;
      step: PayoutRunAction | null;
      error: string | null;
      fields: Readonly<Record<string, string>>;
    };
    if (error !== null && Object.keys(fields).length === 0)
      expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    if (!run) {
      expect(button('Try again') !== null).toBe(model.matches('failed'));
      return;
    }
    const busy = model.hasTag('busy') || model.matches('failed');
    if (model.matches('confirming'))
      expect(lastRequest()).toBe(
        step?.kind === 'approve'
          ? 'Approve the payout run of October 2026? It pays $6,500.00 on Nov 30, 2026, and each payment in it (1) is approved with it.'
          : t.confirmCancel,
      );
    const page = screen.getByRole('heading', { level: 1 });
    expect(page.textContent).toBe(`Payout run October 2026 ${payoutRunStateBadges[run.status].label}`);
    for (const action of ['approve', 'complete', 'cancel', 'close'] as const) {
      expect(button(t.actions[action]) !== null).toBe(run.actions.includes(action));
      if (run.actions.includes(action)) expect(button(t.actions[action])).toHaveProperty('disabled', busy);
    }
    // decisions 2.16: the payroll file once the run is approved.
    expect(button(t.actions.payroll) !== null).toBe(run.status === 'approved' || run.status === 'completed');
    expect(screen.queryByText(t.nobodyPaid) !== null).toBe(run.data.length === 0);
    // The dialog stays open with the typed values until the server responds.
    const dialog = screen.queryByRole('dialog');
    expect(dialog !== null).toBe(question !== null && (model.matches('asking') || model.matches('saving') || model.matches('rereading')));
    if (!dialog) return;
    if (question?.about === 'close')
      expect(dialog.textContent).toContain(
        'Sam Seller will not be paid by this run. A failed payment can still be retried, which opens the run again.',
      );
    const verb = question && button(verbs[question.about], dialog);
    expect(verb === null || verb.disabled).toBe(busy);
    const reason = screen.getByLabelText(t.reason) as HTMLTextAreaElement;
    if (busy || error !== null) expect(reason.value).toBe(question && steps[question.about].reason);
    if (fields.reason) expect(dialog.textContent).toContain(fields.reason);
  },
  unreachable: {
    'payoutRun.confirming --xstate.error.actor.confirm[0]--> payoutRun.shown': "the question is the app's own dialog, which always answers",
  },
});
