import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import ProjectionDialog from '../../../src/screens/commissions/projections/ProjectionDialog.tsx';
import { projected } from '../../models/projection/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const { deals, calculate } = vi.hoisted(() => ({ deals: vi.fn(), calculate: vi.fn() }));
vi.mock('../../../src/services/projections.ts', () => ({ createProjections: () => ({ deals, calculate }) }));
afterEach(cleanup);

const range = { start_date: '2026-11-01', end_date: '2026-11-21' };
const people = [
  { value: '7', label: 'Sam Sales' },
  { value: '8', label: 'Ann Able' },
];

it('decisions 2.13: a manager starts with the team, and adds amounts for one person, in their full quota period', async () => {
  deals.mockResolvedValue([]);
  calculate.mockResolvedValue({ ...projected(5900), next_threshold: null });
  const app = await createStage({ features: ['projections'] });
  await act(async () => {
    render(
      <Stage app={app}>
        <ProjectionDialog range={range} people={people} team onClose={() => {}} />
      </Stage>,
    );
  });
  const person: HTMLSelectElement = screen.getByLabelText('Person');
  expect([...person.options].map(({ text }) => text)).toEqual(['My team', 'Sam Sales', 'Ann Able']);
  expect([deals.mock.calls[0]?.[0], calculate.mock.calls[0]?.[0].user_id]).toEqual(['team', 'team']);
  expect(screen.getByText('These figures add up what the people on your team earn, each under a quota of their own.')).toBeTruthy();
  expect(screen.queryByLabelText('Net revenue')).toBeNull();
  await act(async () => void fireEvent.change(person, { target: { value: '7' } }));
  expect(calculate.mock.calls.at(-1)?.[0]).toMatchObject({ user_id: '7', ...range });
  expect(screen.getByLabelText('Booking date')).toHaveProperty('value', '2026-12-31');
});
