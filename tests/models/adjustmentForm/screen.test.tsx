import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import AdjustmentDialog from '../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx';
import type { Adjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import {
  adjustment,
  bare,
  closed,
  creating,
  editing,
  editingPersons,
  form,
  keyUsed,
  refused,
  stale,
  staleConflict,
  voidConflict,
} from './cases.ts';

const answer = vi.hoisted(() => ({ yes: false }));
vi.mock('../../../src/services/browser.ts', async (load) => ({
  ...(await load<object>()),
  confirmWithUser: () => answer.yes,
  askUser: () => (answer.yes ? 'Entered twice' : null),
  newId: () => 'key-1',
}));

type Model = SnapshotFrom<typeof form.machine>;
const prefill = { commission_id: '5', related_invoice_id: '31', invoice_number: '1042-A' };
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
/** A field's message disappears once the user types in the field. */
let hasTyped = false;
const fill = (amount: string, reason: string): void => {
  hasTyped = true;
  fireEvent.change(field('Amount'), { target: { value: amount } });
  fireEvent.change(field('Reason'), { target: { value: reason } });
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(button(name) as HTMLElement);
  // Validation is loaded first, so the machine receives the event a moment later.
  await settle();
  await settle();
};

let outcomes: { type: string }[] = [];
let first = { amount: '', reason: '' };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});

/** Runs these cases only where the form has no choice of subject, since the choice doesn't affect them. */
const withoutSubject = <Case,>(cases: Case[] | ((model: Model) => Case[])) => {
  return (model: Model) =>
    model.context.canChooseSubject || model.context.subject === 'person' ? [] : typeof cases === 'function' ? cases(model) : cases;
};
const cases: typeof form.cases = {
  ...form.cases,
  // One failure of each kind covers everything visible; walk.test.ts covers the rest.
  'xstate.error.actor.saveAdjustment': ({ context }) =>
    (context.unanswered ? [staleConflict, stale] : [refused, bare, stale, voidConflict, ...(context.edited ? [] : [keyUsed]), {}]).map(
      (error) => ({ error }),
    ),
  'xstate.error.actor.voidAdjustment': ({ context }) =>
    (context.unanswered ? [voidConflict] : [bare, stale, voidConflict, closed, {}]).map((error) => ({ error })),
  'form.submit': withoutSubject(form.cases['form.submit'] as (model: Model) => { body: AdjustmentBody }[]),
  'close.ask': withoutSubject((model) => (model.context.unanswered ? [] : [{ dirty: true }, { dirty: false }])),
  'close.confirmed': withoutSubject(({ context }) => (context.unanswered ? [] : [{}])),
  // An adjustment that can't be edited can't be deleted either.
  'delete.ask': withoutSubject((model) => (model.matches({ form: { open: 'ended' } }) || model.context.unanswered ? [] : [{}])),
  'delete.confirmed': withoutSubject((model) =>
    model.matches({ form: { open: 'ended' } }) || model.context.unanswered instanceof Object ? [] : [{ reason: 'Entered twice' }],
  ),
};

