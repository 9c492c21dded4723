import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ProjectionDialog from '../../../src/screens/commissions/projections/ProjectionDialog.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { projection, row } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/projections.ts', () => ({
  createProjections: () => ({
    deals: (userId: string) => jobs.current.start('loadDeals', userId),
    calculate: (body: unknown) => jobs.current.start('calculate', body),
  }),
}));

const range = { start_date: '2026-10-01', end_date: '2026-12-31' };
const people = [
  { value: '7', label: 'Sam Sales' },
  { value: '8', label: 'Ann Able' },
];
const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: projection,
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(projection.machine);
    const app = await createStage({ features: ['projections'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <ProjectionDialog range={range} people={people} team={false} onClose={() => {}} />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'person.choose': ({ userId }) => void fireEvent.change(screen.getByLabelText('Person'), { target: { value: userId } }),
    'deal.toggle': ({ id }) => void fireEvent.click(screen.getByLabelText(new RegExp(`^Deal ${id}`))),
    'weighted.toggle': () => void fireEvent.click(screen.getByLabelText('Weigh each deal by its probability')),
    'row.add': async () => {
      await act(async () => {
        fireEvent.change(screen.getByLabelText('Net revenue'), { target: { value: String(row.net_revenue) } });
        fireEvent.change(screen.getByLabelText('Booking date'), { target: { value: row.booking_date } });
        fireEvent.click(screen.getByRole('button', { name: 'Add' }));
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    'row.remove': press('Remove $5,000.00 on Dec 1, 2026'),
    'projection.retry': press('Try again'),
  },
  shows: (model) => {
    const { userId, ticked, extra, weighted, deals, projection, error, dealsError } = model.context;
    if (model.matches({ ready: 'calculating' })) {
      expect(jobs.current.calls.at(-1)?.input).toEqual({ user_id: userId, ...range, deal_ids: ticked, extra, weighted });
    }
    const boxes = screen.queryAllByLabelText(/^Deal /) as HTMLInputElement[];
    expect(boxes.map((box) => box.checked)).toEqual(deals.map(({ id }: { id: string }) => ticked.includes(id)));
    const alerts = screen.queryAllByRole('alert').map((alert) => alert.textContent);
    // While the deals are being reloaded, the previous error is hidden.
    const expected = [model.matches('loading') ? null : dealsError, ...Object.values(model.context.rowErrors), error].filter(
      (text) => text !== null,
    );
    expect(alerts).toEqual(expected.map((text) => expect.stringContaining(text)));
    const table = screen.queryAllByRole('table')[0];
    expect(table !== undefined).toBe(projection !== null);
    if (!table) return;
    // decisions 2.13: before and after, and the distance to the next rate.
    expect(within(table).getByRole('row', { name: /^Commission/ }).textContent).toBe('Commission$4,600.00$5,900.00');
    expect(screen.getByText('$8,000.00 more in Q4 2026 and the rest of the quarter pays 7.5%.')).toBeTruthy();
  },
});
