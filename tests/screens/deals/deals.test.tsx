import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deal, DealLink, DealMove } from '../../../contract/entities/deal.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import DealsScreen from '../../../src/screens/deals/index.tsx';
import { boardOf, deal, moved, theirs } from '../../models/dealsBoard/cases.ts';
import { user as seller } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

beforeAll(async () => {
  await import('../../../src/screens/deals/parts/DealPanel.tsx');
  await import('../../../src/screens/deals/parts/DealDialog.tsx');
  await import('../../../src/screens/deals/parts/DealBoard.tsx');
  await import('../../../src/ui/dialog/Dialog.tsx');
  await import('../../../src/ui/menu/MenuList.tsx');
});

type Call = Readonly<{ method: string; path: string; query: Record<string, string>; body: unknown }>;
let calls: Call[];
let rows: readonly Deal[];
let links: readonly DealLink[];
let moves: readonly DealMove[] | null;
/** What a change is answered with; what is thrown is its refusal. */
let change: (call: Call) => unknown;
const hall: DealLink = { kind: 'event', id: '31', label: 'Mesa Library · Robotics', day: '2026-11-30', amount: null, removable: true };
beforeEach(() => {
  [calls, rows, links, moves] = [[], [deal], [], []];
  change = () => moved;
  window.history.replaceState(null, '', '/deals');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answerOf = (call: Call): unknown => {
  const { method, path, query } = call;
  if (method !== 'GET') return change(call);
  if (path === '/api/v1/deals') return { data: rows, pagination: { cursor: null, limit: 25, total: rows.length } };
  if (path === '/api/v1/pipeline') return { data: [{ stage: 'Appointment' }, { stage: 'Contract sent' }] };
  if (path === '/api/v1/deals/board') return boardOf(...rows);
  if (path === '/api/v1/deals/choices') return { data: query.q === 'mesa' ? [{ id: '31', label: hall.label, day: hall.day }] : [] };
  if (path.endsWith('/links')) return { data: links };
  if (path.endsWith('/moves') && moves === null) throw new TypeError('no answer');
  if (path.endsWith('/moves')) return { data: moves };
  return rows.find(({ id }) => path === `/api/v1/deals/${id}`) ?? deal;
};
const show = async (address = '/deals', { features = ['deals'], user = seller as User } = {}) => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features, user });
  const http = async (path: string, { method = 'GET', query = {}, body }: Partial<Call> = {}) => {
    const call = { method, path, query, body };
    calls.push(call);
    return answerOf(call);
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as unknown as App['http'] }}>
        <DealsScreen />
      </Stage>,
    );
  });
};
const changes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const press = async (name: string | RegExp, inside: HTMLElement = document.body) => {
  const button = await within(inside).findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
const back = () =>
  act(async () => {
    window.history.back();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
const panel = () => screen.findByRole('dialog', { name: 'Robotics week · Flagstaff Library' });

it('decisions 2.17: the stages to choose from are those that Pipeline has, of the connected CRM', async () => {
  await show('/deals?reached=Appointment', { features: ['deals', 'pipeline'] });
  const stage = screen.getByLabelText('Stage') as HTMLSelectElement;
  await waitFor(() =>
    expect([...stage.options].map(({ textContent }) => textContent)).toEqual(['All stages', 'Appointment', 'Contract sent']),
  );
  expect(calls.find(({ path }) => path === '/api/v1/deals')?.query).toMatchObject({ reached: 'Appointment' });
});

describe('Deals where they are not for one to see', () => {
  it('spec 2.44: without the feature they are a placeholder, and nothing is asked', async () => {
    await show('/deals', { features: [] });
    expect(screen.getByRole('heading', { name: 'Deals', level: 1 })).toBeTruthy();
    expect(screen.getByText('Deal management features will be implemented.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('decisions 3.04: an events manager reads that deals are not for this role, and nothing is asked', async () => {
    await show('/deals', { user: { ...seller, role: 'events_manager' } });
    expect(screen.getByText('Deals are not for your role')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('decisions 3.04: finance reads them, and makes none', async () => {
    rows = [{ ...deal, actions: [] }];
    await show('/deals?deal=7', { user: { ...seller, role: 'finance' } });
    const dialog = await panel();
    await within(dialog).findByText('No event and no invoice is linked yet.');
    expect(screen.queryByRole('button', { name: 'New Deal' })).toBeNull();
    for (const name of ['Won', 'Lost', 'Edit', 'Reopen', 'Search']) expect(within(dialog).queryByRole('button', { name })).toBeNull();
  });
});

it('bad input: a stage that is gone stands in the filter that it narrows by, and so does an owner whom nobody knows', async () => {
  await show('/deals?stage=Demo+done&owner=99999');
  expect((screen.getByLabelText('Stage') as HTMLSelectElement).value).toBe('Demo done');
  expect(screen.getByRole('button', { name: /Unknown person/ })).toBeTruthy();
});

describe('a deal in its panel (decisions 2.17)', () => {
  it('opens from its row under an address of its own, and says what it lacks', async () => {
    rows = [{ ...deal, amount: null, needs: ['amount'], actions: ['edit', 'move', 'lose', 'annotate'] }];
    await show('/deals?stage=Proposal');
    expect(calls[0]).toMatchObject({ path: '/api/v1/deals', query: { stage: 'Proposal' } });
    await press('Open the deal Robotics week');
    const dialog = await panel();
    expect(window.location.search).toBe('?stage=Proposal&deal=7');
    expect(within(dialog).getByText('Missing: amount. Until it is filled in, this deal counts with zero.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Won' })).toBeNull();
  });

  it('decisions 2.17: once it is won it leads to Create Invoice, for those who may make one', async () => {
    rows = [{ ...deal, state: 'won', actions: ['reopen'] }];
    await show('/deals?state=won&deal=7', { features: ['deals', 'invoices'] });
    await screen.findByRole('button', { name: 'Reopen' });
    expect(screen.queryByRole('link', { name: 'Create Invoice' })).toBeNull();
    cleanup();
    await show('/deals?state=won&deal=7', { features: ['deals', 'invoices'], user: { ...seller, role: 'vp_sales' } as User });
    expect((await screen.findByRole('link', { name: 'Create Invoice' })).getAttribute('href')).toBe('/invoices?create=deal-7');
  });

  it('is won with the version that was seen, and the list is read again', async () => {
    await show('/deals?deal=7');
    await panel();
    const before = calls.filter(({ path }) => path === '/api/v1/deals').length;
    await press('Won', await panel());
    expect(changes()).toEqual([['POST /api/v1/deals/7/win', { version: 4 }]]);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/v1/deals')).toHaveLength(before + 1));
  });

  it('is edited with the version that was seen, in everything but its stage, which is moved', async () => {
    await show('/deals?deal=7');
    await press('Edit', await panel());
    const amount = await screen.findByLabelText('Amount');
    await act(async () => void fireEvent.change(amount, { target: { value: '1500' } }));
    await press('Save');
    const body = { name: 'Robotics week', customer_name: 'Flagstaff Library', owner_id: '3', amount: '1500' };
    await waitFor(() =>
      expect(changes()).toEqual([['PUT /api/v1/deals/7', { ...body, expected_close_date: '2026-12-10', notes: '', version: 4 }]]),
    );
    await waitFor(() => expect(window.location.search).toBe('?deal=7'));
  });

  it('is lost with a reason only, and then its panel is in front again', async () => {
    await show('/deals?deal=7');
    await press('Lost', await panel());
    expect(window.location.search).toBe('?lose=7');
    await press('Mark as Lost', await screen.findByRole('dialog', { name: 'Mark as Lost: Robotics week' }));
    expect(await screen.findByText('A reason is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Why it was lost'), { target: { value: ' Budget was cut ' } });
    await press('Mark as Lost');
    await waitFor(() => expect(changes()).toEqual([['POST /api/v1/deals/7/lose', { version: 4, reason: 'Budget was cut' }]]));
    await waitFor(() => expect(window.location.search).toBe('?deal=7'));
  });

  it('decisions 8.02: Back takes away what is in front of the deal, panel or dialog, and asks where something is typed', async () => {
    const asked = vi.fn(() => false);
    vi.stubGlobal('confirm', asked);
    await show('/deals?stage=Proposal');
    await press('Open the deal Robotics week');
    await press('Lost', await panel());
    const reason = await screen.findByLabelText('Why it was lost');
    await act(async () => void fireEvent.change(reason, { target: { value: 'Budget' } }));
    await back();
    expect(asked).toHaveBeenCalledWith('Leave without saving the deal?');
    expect(window.location.search).toBe('?stage=Proposal&lose=7');
    asked.mockReturnValue(true);
    await back();
    expect([window.location.search, screen.queryByRole('dialog')]).toEqual(['?stage=Proposal', null]);
  });

  it('says the refusal of a step in the server’s words', async () => {
    change = () => {
      throw { status: 409, data: { message: 'Somebody else has changed this deal.' } };
    };
    await show('/deals?deal=7');
    await press('Won', await panel());
    expect(await within(await panel()).findByText('Somebody else has changed this deal.')).toBeTruthy();
  });

  it('of a connected CRM can be annotated and linked, and nothing else', async () => {
    rows = [theirs];
    await show('/deals?deal=8');
    const dialog = await screen.findByRole('dialog', { name: /^Tech nights/ });
    expect(within(dialog).getByText('Owned by HubSpot. Change it there; links and notes are yours.')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Edit notes' })).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Search' })).toBeTruthy();
    for (const name of ['Won', 'Lost', 'Edit', 'Move to another stage: Tech nights'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull();
  });
});

describe('decisions 2.17: the stages that a deal came to', () => {
  const move = (more: Partial<DealMove>): DealMove => ({
    kind: 'moved',
    at: '2026-11-02T12:00:00Z',
    stage: 'Proposal',
    from: 'Qualified',
    by_name: 'Sam Seller',
    ...more,
  });
  const told = async () =>
    [...(await within(await panel()).findByRole('region', { name: 'Stage history' })).querySelectorAll('[role="listitem"]')].map(
      ({ textContent }) => textContent?.replace(/, \d\d:\d\d/, ''),
    );

  it('stand in its panel with who brought it there and how long it stayed', async () => {
    rows = [{ ...deal, stage_days: 3 }];
    moves = [
      move({ kind: 'created', stage: null, from: null, by_name: null }),
      move({ from: null, at: '2026-11-02T18:00:00Z' }),
      move({ kind: 'lost', from: 'Proposal', at: '2026-11-12T18:00:00Z', by_name: 'Mia Manager' }),
      move({ kind: 'reopened', from: 'Proposal', at: '2026-11-13T18:00:00Z' }),
    ];
    await show('/deals?deal=7');
    await waitFor(async () =>
      expect(await told()).toEqual([
        'Created Nov 2, 2026',
        'Moved to Proposal Nov 2, 2026 · Sam Seller · for 10 days',
        'Lost in Proposal Nov 12, 2026 · Mia Manager',
        'Reopened in Proposal Nov 13, 2026 · Sam Seller · for 3 days so far',
      ]),
    );
  });

  it('of a connected CRM’s deal are told by the CRM; what cannot be loaded says so, and the rest stands', async () => {
    rows = [{ ...deal, source: 'HubSpot', state: 'won' }];
    moves = [
      move({ kind: 'created', stage: 'Appointment', from: null, by_name: null }),
      move({ kind: 'won', stage: 'Closed won', by_name: null }),
    ];
    await show('/deals?deal=7');
    await waitFor(async () =>
      expect(await told()).toEqual(['Created in Appointment Nov 2, 2026 · HubSpot', 'Won in Closed won Nov 2, 2026 · HubSpot']),
    );
    cleanup();
    moves = null;
    await show('/deals?deal=7');
    expect(await within(await panel()).findByText('The stage history of this deal could not be loaded.')).toBeTruthy();
    expect(within(await panel()).getByRole('region', { name: 'Details' })).toBeTruthy();
  });
});

describe('what a deal belongs to', () => {
  it('is found by its words and linked once, and leads to the event', async () => {
    change = () => {
      links = [hall];
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
    const found = await within(dialog).findByRole('button', { name: /^Mesa Library/ });
    await act(async () => {
      fireEvent.click(found);
      fireEvent.click(found);
    });
    expect(changes()).toEqual([['POST /api/v1/deals/7/links', { kind: 'event', id: '31' }]]);
    expect((await within(dialog).findByRole('link', { name: hall.label })).getAttribute('href')).toBe(
      '/events?period=custom&start=2026-11-30&end=2026-11-30&event=31',
    );
  });

  it('a refusal is said and the links are read again; an invoice made for the deal cannot be removed', async () => {
    links = [hall, { ...hall, kind: 'invoice', id: '9', label: '1042-A · Mesa Library', amount: 1200.5, removable: false }];
    change = () => {
      throw { status: 404, data: { message: 'There is no such link.' } };
    };
    await show('/deals?deal=7');
    const dialog = await panel();
    await press('Remove the link to Mesa Library · Robotics', dialog);
    expect(await within(dialog).findByText('There is no such link.')).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/api/v1/deals/7/links')).toHaveLength(2);
    expect(within(dialog).getByText('Made for this deal')).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: '1042-A · Mesa Library' }).getAttribute('href')).toBe(
      '/commissions?period=month&start=2026-11-01&end=2026-11-30&search=1042-A',
    );
    await press('Dismiss', dialog);
    expect(within(dialog).queryByText('There is no such link.')).toBeNull();
  });
});

describe('the board', () => {
  const card = () => screen.findByRole('button', { name: 'Open the deal Robotics week' });
  const column = async () => (await card()).closest('section')?.getAttribute('aria-label')?.split(':')[0];

  it('a card is moved by Alt and an arrow key, at once, and keeps the focus', async () => {
    change = () => {
      rows = [{ ...deal, stage: 'Negotiation', version: 5 }];
      return rows[0];
    };
    await show('/deals?view=board');
    (await card()).focus();
    await act(async () => void fireEvent.keyDown(await card(), { key: 'ArrowRight', altKey: true }));
    expect(await column()).toBe('Negotiation');
    expect(document.activeElement).toBe(await card());
    expect(changes()).toEqual([['POST /api/v1/deals/7/move', { version: 4, stage: 'Negotiation' }]]);
  });

  it('a refused move goes back with the focus, and says why', async () => {
    change = () => {
      throw { status: 409, data: { message: 'Somebody else has changed this deal.' } };
    };
    await show('/deals?view=board');
    (await card()).focus();
    await act(async () => void fireEvent.keyDown(await card(), { key: 'ArrowLeft', altKey: true }));
    await screen.findByText('Robotics week could not be moved and is back in Proposal. Somebody else has changed this deal.');
    expect(await column()).toBe('Proposal');
    expect(document.activeElement).toBe(await card());
  });

  it('a card is moved by its menu, where its own stage is no choice', async () => {
    await show('/deals?view=board');
    await press('Move to another stage: Robotics week');
    const own = await screen.findByRole('menuitem', { name: 'Proposal' });
    expect(own.getAttribute('aria-disabled') ?? String(own.classList.contains('p-disabled'))).toBe('true');
    await act(async () => void fireEvent.click(within(screen.getByRole('menuitem', { name: 'Verbal' })).getByText('Verbal')));
    expect(changes()).toEqual([['POST /api/v1/deals/7/move', { version: 4, stage: 'Verbal' }]]);
  });

  it('a deal of a connected CRM offers no move', async () => {
    rows = [theirs];
    await show('/deals?view=board');
    const button = await screen.findByRole('button', { name: 'Open the deal Tech nights' });
    await act(async () => void fireEvent.keyDown(button, { key: 'ArrowRight', altKey: true }));
    expect(screen.queryByRole('button', { name: /^Move to another stage/ })).toBeNull();
    expect(button.closest('li')?.getAttribute('draggable')).toBe('false');
    expect(changes()).toEqual([]);
  });
});
