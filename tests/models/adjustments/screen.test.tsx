import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { FormSubject } from '../../../src/machines/adjustments/adjustments.machine.ts';
import { listMachine } from '../../../src/machines/lists/list.machine.ts';
import { AdjustmentsCard } from '../../../src/screens/commissions/adjustments/AdjustmentsCard.tsx';
import { type Adjustments, useAdjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import { list } from '../list/cases.ts';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { adjustments, november, october } from './cases.ts';

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs>, row: {} as object }));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({
    page: async (input: unknown) => {
      stub.jobs.calls.push({ id: 'page', input });
      return { data: [stub.row], pagination: { cursor: null, limit: 11, total: 1 } };
    },
    decide: (kind: string, input: object, reason: string) => stub.jobs.start('decide', { ...input, kind, reason }),
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), askUser: () => stub.jobs.start('ask') }));
// The form has its own walk.
vi.mock('../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx', () => ({
  default: ({ adjustments: { formEnded } }: { adjustments: Adjustments; subject: FormSubject }) => (
    <div role="dialog">
      <button type="button" onClick={() => formEnded({ type: 'form.closed' })}>
        close it
      </button>
      <button type="button" onClick={() => formEnded({ type: 'form.saved', adjustment: { ...adjustment, id: 'temp-1' } })}>
        save it
      </button>
      <button type="button" onClick={() => formEnded({ type: 'form.deleted', id: '12' })}>
        delete it
      </button>
    </div>
  ),
}));
beforeAll(async () => void (await import('../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx')));

let changes = 0;
function Host() {
  const [range, setRange] = useState(november);
  const bound = useAdjustments({ range, ofTeam: false, onChanged: () => (changes += 1) });
  return (
    <>
      <button type="button" onClick={() => setRange(range === november ? october : november)}>
        other period
      </button>
      <button type="button" onClick={bound.review}>
        review
      </button>
      <AdjustmentsCard adjustments={bound} mayCreate={false} remembers />
    </>
  );
}

const byAction = 'The walk above has it, and that of a row’s action.';
const noSearch = 'The search reads the page that is shown (spec 2.36).';
const noSteps = 'No step back is taken here: tests/screens/address has it.';
const press = (name: string | RegExp) => () => void fireEvent.click(screen.getByRole('button', { name }));
const settleJob = async (event: AnyEventObject): Promise<void> => {
  await act(async () => void (await stub.jobs.settle(event)));
};
/** Drives the list to report how its action ended. */
const mountWithOutcome = async ({ outcome, error }: AnyEventObject): Promise<void> => {
  await settleJob({ type: 'xstate.done.actor.ask', output: outcome === 'refused' ? null : 'Paid twice' });
  if (outcome === 'failed') await settleJob({ type: 'xstate.error.actor.decide', error });
  if (outcome === 'succeeded') await settleJob({ type: 'xstate.done.actor.decide', output: undefined });
};
const mountFor =
  (machine: AnyStateMachine, parent?: string) =>
  async ({ live }: { live: boolean }) => {
    stub.jobs = createJobs();
    stub.row = {
      ...adjustment,
      ...(live ? { state: 'pending', actions: ['edit', 'approve', 'reject', 'void'] } : { actions: undefined }),
    };
    changes = 0;
    window.history.replaceState(null, '', '/commissions');
    Object.defineProperty(document.documentElement, 'clientHeight', { value: 900, configurable: true });
    const observer = createObserver(machine, undefined, parent);
    const app = await createStage({
      inspect: observer.inspect,
      features: live ? ['adjustments'] : [],
      user: { ...user, role: 'vp_sales' },
    });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: mountWithOutcome };
  };

describeScreen({
  of: {
    ...adjustments,
    cases: {
      ...adjustments.cases,
      'form.saved': ({ context }) => [{ adjustment: context.live ? adjustment : { ...adjustment, id: 'temp-1' } }],
      'form.deleted': ({ context }) => [{ id: context.live ? '9' : '12' }],
      'xstate.error.actor.list': [],
    },
  },
  mount: mountFor(adjustments.machine),
  gestures: {
    'form.open': press('New Adjustment'),
    'form.closed': press('close it'),
    'form.saved': press('save it'),
    'form.deleted': press('delete it'),
    'decision.ask': press(/^Approve adjustment of/),
  },
  shows: (model) => {
    const { live } = model.context;
    const grid = screen.getByRole('grid', { name: 'Commission Adjustments' });
    expect(screen.queryByLabelText('State') !== null).toBe(live);
    expect(screen.queryByRole('dialog') !== null).toBe(model.hasTag('editing'));
    if (model.matches({ kept: 'deciding' })) expect(grid.getAttribute('aria-busy')).toBe('true');
    // spec 2.38: entries that exist only on this page are labeled.
    expect(screen.queryAllByText('Not saved').length).toBe(model.context.drafts.length);
    if (!live) expect(changes).toBe(0);
  },
  unreachable: { 'adjustments --xstate.error.actor.list[0]--> stays': 'A list that breaks takes the page down with it.' },
});

