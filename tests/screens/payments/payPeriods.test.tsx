import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import { rowActionMachine } from '../../../src/machines/lists/rowAction.machine.ts';
import PeriodsScreen from '../../../src/screens/payPeriods/index.tsx';
import type { PayPeriodAction } from '../../../src/screens/payPeriods/usePayPeriods.ts';
import { rowAction } from '../../models/rowAction/cases.ts';
import type { createJobs as Jobs } from '../../models/support/jobs.ts';
import { createJobs } from '../../models/support/jobs.ts';
import { createObserver, describeScreen } from '../../models/support/screenWalk.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

const period = (id: string, state: PayPeriod['state'], actions: PayPeriod['actions']): PayPeriod => ({
  id,
  label: id,
  start_date: `${id}-01`,
  end_date: `${id}-28`,
  state,
  records: 12,
  total_commission: 6500,
  blockers: actions.includes('close') || state === 'closed' ? [] : [`${id} is not over yet.`],
  actions,
  closed_at: state === 'closed' ? '2026-10-05T16:00:00Z' : null,
  closed_by: state === 'closed' ? 'Fay Finance' : null,
  reason: null,
  hash: state === 'closed' ? 'a1b2c3d4e5f6' : null,
  root: state === 'closed' ? '0123456789abcdef' : null,
});
const months = [
  period('2026-11', 'open', ['review']),
  period('2026-10', 'review', ['close', 'back']),
  period('2026-09', 'closed', ['reopen']),
] as const;

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs>, months: [] as readonly unknown[], reads: 0 }));
vi.mock('../../../src/services/payPeriods.ts', () => ({
  createPayPeriods: () => ({
    page: async () => {
      stub.reads += 1;
      if (stub.months.length === 0) throw Object.assign(new Error('down'), { status: 500 });
      return { data: stub.months, pagination: { cursor: null, limit: 3, total: 3 } };
    },
    check: (id: string) => stub.jobs.start('saveAction', { id }),
    step: (id: string, action: string, reason?: string) => stub.jobs.start('saveAction', { id, action, reason }),
  }),
}));
// The app's own confirmations, answered by the test; any text confirms.
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  copyToClipboard: async () => {},
}));
vi.mock('../../../src/app/context.ts', async (original) => {
  const ask = ({ title, text }: { title: string; text: string }) => stub.jobs.start('askAction', `${title}\n\n${text}`);
  return { ...(await original<object>()), useAskReason: () => ask };
});
beforeEach(() => {
  stub.jobs = createJobs();
  stub.months = months;
  stub.reads = 0;
});
afterEach(cleanup);

const names = { review: 'Start review', back: 'End review', close: 'Close month', reopen: 'Reopen' } as const;
const settle = (event: { type: string; output?: unknown; error?: unknown }) => act(async () => void (await stub.jobs.settle(event)));
const answerQuestion = (output: unknown) => settle({ type: 'xstate.done.actor.askAction', output });
const saved = (output: unknown = undefined) => settle({ type: 'xstate.done.actor.saveAction', output });
const refused = (error: unknown) => settle({ type: 'xstate.error.actor.saveAction', error });
const saves = () => stub.jobs.calls.filter(({ id }) => id === 'saveAction').map(({ input }) => input);
const asks = () => stub.jobs.calls.filter(({ id }) => id === 'askAction').map(({ input }) => input);
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
};
const alertText = () => screen.queryByRole('alert')?.textContent ?? null;
const open = async (address = '/periods', inspect?: Parameters<typeof createStage>[0]) => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features: ['periods'], ...inspect });
  await act(async () => {
    render(
      <Stage app={app}>
        <PeriodsScreen />
      </Stage>,
    );
  });
};
const kindOf = ({ action }: { action: unknown }) => (action as PayPeriodAction | null)?.kind;
const buttonOf = ({ kind, period: { id } }: PayPeriodAction): string =>
  kind === 'check' ? `a1b2c3d4: check and copy the hash of ${id}` : `${names[kind as 'close']}: ${id}`;

