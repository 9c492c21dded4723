import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { cursorPages, question } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/commissions.ts', () => ({
  createCommissions: () => ({ page: (input: unknown) => jobs.current.start('loadPage', input), forget: () => {} }),
}));
// The adjustments below the sales are paged too; here their first page never loads.
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({ page: () => new Promise(() => {}), forget: () => {} }),
}));

const row = (invoice: string): Commission => ({
  id: invoice,
  invoice_id: invoice,
  invoice_number: invoice,
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-11-03',
  gross_amount: 1200,
  net_revenue: 1000,
  commission_amount: 50,
  commission_rate: 0.05,
  status: 'due',
  payment_date: null,
  notes: null,
});
const page = (invoice: string, cursor: string | null) => ({
  data: [row(`${invoice}-A`), row(`${invoice}-B`)],
  pagination: { cursor, limit: 10, total: 13_916 },
});

const sales = () => within(screen.getByRole('region', { name: 'Commissionable Sales' }));
const button = (name: string) => sales().getByRole('button', { name });
const press = (name: string) => () => void fireEvent.click(button(name));
const heights = [900, 1200] as const;
const setWindowHeight = (px: number) => Object.defineProperty(document.documentElement, 'clientHeight', { value: px, configurable: true });
const pageHeight = () => document.documentElement.clientHeight;

describeScreen({
  of: {
    ...cursorPages,
    inputs: [{ question, pageSize: 7, fallback: 'Failed to load commissions' }],
    cases: {
      ...cursorPages.cases,
      // The gesture chooses the next status, so every question differs from the last; the screen adds its period.
      'question.changed': ({ context }) => [{ question: { ...question, status: `${Number(context.question?.status ?? 0) + 1}` } }],
      // Triggered by a saved adjustment: covered by the walk of the adjustments.
      'page.reload': [],
      // Triggered by a URL or by Back: covered by its own test.
      'page.go': [],
      'size.changed': ({ context }) => [{ pageSize: context.pageSize === 7 ? 12 : 7 }],
      'xstate.done.actor.loadPage': ({ context }) => [
        { output: page(`next-${context.history.length}`, `c${context.history.length + 1}`) },
        { output: page('last', null) },
      ],
      'xstate.error.actor.loadPage': [{ error: { status: 500, data: { message: 'The list is being counted.' } } }],
    },
    project: (context) => [cursorPages.project(context), context.pageSize],
  },
  mount: async () => {
    jobs.current = createJobs();
    setWindowHeight(heights[0]);
    // The URL still contains the previous path's choices.
    window.history.replaceState(null, '', '/commissions');
    const observer = createObserver(cursorPages.machine, 'pages', 'commissions');
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <CommissionsScreen />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'page.next': press('Next'),
    'page.previous': press('Previous'),
    'page.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'question.changed': () => {
      const select = sales().getByLabelText('Status') as HTMLSelectElement;
      const values = [...select.options].map(({ value }) => value);
      fireEvent.change(select, { target: { value: values[(values.indexOf(select.value) + 1) % values.length] } });
    },
    'size.changed': async () => {
      setWindowHeight(pageHeight() === heights[0] ? heights[1] : heights[0]);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        fireEvent(window, new Event('resize'));
        // A resize takes effect once it has finished.
        await act(() => vi.advanceTimersByTimeAsync(200));
      } finally {
        vi.useRealTimers();
      }
    },
    'sort.changed': () => void fireEvent.click(sales().getByRole('columnheader', { name: 'Net Revenue' })),
  },
  // There are five statuses; a sixth choice would repeat the first question.
  longest: 5,
  shows: (model) => {
    const grid = screen.getByRole('grid', { name: 'Commissionable Sales' });
    expect(grid.getAttribute('aria-busy')).toBe(String(model.matches('loading')));
    // spec 4.05: Next and Previous are enabled exactly when they lead somewhere.
    expect(button('Next').getAttribute('aria-disabled')).toBe(model.can({ type: 'page.next' }) ? null : 'true');
    expect(button('Previous').getAttribute('aria-disabled')).toBe(model.can({ type: 'page.previous' }) ? null : 'true');
    // spec 8.03: a red card with the list's own message.
    expect(screen.queryByRole('alert')?.textContent?.includes('The list is being counted.') ?? false).toBe(model.matches('failed'));
    const firstCells = [...grid.querySelectorAll('tbody tr[data-row] td:first-child')].map((cell) => cell.textContent ?? '');
    for (const item of model.context.page?.data ?? []) expect(firstCells.some((text) => text.includes(item.id))).toBe(true);
    // spec 9.05: numbers in en-US format.
    const { page: shownPage } = model.context;
    expect(sales().queryByText(/^[\d,]+–[\d,]+ of 13,916$/) !== null).toBe(shownPage !== null && !model.hasTag('stale'));
    // spec 7.20: the request uses the current cursor, starting over after a reset.
    if (model.matches('loading')) expect(jobs.current.calls.at(-1)?.input).toMatchObject({ cursor: model.context.cursor });
  },
  unreachable: {
    'cursorPages --page.go[0]--> cursorPages.loading (reenter)': 'No step back is taken here.',
    'cursorPages --page.go[1]--> cursorPages.loading (reenter)': 'The address of this walk names no page.',
    'cursorPages.loading --xstate.done.actor.loadPage[0]--> cursorPages.loading (reenter)': 'As above.',
    'cursorPages --page.reload[0]--> cursorPages.loading (reenter)': 'No adjustment is made here.',
    'cursorPages --question.changed[1]--> cursorPages.waiting': 'The period always has both dates.',
    'cursorPages.deciding --always[1]--> cursorPages.waiting': 'The period always has both dates.',
  },
});
