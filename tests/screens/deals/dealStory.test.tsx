import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DealMove } from '../../../contract/entities/deal.ts';
import { deal } from '../../models/dealsBoard/cases.ts';
import { changes, hall, panel, press, resetDeals, show, stub } from './dealsStage.tsx';

resetDeals();

describe('decisions 2.17: the stages a deal has reached', () => {
  const move = (overrides: Partial<DealMove>): DealMove => ({
    kind: 'moved',
    at: '2026-11-02T12:00:00Z',
    stage: 'Proposal',
    from: 'Qualified',
    by_name: 'Sam Seller',
    ...overrides,
  });
  const stageHistory = async () =>
    [...(await within(await panel()).findByRole('region', { name: 'Stage history' })).querySelectorAll('[role="listitem"]')].map(
      ({ textContent }) => textContent?.replace(/, \d+:\d\d [AP]M/, ''),
    );

  it('appear in its panel with who moved it there and how long it stayed', async () => {
    stub.rows = [{ ...deal, stage_days: 3 }];
    stub.moves = [
      move({ kind: 'created', stage: null, from: null, by_name: null }),
      move({ from: null, at: '2026-11-02T18:00:00Z' }),
      move({ kind: 'lost', from: 'Proposal', at: '2026-11-12T18:00:00Z', by_name: 'Mia Manager' }),
      move({ kind: 'reopened', from: 'Proposal', at: '2026-11-13T18:00:00Z' }),
    ];
    await show('/deals?deal=7');
    await waitFor(async () =>
      expect(await stageHistory()).toEqual([
        'Created Nov 2, 2026',
        'Moved to Proposal Nov 2, 2026 · Sam Seller · for 10 days',
        'Lost in Proposal Nov 12, 2026 · Mia Manager',
        'Reopened in Proposal Nov 13, 2026 · Sam Seller · for 3 days so far',
      ]),
    );
  });

  it('come from the CRM for a connected CRM’s deal; a failed load says so, and the rest stays', async () => {
    stub.rows = [{ ...deal, source: 'HubSpot', state: 'won' }];
    stub.moves = [
      move({ kind: 'created', stage: 'Appointment', from: null, by_name: null }),
      move({ kind: 'won', stage: 'Closed won', by_name: null }),
    ];
    await show('/deals?deal=7');
    await waitFor(async () =>
      expect(await stageHistory()).toEqual(['Created in Appointment Nov 2, 2026 · HubSpot', 'Won in Closed won Nov 2, 2026 · HubSpot']),
    );
    cleanup();
    stub.moves = null;
    await show('/deals?deal=7');
    expect(await within(await panel()).findByText('The stage history of this deal could not be loaded.')).toBeTruthy();
    expect(within(await panel()).getByRole('region', { name: 'Details' })).toBeTruthy();
  });
});

describe('links of a deal', () => {
  it('are found by text and added once, and lead to the event', async () => {
    stub.change = () => {
      stub.links = [hall];
      return null;
    };
    await show('/deals?deal=7');
    const dialog = await panel();
    const box = await within(dialog).findByRole('searchbox', { name: 'Search events by customer or program' });
    fireEvent.change(box, { target: { value: 'nobody' } });
    await press('Search', dialog);
    expect(await within(dialog).findByText('Nothing found for “nobody”.')).toBeTruthy();
    fireEvent.change(box, { target: { value: ' mesa ' } });
    await press('Search', dialog);
    const match = await within(dialog).findByRole('button', { name: /^Mesa Library/ });
    await act(async () => {
      fireEvent.click(match);
      fireEvent.click(match);
    });
    expect(changes()).toEqual([['POST /api/v1/deals/7/links', { kind: 'event', id: '31' }]]);
    expect((await within(dialog).findByRole('link', { name: hall.label })).getAttribute('href')).toBe(
      '/events?period=custom&start=2026-11-30&end=2026-11-30&event=31',
    );
  });

  it('show a refusal and reload; an invoice made for the deal cannot be removed', async () => {
    stub.links = [hall, { ...hall, kind: 'invoice', id: '9', label: '1042-A · Mesa Library', amount: 1200.5, removable: false }];
    stub.change = () => {
      throw { status: 404, data: { message: 'There is no such link.' } };
    };
    await show('/deals?deal=7');
    const dialog = await panel();
    await press('Remove the link to Mesa Library · Robotics', dialog);
    expect(await within(dialog).findByText('There is no such link.')).toBeTruthy();
    expect(stub.calls.filter(({ path }) => path === '/api/v1/deals/7/links')).toHaveLength(2);
    expect(within(dialog).getByText('Made for this deal')).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: '1042-A · Mesa Library' }).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&search=1042-A',
    );
    await press('Dismiss', dialog);
    expect(within(dialog).queryByText('There is no such link.')).toBeNull();
  });
});
