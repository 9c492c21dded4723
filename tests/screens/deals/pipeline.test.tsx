import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import PipelineScreen from '../../../src/screens/pipeline/index.tsx';
import { user as seller } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { mockPhoneWidth } from '../../ui/phoneWidth.ts';

const pipeline: Pipeline = {
  data: [
    { stage: 'Proposal', count: 3, value: 3_000.5, probability: 0.5, weighted_value: 1_500.25, gone: false },
    { stage: 'Demo done', count: 1, value: 100, probability: null, weighted_value: 0, gone: true },
  ],
  summary: { deal_count: 4, total_value: 3_100.5, weighted_value: 1_500.25, average_deal_size: 1_033.5, needs_data: 1, stale: 2 },
  forecast: [{ month: '2026-12', count: 3, value: 3_000.5, weighted_value: 1_500.25 }],
  funnel: [
    { stage: 'Proposal', count: 12 },
    { stage: 'won', count: 9 },
  ],
};
const emptyPipeline: Pipeline = {
  data: [{ stage: 'Proposal', count: 0, value: 0, probability: 0.5, weighted_value: 0, gone: false }],
  summary: { deal_count: 0, total_value: 0, weighted_value: 0, average_deal_size: null, needs_data: 0, stale: 0 },
  forecast: [],
};
const hidden = { value: null, weighted_value: null };
const people = [
  { ...seller, id: '3', role: 'sales_manager' },
  { ...seller, id: '7', first_name: 'Ana', last_name: 'Ruiz', manager_id: '3' },
];

type Call = Readonly<{ query: Record<string, string>; resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
let calls: Call[];
beforeEach(() => {
  calls = [];
  window.history.replaceState(null, '', '/pipeline');
});
afterEach(cleanup);
const both = ['deals', 'pipeline', 'users-pages'];
const show = async (features: readonly string[] = both, role: User['role'] = 'salesperson') => {
  const user = { ...seller, id: role === 'sales_manager' ? '3' : '7', role } as User;
  const app = await createStage({ features, user });
  const http = (path: string, { query = {} }: { query?: Record<string, string> } = {}) =>
    path === '/api/v1/users'
      ? Promise.resolve({ data: people, pagination: { cursor: null, limit: 500, total: 2 } })
      : new Promise((resolve, reject) => calls.push({ query, resolve, reject }));
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <PipelineScreen />
      </Stage>,
    );
  });
};
const answer = (which: number, value: unknown) => act(async () => calls[which]?.resolve(value));
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Stages' }))
    .getAllByRole('row')
    .map((row) => row.textContent);

describe('Sales Pipeline (spec 2.43)', () => {
  it('on a phone, each stage is a card with full amounts, linked to its deals', async () => {
    mockPhoneWidth();
    try {
      await show();
      await answer(0, pipeline);
      const cards = within(screen.getByRole('list', { name: 'Stages' })).getAllByRole('listitem');
      expect(cards.map((card) => card.textContent)).toEqual([
        'Proposal$3,000.50Deals: 3Weighted value: $1,500.25Probability: 50.0%',
        'Demo done$100.00Deals: 1Weighted value: $0.00Probability: —Stage is gone',
        'Total$3,100.50Deals: 4Weighted value: $1,500.25',
      ]);
      fireEvent.click(screen.getByRole('button', { name: /^Proposal/ }));
      expect(`${window.location.pathname}${window.location.search}`).toBe('/deals?stage=Proposal');
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('decisions 1.02: without the feature, it shows the tagged sample, has no links and requests nothing', async () => {
    await show([]);
    expect((await rows()).at(1)).toBe('Prospecting 24$96,000.0010.0%$9,600.00');
    expect(screen.getByText('Sample data')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('decisions 1.03: if deals are not announced, its figures are live and have no links', async () => {
    await show(['pipeline']);
    await answer(0, pipeline);
    expect(screen.queryByText('Sample data')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('spec 3.12: has stages with value, probability and weighted value, and their sum; a removed stage is marked', async () => {
    await show();
    await answer(0, pipeline);
    expect(await rows()).toEqual([
      'StageDealsValueProbabilityWeighted value',
      'Proposal 3$3,000.5050.0%$1,500.25',
      'Demo done Stage is gone1$100.00—$0.00',
      'Total4$3,100.50$1,500.25',
    ]);
    const cards = [...document.querySelectorAll('.pipeline-cards > div')].map((card) => card.textContent);
    expect(cards).toEqual(['Total value$3,100.50', 'Weighted value$1,500.25', 'Open deals4', 'Average deal size$1,033.50']);
  });

  it('decisions 2.17: rows, marks and bars link to the deals of the same query', async () => {
    window.history.replaceState(null, '', '/pipeline?person=7');
    await show();
    expect(calls[0]?.query).toEqual({ owner: '7' });
    await answer(0, pipeline);
    const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    await screen.findByRole('figure', { name: 'Forecast by close month' });
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        '/deals?person=7&attention=needs_data',
        '/deals?person=7&attention=stale',
        '/deals?person=7&stage=Proposal',
        '/deals?person=7&close=2026-12',
        '/deals?person=7&state=all&reached=Proposal',
        '/deals?person=7&state=won',
      ]),
    );
  });

  it('decisions 3.02: shows an events manager counts, and says that amounts are not for this role', async () => {
    await show(both, 'events_manager');
    const { summary, data, forecast } = pipeline;
    await answer(0, {
      data: data.map((item) => ({ ...item, ...hidden })),
      summary: { ...summary, total_value: null, weighted_value: null, average_deal_size: null },
      forecast: forecast.map((item) => ({ ...item, ...hidden })),
      funnel: pipeline.funnel,
    });
    await screen.findByRole('figure', { name: 'Deals that reached each stage' });
    expect((await rows()).at(1)).toBe('Proposal 3Not visible to you50.0%Not visible to you');
    expect(document.body.textContent).not.toContain('$');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('an owner who has left is still named, and an unknown one is shown as unknown', async () => {
    people.push({ ...seller, id: '9', first_name: 'Lou', last_name: 'Left', manager_id: '3', active: false });
    await show(both, 'sales_manager');
    await answer(0, pipeline);
    expect(await screen.findByRole('option', { name: 'Lou Left (left)' })).toBeTruthy();
    people.pop();
    cleanup();
    window.history.replaceState(null, '', '/pipeline?person=99999');
    await show(both, 'sales_manager');
    const field = (await screen.findByLabelText('Shown for')) as HTMLSelectElement;
    expect(field.selectedOptions[0]?.textContent).toBe('Unknown person');
  });

  it('decisions 8.02: another owner is requested and put in the URL, and the previous figures are dimmed', async () => {
    await show(both, 'sales_manager');
    await answer(0, pipeline);
    fireEvent.change(await screen.findByRole('combobox', { name: 'Shown for' }), { target: { value: '7' } });
    await waitFor(() => expect(calls.map(({ query }) => query)).toEqual([{}, { owner: '7' }]));
    expect(window.location.search).toBe('?person=7');
    expect(document.querySelector('.pipeline-shown.is-stale')).not.toBeNull();
    await answer(1, emptyPipeline);
    expect(document.querySelector('.pipeline-shown.is-stale')).toBeNull();
    expect(screen.getByText('No open deals')).toBeTruthy();
  });

  it('a failure is shown, and can be retried', async () => {
    await show();
    await act(async () => calls[0]?.reject({ status: 503 }));
    expect(await screen.findByText('The pipeline could not be loaded.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });
});
