import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import ReasonDialog from '../../../src/screens/payments/parts/ReasonDialog.tsx';
import RecordDialog from '../../../src/screens/payments/parts/RecordDialog.tsx';
import type { Payments } from '../../../src/screens/payments/usePayments.ts';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { body, duplicateRefusal, payment, paymentForm, refused, stale } from './cases.ts';

const t = messages.paymentFormText;
const answer = vi.hoisted(() => ({ discards: false }));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => answer.discards }));
vi.mock('../../../src/shared/payments/usePayees.ts', () => ({ usePayees: () => [] }));

const why = 'The account was closed';
const missingReason = { status: 422, data: { message: 'Reason is required', errors: { reason: 'Reason is required' } } };
let jobs: ReturnType<typeof createJobs>;
/** The events the page receives: `closed`, or the record shown next. */
let outcomes: string[] = [];
let isNew = true;

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const write = async (label: string | RegExp, value: string): Promise<void> => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await settle();
};
const about = /^Why did /;
const isChosen = (): boolean => (screen.getByLabelText(t.payer) as HTMLInputElement).value === 'Acme School';
/** Fills in the form; '' leaves it as opened. */
const fillIn = async (amount: string): Promise<void> => {
  if (!isNew) return write(about, amount === '' ? '' : why);
  if (amount === '') await write(t.payer, '');
  else if (!isChosen()) {
    await write(t.payer, 'Acme');
    await settle();
    await press('Acme School');
  }
  await write(t.amount, amount);
};
const asksBeforeClosing = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};

describeScreen({
  of: {
    ...paymentForm,
    cases: {
      ...paymentForm.cases,
      // These dialogs do not offer the newest version.
      'newest.take': [],
      // Only a new payment can be a duplicate, and only an existing one can have been changed.
      'xstate.error.actor.saveForm': ({ context: { edited } }) =>
        edited === null
          ? [{ error: duplicateRefusal }, { error: refused }, { error: {} }]
          : [{ error: stale }, { error: missingReason }, { error: {} }],
    },
  },
  mount: async ({ edited }) => {
    jobs = createJobs();
    outcomes = [];
    isNew = edited === null;
    const observer = createObserver(paymentForm.machine);
    const app = await createStage({ features: ['payments'], inspect: observer.inspect, user: { ...user, role: 'finance' } });
    const payments = {
      isLive: true,
      service: {
        record: (sent: object) => jobs.start('saveForm', sent),
        step: (target: object, kind: string, overrides: object) => jobs.start('saveForm', { known: target, kind, ...overrides }),
        one: async () => ({ ...payment, status: 'completed' }),
        choices: async () => [{ kind: 'customer', id: '3', customer_id: '3', label: 'Acme School' }],
        openOf: async () => ({ data: [], unapplied: 0 }),
      },
      act: {
        close: () => void outcomes.push('closed'),
        reload: () => void outcomes.push('read again'),
        open: (id: string) => void outcomes.push(id),
      },
      show: (id: string) => void outcomes.push(id),
    } as unknown as Payments;
    await act(async () => {
      render(
        <Stage app={app}>
          {edited === null ? (
            <RecordDialog payments={payments} number={null} />
          ) : (
            <ReasonDialog payments={payments} id={edited.id} kind="fail" />
          )}
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await jobs.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'form.submit': async ({ body: sent }) => {
      await fillIn(sent.amount);
      await press(isNew ? t.save : messages.payments.actions.bounce);
    },
    'question.confirm': async ({ body: sent }) => {
      await fillIn(sent.amount);
      await press(t.saveAnyway);
    },
    'question.deny': () => press('Dismiss'),
    'close.ask': async ({ dirty }) => {
      answer.discards = false;
      await fillIn(dirty ? body.amount : '');
      await press(messages.cancel);
    },
    'close.confirmed': async () => {
      answer.discards = true;
      await fillIn(body.amount);
      await press(messages.cancel);
    },
  },
  shows: (model) => {
    const { edited, error, fields, question } = model.context;
    const busy = model.hasTag('busy');
    const pageText = document.body.textContent ?? '';
    if (model.matches('open') && error !== null) expect(pageText).toContain(error);
    for (const [name, message] of Object.entries(fields)) {
      const field = screen.getByLabelText(name === 'amount' ? t.amount : about);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(pageText).toContain(message);
    }
    // decisions 2.15: a similar payment is named, and saving requires confirmation.
    expect(screen.queryByRole('button', { name: t.saveAnyway }) !== null).toBe(model.matches({ open: 'asking' }));
    if (model.matches({ open: 'asking' })) expect(pageText).toContain('cp-12');
    if (busy) {
      const sent = jobs.calls.at(-1)?.input;
      if (edited) expect(sent).toEqual({ known: edited, kind: 'fail', reason: why });
      else expect(sent).toMatchObject({ customer_id: '3', amount: model.context.body.amount, confirmed: question !== null });
    }
    if (model.matches('open')) expect(screen.getByRole('button', { name: messages.cancel })).toHaveProperty('disabled', false);
    if (busy) expect(screen.getByRole('button', { name: messages.cancel })).toHaveProperty('disabled', true);
    const fieldText = (screen.queryByLabelText(isNew ? t.amount : about) as HTMLInputElement | null)?.value ?? '';
    expect(asksBeforeClosing()).toBe(fieldText !== '' && model.hasTag('unsaved'));
    if (model.matches('saved')) expect(outcomes).toContain('cp-12');
    else if (model.matches('closed')) expect(outcomes).toEqual([isNew ? 'closed' : 'cp-12']);
    else expect(outcomes).toEqual([]);
  },
  unreachable: {
    'paymentForm.open.conflicted --newest.take[0]--> paymentForm.open.editing': 'these dialogs save over the newest version',
  },
});
