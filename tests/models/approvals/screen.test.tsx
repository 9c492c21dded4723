import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ApprovalsScreen from '../../../src/screens/approvals/index.tsx';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { approvals, decided, faster, final, late, run } from './cases.ts';

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/approvals.ts', () => ({
  createApprovals: () => ({
    page: async () => ({ data: [late, run], pagination: { cursor: null, limit: 25, total: 2 } }),
    one: async (id: string) => (id === late.id ? late : run),
    count: async () => 2,
    decide: (decision: string, items: readonly unknown[], note: string) => stub.jobs.start('decideApprovals', { decision, items, note }),
    undo: (items: readonly unknown[]) => stub.jobs.start('undoApprovals', { items }),
    changed: () => {},
    onChanged: () => () => {},
    forget: () => {},
  }),
}));

const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const click = (name: string | RegExp) => () => void fireEvent.click(button(name) as HTMLElement);
const ticks = () => screen.getAllByRole('checkbox') as HTMLInputElement[];
const isUndoing = (model: { matches: (value: { undo: 'undoing' | 'reopening' }) => boolean }): boolean =>
  model.matches({ undo: 'undoing' }) || model.matches({ undo: 'reopening' });
const later = 'A later time: the clock of the page is not turned here; the walk above has it.';

describeScreen({
  of: {
    ...approvals,
    cases: {
      ...approvals.cases,
      // Already selected on the page; selecting them again would clear them.
      'rows.select': ({ context }) => (context.selected.length > 0 ? [] : [{ approvals: [late, run] }]),
      // During an undo the buttons are disabled.
      'decision.ask': (model) =>
        model.context.selected.length === 0 || isUndoing(model)
          ? []
          : [
              { decision: 'approve', approvals: [late, run] },
              { decision: 'reject', approvals: [late, run] },
            ],
      'messages.dismiss': ({ context }) => (context.refused.length === 0 && context.error === null ? [] : [{}]),
      'xstate.done.actor.decideApprovals': [{ output: [decided, faster] }, { output: [final, faster] }],
      // An undone rejection has no Add a note button.
      'undo.note': ({ context }) => (context.offered?.asked.decision === 'approve' ? [{}] : []),
      'undo.offer': [],
      // The machine raises it itself.
      'decision.reopen': [],
      'xstate.after.undoWindow.approvals.undo.offered': [],
      'xstate.error.actor.list': [],
    },
    project: ({ selected, asked: decision, offered, refused, error }) => [
      selected.length,
      decision?.decision,
      offered?.asked.decision,
      refused.length,
      error !== null,
    ],
  },
  mount: async () => {
    stub.jobs = createJobs();
    // Opens without a gesture after Add a note.
    await import('../../../src/screens/approvals/parts/DecisionDialog.tsx');
    window.history.replaceState(null, '', '/approvals');
    const observer = createObserver(approvals.machine);
    const app = await createStage({ features: ['approvals'], user: { ...user, role: 'admin' }, inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <ApprovalsScreen />
        </Stage>,
      );
    });
    await waitFor(() => expect(ticks().length).toBeGreaterThan(0));
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await stub.jobs.settle(event)) };
  },
  gestures: {
    'rows.select': () => void fireEvent.click(ticks()[0] as HTMLElement),
    'decision.ask': async ({ decision }) => {
      fireEvent.click(screen.getAllByRole('button', { name: decision === 'approve' ? 'Approve' : 'Reject' })[0] as HTMLElement);
      if (decision === 'reject') await screen.findByRole('dialog');
    },
    'decision.answer': ({ note }) => {
      fireEvent.change(screen.getByLabelText(/^(Note|Reason)/), { target: { value: note } });
      fireEvent.click(screen.getAllByRole('button', { name: /^(Approve|Reject)$/ }).at(-1) as HTMLElement);
    },
    'decision.close': click('Cancel'),
    'undo.ask': click('Undo'),
    'undo.note': click('Add a note'),
    'undo.dismiss': () => void fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement),
    'messages.dismiss': () => void fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement),
  },
  shows: (model) => {
    const { refused, error } = model.context;
    const isAsking = ['asking', 'noting', 'deciding'].some((state) => model.matches({ decision: state }));
    // The dialog names the action, the items and the person; an approval has it only for a note.
    expect(screen.queryAllByText(/^(Approve|Reject) (2 items|Late fact of \$120\.00 for Sam Seller)\?$/)).toHaveLength(isAsking ? 1 : 0);
    if (model.matches({ decision: 'deciding' })) expect(button('Saving…')).toBeTruthy();
    // A decided item that is still listed can't be decided again.
    const [act] = screen.getAllByRole('button', { name: /Approve.*Late fact of \$120/, hidden: true });
    const isDecided = model.context.decided.some((candidate: { id: string }) => candidate.id === late.id);
    expect(act?.getAttribute('aria-disabled') === 'true').toBe(isDecided || model.hasTag('busy'));
    // decisions 2.10: Undo is offered while possible.
    expect(button('Undo') !== null).toBe(model.matches({ undo: 'offered' }));
    // The second approver sees who decided first.
    const isRefusalShown = screen.queryAllByText(/Fay Finch approved this first\./).length > 0;
    expect(isRefusalShown).toBe(refused.length > 0);
    if (error !== null && !isAsking) expect(screen.getAllByRole('alert')[0]?.textContent).toContain(error);
  },
  unreachable: {
    'approvals.decision.open --decision.ask[0]--> stays': 'The buttons are not to be pressed while a decision is taken back.',
    'approvals --xstate.error.actor.list[0]--> stays': 'A list that breaks takes the page down with it.',
    'approvals.undo.offered --xstate.after.undoWindow.approvals.undo.offered[0]--> approvals.undo.none': later,
  },
});
