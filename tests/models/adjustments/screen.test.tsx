import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, vi } from 'vitest';
import type { FormSubject } from '../../../src/machines/adjustments/adjustments.machine.ts';
import { AdjustmentsCard } from '../../../src/screens/commissions/adjustments/AdjustmentsCard.tsx';
import { type Adjustments, useAdjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { adjustments, approve, november, october } from './cases.ts';

const outside = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs>, yes: false, row: {} as object }));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({
    page: async (input: unknown) => {
      outside.jobs.calls.push({ id: 'page', input });
      return { data: [outside.row], pagination: { cursor: null, limit: 11, total: 1 } };
    },
    decide: (kind: string, input: object, reason: string) => outside.jobs.start('decide', { ...input, kind, reason }),
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), askUser: () => (outside.yes ? '' : null) }));
// The form has a walk of its own.
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
  const bound = useAdjustments({ range, onChanged: () => (changes += 1) });
  return (
    <>
      <button type="button" onClick={() => setRange(range === november ? october : november)}>
        other period
      </button>
      <button type="button" onClick={bound.review}>
        review
      </button>
      <AdjustmentsCard adjustments={bound} mayCreate={false} />
    </>
  );
}

const press = (name: string | RegExp) => () => void fireEvent.click(screen.getByRole('button', { name }));
const pressApprove = (yes: boolean) => () => {
  outside.yes = yes;
  press(/^Approve adjustment of/)();
};
// What waits is chosen by Review Adjustments.
const states = ['', 'approved'] as const;

describeScreen({
  of: {
    ...adjustments,
    cases: {
      ...adjustments.cases,
      // A provider without states has no filter of them.
      'state.choose': ({ context }) => (context.live ? states.filter((state) => state !== context.state).map((state) => ({ state })) : []),
      'range.changed': ({ context }) => [{ range: context.range.start_date === november.start_date ? october : november }],
      // Heading and search do the same whatever else is chosen.
      'sort.toggle': ({ context, value }) => (context.state === '' && value === 'browsing' ? [{ key: 'adjustment_amount' }] : []),
      'search.type': ({ context, value }) => (context.state === '' && value === 'browsing' ? [{ text: 'travel' }] : []),
      // The same gesture means another transition by the facts: told apart here, so that both are driven.
      'review.open': ({ context }) => [context.state === 'pending' ? { again: true } : {}],
      'form.saved': ({ context }) => [{ adjustment: context.live ? adjustment : { ...adjustment, id: 'temp-1' } }],
      'form.deleted': ({ context }) => [{ id: context.live ? '9' : '12' }],
      'error.dismiss': ({ context }) => (context.error === null ? [] : [{}]),
    },
  },
  mount: async (input) => {
    outside.jobs = createJobs();
    outside.row = {
      ...adjustment,
      ...(input.live ? { state: 'pending', actions: ['edit', 'approve', 'reject', 'void'] } : { actions: undefined }),
    };
    changes = 0;
    Object.defineProperty(document.documentElement, 'clientHeight', { value: 900, configurable: true });
    const observer = createObserver(adjustments.machine);
    const app = await createStage({
      inspect: observer.inspect,
      features: input.live ? ['adjustments'] : [],
      user: { ...user, role: 'vp_sales' },
    });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await outside.jobs.settle(event)) };
  },
  gestures: {
    'range.changed': press('other period'),
    'review.open': press('review'),
    'sort.toggle': () => void fireEvent.click(screen.getByRole('columnheader', { name: 'Amount' })),
    'search.type': () => {
      const field = screen.getByRole('searchbox') as HTMLInputElement;
      fireEvent.change(field, { target: { value: field.value === '' ? 'travel' : '' } });
    },
    'state.choose': ({ state }) => void fireEvent.change(screen.getByLabelText('State of adjustments'), { target: { value: state } }),
    'form.open': press('New Adjustment'),
    'form.closed': press('close it'),
    'form.saved': press('save it'),
    'form.deleted': press('delete it'),
    'decision.ask': pressApprove(false),
    'decision.confirmed': pressApprove(true),
    'error.dismiss': press('Dismiss'),
  },
  shows: (model) => {
    const { live, state, error } = model.context;
    const grid = screen.getByRole('grid', { name: 'Commission Adjustments' });
    expect((screen.queryByLabelText('State of adjustments') as HTMLSelectElement | null)?.value).toBe(live ? state : undefined);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    expect(screen.queryByRole('dialog') !== null).toBe(model.matches('editing'));
    if (model.matches('deciding')) {
      expect(grid.getAttribute('aria-busy')).toBe('true');
      expect(outside.jobs.running.get('decide')?.input).toMatchObject({ kind: approve.kind, id: '9', version: 3 });
    }
    // spec 7.21: the server is asked for what is chosen, with as many rows as the window holds (spec 9.06: (900 − 200 − 80 − 40) / 50).
    expect(outside.jobs.calls.filter(({ id }) => id === 'page').at(-1)?.input).toMatchObject({
      question: { start_date: model.context.range.start_date, ...(state === '' ? {} : { state }) },
      cursor: null,
      limit: 11,
    });
    // spec 2.38: what this page alone knows says so.
    expect(screen.queryAllByText('Not saved').length).toBe(model.context.drafts.length);
    if (!live) expect(changes).toBe(0);
  },
});