/** Actions on a month, along the paths of a row action; a step without a confirmation is saved at once. */
describeScreen({
  of: {
    ...rowAction,
    cases: {
      ...rowAction.cases,
      'action.choose': [{ action: { kind: 'close', period: months[1] } }, { action: { kind: 'reopen', period: months[2] } }],
      'xstate.done.actor.askAction': [{ output: null }, { output: 'A late invoice' }],
      'xstate.error.actor.askAction': [{ error: { status: 422, data: { message: 'No window.' } } }],
      'xstate.done.actor.saveAction': [{ output: null }],
      'xstate.error.actor.saveAction': [{ error: { status: 409, data: { message: 'Two adjustments wait.' } } }],
    },
    project: (context) => [kindOf(context), context.error],
  },
  mount: async () => {
    stub.jobs = createJobs();
    const observer = createObserver(rowActionMachine);
    await open('/periods', { inspect: observer.inspect });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await stub.jobs.settle(event)) };
  },
  gestures: {
    'action.choose': ({ action }) => press(buttonOf(action)),
    'error.dismiss': () => press('Dismiss'),
  },
  shows: (model) => {
    const busy = model.matches('asking') || model.matches('saving');
    const grid = screen.getByRole('grid', { name: 'Months' });
    expect(alertText()).toEqual(model.context.error);
    for (const month of months) {
      // decisions 2.11: the server determines the available actions, and its messages list the blockers.
      const stepButtons = within(grid).queryAllByRole('button', { name: new RegExp(`^(Start|End|Close|Reopen).*: ${month.id}$`) });
      expect(stepButtons.map((button) => button.textContent)).toEqual(month.actions.map((kind) => names[kind]));
      for (const button of stepButtons) expect(button).toHaveProperty('disabled', busy);
      for (const blocker of month.blockers) expect(screen.getByText(blocker)).toBeTruthy();
    }
    if (model.matches('asking') && kindOf(model.context) === 'close')
      expect(asks().at(-1)).toBe(
        'Close 2026-10?\n\nThe 12 records booked in it and their total of $6,500.00, for everybody together, are kept as they are now. After that nothing in it can be changed; later changes are proposed in the next open month.',
      );
  },
});

describe('pay periods', () => {
  it('decisions 2.11: a review is saved without confirmation and reported, and the list reloads', async () => {
    await open();
    await press('Start review: 2026-11');
    expect([asks(), saves()]).toEqual([[], [{ id: '2026-11', action: 'review', reason: undefined }]]);
    await saved();
    expect(stub.reads).toBe(2);
  });

  it('decisions 2.11: Start review opens the review', async () => {
    await open('/periods', { features: ['periods', 'close-review'] });
    await press('Start review: 2026-11');
    await saved();
    expect(window.location.search).toBe('?review=2026-11');
  });

  it('decisions 2.11: a month is closed only after confirmation', async () => {
    await open();
    await press('Close month: 2026-10');
    await answerQuestion(null);
    expect(saves()).toEqual([]);
    await press('Close month: 2026-10');
    await answerQuestion('');
    expect(saves()).toEqual([{ id: '2026-10', action: 'close', reason: undefined }]);
  });

  it('decisions 2.11: reopening sends the reason, and cancelling sends nothing', async () => {
    await open();
    await press('Reopen: 2026-09');
    await answerQuestion(null);
    expect([alertText(), saves()]).toEqual([null, []]);
    await press('Reopen: 2026-09');
    await answerQuestion('fives');
    expect(saves()).toEqual([{ id: '2026-09', action: 'reopen', reason: 'fives' }]);
  });

  it('decisions 2.11: the hash of a closing is checked again, and a later change is reported', async () => {
    await open('/periods?period=2026-11');
    const panelOf = (name: string) => screen.findByRole('dialog', { name });
    expect(within(await panelOf('November 2026')).queryByRole('button', { name: /check and copy the hash/ })).toBeNull();
    expect(within(screen.getByRole('dialog')).queryByText('Closed by')).toBeNull();
    await act(async () => void fireEvent.keyDown(document, { key: 'j' }));
    await act(async () => void fireEvent.keyDown(document, { key: 'j' }));
    const panel = await panelOf('September 2026');
    const check = buttonOf({ kind: 'check', period: months[2] });
    await press(check);
    await saved({ hash: 'a1b2c3d4e5f6', unchanged: true });
    expect(alertText()).toBeNull();
    await press(check);
    await saved({ hash: 'a1b2c3d4e5f6', unchanged: false });
    expect(alertText()).toContain('The figures of 2026-09 were changed after it was closed');
    expect(within(panel).getByRole('alert')).toBeTruthy();
    await press(check);
    await refused({ status: 500 });
    expect(alertText()).toBe('The hash could not be checked.');
  });

  it.each([409, 503])('a step answered with %s reloads the months under the message, because their state may differ', async (status) => {
    await open();
    await press('Start review: 2026-11');
    stub.months = [months[2]];
    await refused({ status, data: { message: 'Fay was faster.' } });
    expect([stub.reads, alertText()]).toEqual([2, 'Fay was faster.']);
    await waitFor(() => expect(screen.queryByText('2026-11')).toBeNull());
  });

  it('a failed load of the months says so, and can be retried', async () => {
    stub.months = [];
    await open();
    expect(alertText()).toContain('The pay periods could not be loaded.');
    stub.months = months;
    await press('Try again');
    expect([alertText(), screen.getAllByText('2026-11').length]).toEqual([null, 1]);
  });

  it('decisions 5.02: the month linked from a notice is open, and J goes to the next', async () => {
    await open('/periods?period=2026-10');
    await screen.findByRole('dialog', { name: 'October 2026' });
    await act(async () => void fireEvent.keyDown(document, { key: 'j' }));
    await screen.findByRole('dialog', { name: 'September 2026' });
    expect(window.location.search).toBe('?period=2026-09');
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reopen: 2026-09' })).toBeTruthy();
  });
});