describeScreen({
  of: { ...form, inputs: [creating, { ...creating, canChooseSubject: false }, editing, editingPersons], cases },
  mount: async (input) => {
    const jobs = createJobs();
    outcomes = [];
    const { edited, canChooseSubject, subject: about } = input ?? creating;
    const whose = about === 'person' ? ({ kind: 'prize', user_id: '4', effective_date: '2026-11-20' } as const) : {};
    const subject = {
      adjustment: edited ? { ...adjustment, ...whose, version: edited.version ?? 0 } : null,
      prefill: edited || canChooseSubject ? null : prefill,
    };
    first = edited ? { amount: '-120.50', reason: adjustment.adjustment_reason } : { amount: '', reason: '' };
    const observer = createObserver(form.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['adjustments', 'person-adjustments'] });
    const parts: Partial<Adjustments> = {
      service: {
        save: (...args: unknown[]) => jobs.start('saveAdjustment', args),
        remove: (target: unknown, reason: string) => jobs.start('voidAdjustment', { known: target, reason }),
        one: () => jobs.start('loadNewest'),
        lookUp: () => Promise.resolve([]),
      } as unknown as Adjustments['service'],
      reloadAll: () => {},
      formEnded: (event) => void outcomes.push(event),
    };
    await act(async () => {
      render(
        <Stage app={app}>
          <AdjustmentDialog subject={subject} live adjustments={parts as Adjustments} />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        hasTyped = false;
        await jobs.settle(event);
        // A success appears after at least half a second.
        await vi.advanceTimersByTimeAsync(event.type.startsWith('xstate.done') ? 500 : 0);
        await settle();
      },
    };
  },
  gestures: {
    'person.choose': () => void fireEvent.click(screen.getByRole('radio', { name: 'For a person' })),
    'invoice.choose': () => void fireEvent.click(screen.getByRole('radio', { name: 'For an invoice' })),
    'form.submit': async ({ body: sent }) => {
      fill('-120.5', (sent as AdjustmentBody).adjustment_reason);
      await press('Save');
    },
    'close.ask': async ({ dirty }) => {
      if (dirty) fill('1', 'Something else');
      else fill(first.amount, first.reason);
      await settle();
      answer.yes = false;
      await press('Cancel');
    },
    'close.confirmed': async () => {
      fill('1', 'Something else');
      await settle();
      answer.yes = true;
      await press('Cancel');
    },
    'delete.ask': async () => {
      answer.yes = false;
      await press('Void');
    },
    'delete.confirmed': async () => {
      answer.yes = true;
      await press('Void');
    },
    'newest.take': async () => {
      hasTyped = false;
      await press('Use the saved version');
      first = { amount: field('Amount').value, reason: field('Reason').value };
    },
  },
  shows: (model) => {
    const { error, fields, newest, canChooseSubject } = model.context;
    // decisions 2.25: a new adjustment offers a choice of subject, which determines the fields.
    expect(screen.queryByRole('radiogroup', { name: 'What it is for' }) !== null).toBe(canChooseSubject);
    const person = model.matches({ subject: 'forPerson' });
    for (const name of ['Person', 'Effective day', 'Kind']) expect(screen.queryByLabelText(name) !== null, name).toBe(person);
    expect(screen.queryByLabelText('Invoice') !== null).toBe(!person);
    const open = model.matches({ form: 'open' });
    // spec 2.38: both buttons show the current action, and the fields are disabled meanwhile.
    expect(button('Saving…') !== null).toBe(model.matches({ form: 'saving' }));
    expect(button('Voiding…') !== null).toBe(model.matches({ form: 'deleting' }));
    expect(field('Amount').disabled).toBe(model.hasTag('busy'));
    // decisions 2.10: a failure shows its message, next to the field if the server named one, and the dialog stays open.
    if (open && error !== null && !(hasTyped && fields.adjustment_reason))
      expect(screen.getAllByRole('alert').some((item) => item.textContent?.startsWith(fields.adjustment_reason ?? error))).toBe(true);
    expect(button('Use the saved version') !== null).toBe(model.matches({ form: { open: 'conflicted' } }));
    if (open) expect(button('Save')?.disabled).toBe(model.matches({ form: { open: 'ended' } }));
    // decisions 2.10: the saved version is shown next to the typed text, which stays.
    const isConflictShown = model.matches({ form: { open: 'conflicted' } }) || model.matches({ form: { open: 'ended' } });
    const isChanged = newest && newest.adjustment_reason !== field('Reason').value;
    expect(screen.queryByText(`Saved in the meantime: ${newest?.adjustment_reason}`) !== null).toBe(isConflictShown && isChanged === true);
    const ends = { saved: 'form.saved', deleted: 'form.deleted', closed: 'form.closed' };
    expect(outcomes.map(({ type }) => type)).toEqual(
      Object.entries(ends).flatMap(([state, type]) => (model.matches({ form: state as 'saved' }) ? [type] : [])),
    );
  },
});