const newest = { key: 'created_at', direction: 'desc' } as const;
const isChosen = ({ filters, search }: { filters: { state?: string }; search: string }) => filters.state !== '' || search !== '';

/** This card's list: sorted by the server, searched within the page. */
describeScreen({
  of: {
    machine: listMachine,
    inputs: [
      {
        pageSize: 11,
        fallback: 'Failed to load adjustments',
        filters: { state: '' },
        part: november,
        searches: 'page',
        sorts: 'all',
        defaultSort: newest,
      },
    ],
    cases: {
      ...list.cases,
      'part.changed': ({ context: { part, opened } }) =>
        opened ? [] : [{ part: part.start_date === november.start_date ? october : november }],
      'filter.choose': ({ context: { filters, opened } }) =>
        opened ? [] : ['', 'approved', 'pending'].filter((value) => value !== filters.state).map((value) => ({ key: 'state', value })),
      // The heading, search and rows work the same for any other selection.
      'sort.toggle': ({ context }) => (context.opened || isChosen(context) ? [] : [{ key: 'adjustment_amount' }]),
      'search.type': ({ context: { filters, opened, search } }) =>
        opened || filters.state !== '' ? [] : [{ text: search === '' ? 'travel' : '' }],
      'search.set': ({ context: { opened, search } }) => (opened || search === '' ? [] : [{ text: '' }]),
      'row.open': ({ context }) => (context.opened || isChosen(context) ? [] : [{ opened: { id: adjustment.id, pane: '' } }]),
      'sort.set': [],
      'action.choose': [],
      'action.settled': [],
      'error.dismiss': [],
      'list.reload': [],
    },
    project: ({ filters, part, search, sort, opened }) => [filters.state, part.start_date, search, sort?.key, sort?.direction, opened?.id],
  },
  mount: () => mountFor(listMachine, 'adjustments')({ live: true }),
  gestures: {
    'part.changed': press('other period'),
    'filter.choose': ({ value }) => {
      if (value === 'pending') press('review')();
      else fireEvent.change(screen.getByLabelText('State'), { target: { value } });
    },
    'sort.toggle': () => void fireEvent.click(screen.getByRole('columnheader', { name: 'Amount' })),
    'search.type': ({ text }) => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }),
    'search.set': press('Only “travel” on this page: show all'),
    'row.open': () => void fireEvent.click(screen.getByRole('link', { name: /^Open the adjustment of/ })),
    'row.close': async () => {
      await screen.findByRole('dialog');
      fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    },
  },
  shows: ({ context: { filters, part, search, sort } }) => {
    expect((screen.getByLabelText('State') as HTMLSelectElement).value).toBe(filters.state);
    const chips = within(screen.queryByRole('list', { name: 'What is filtered' }) ?? document.createElement('ul'));
    expect(chips.queryAllByRole('button')).toHaveLength(Number(filters.state !== '') + Number(search !== ''));
    // spec 7.21: the request contains the current selection, with as many rows as fit the window (spec 9.06: (900 − 200 − 80 − 40) / 50).
    expect(stub.jobs.calls.filter(({ id }) => id === 'page').at(-1)?.input).toMatchObject({
      question: {
        start_date: part.start_date,
        sort_field: sort.key,
        sort_direction: sort.direction,
        ...(filters.state === '' ? {} : { state: filters.state }),
      },
      cursor: null,
      limit: 11,
    });
  },
  unreachable: {
    'list --action.choose[0]--> stays': byAction,
    'list --action.settled[0]--> stays': byAction,
    'list --action.settled[1]--> stays': byAction,
    'list --error.dismiss[0]--> stays': byAction,
    'list --list.reload[0]--> stays': byAction,
    'list.question --search.set[0]--> list.question.still': noSearch,
    'list.question --sort.set[0]--> list.question.still': noSteps,
    'list.question --sort.set[1]--> stays': noSteps,
    'list.question --sort.toggle[1]--> stays': 'The server sorts.',
    'list.question.still --search.type[0]--> list.question.typing': noSearch,
    'list.question.typing --search.type[0]--> list.question.typing (reenter)': noSearch,
    'list.question.typing --xstate.after.searchDebounce.list.question.typing[0]--> list.question.still': noSearch,
    'list.row.deciding --always[0]--> list.row.opened': 'The address of this walk names no row.',
    'list.row.opened --row.open[0]--> stays': 'There is one row.',
  },
});

it('decisions 2.10: sends a decision with its note', async () => {
  await mountFor(adjustments.machine)({ live: true });
  press(/^Reject adjustment of/)();
  await settleJob({ type: 'xstate.done.actor.ask', output: 'Paid twice' });
  expect(stub.jobs.running.get('decide')?.input).toEqual({ kind: 'reject', id: adjustment.id, version: 3, reason: 'Paid twice' });
  cleanup();
});
