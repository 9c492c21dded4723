import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { deal, readOnlyDeal } from '../../models/dealsBoard/cases.ts';
import { user as seller } from '../../models/session/cases.ts';
import { goBack } from '../../ui/goBack.ts';
import { changes, panel, press, resetDeals, show, stub } from './dealsStage.tsx';

resetDeals();

it('decisions 2.17: the stage filter lists the stages in Pipeline, from the connected CRM', async () => {
  await show('/deals?reached=Appointment', { features: ['deals', 'pipeline'] });
  const stage = screen.getByLabelText('Stage') as HTMLSelectElement;
  await waitFor(() =>
    expect([...stage.options].map(({ textContent }) => textContent)).toEqual(['All stages', 'Appointment', 'Contract sent']),
  );
  expect(stub.calls.find(({ path }) => path === '/api/v1/deals')?.query).toMatchObject({ reached: 'Appointment' });
});

describe('Deals without access', () => {
  it('spec 2.44: are a placeholder without the feature, and request nothing', async () => {
    await show('/deals', { features: [] });
    expect(screen.getByRole('heading', { name: 'Deals', level: 1 })).toBeTruthy();
    expect(screen.getByText('Deal management features will be implemented.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(stub.calls).toEqual([]);
  });

  it('decisions 3.04: tell an events manager that deals are not for this role, and request nothing', async () => {
    await show('/deals', { user: { ...seller, role: 'events_manager' } });
    expect(screen.getByText('Your role has no access to deals')).toBeTruthy();
    expect(stub.calls).toEqual([]);
  });

  it('decisions 3.04: finance can read them but not create one', async () => {
    stub.rows = [{ ...deal, actions: [] }];
    await show('/deals?deal=7', { user: { ...seller, role: 'finance' } });
    const dialog = await panel();
    await within(dialog).findByText('No event and no invoice is linked yet.');
    expect(screen.queryByRole('button', { name: 'New Deal' })).toBeNull();
    for (const name of ['Won', 'Lost', 'Edit', 'Reopen', 'Search']) expect(within(dialog).queryByRole('button', { name })).toBeNull();
  });
});

it('bad input: a removed stage stays in the filter that uses it, and so does an unknown owner', async () => {
  await show('/deals?stage=Demo+done&person=99999');
  expect((screen.getByLabelText('Stage') as HTMLSelectElement).value).toBe('Demo done');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shown for' }).selectedOptions[0]?.textContent).toBe('Unknown person');
});

describe('a deal in its panel (decisions 2.17)', () => {
  it('opens from its row under its own address, and names what it lacks', async () => {
    stub.rows = [{ ...deal, amount: null, needs: ['amount'], actions: ['edit', 'move', 'lose', 'annotate'] }];
    await show('/deals?stage=Proposal');
    expect(stub.calls[0]).toMatchObject({ path: '/api/v1/deals', query: { stage: 'Proposal' } });
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Open the deal Robotics week' })));
    const dialog = await panel();
    expect(window.location.search).toBe('?stage=Proposal&deal=7');
    expect(within(dialog).getByText('Missing: amount. Until it is filled in, this deal counts as $0.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Won' })).toBeNull();
  });

  it('decisions 2.17: links to Create Invoice once won, for those who may create one', async () => {
    stub.rows = [{ ...deal, state: 'won', actions: ['reopen'] }];
    await show('/deals?state=won&deal=7', { features: ['deals', 'invoices'] });
    await screen.findByRole('button', { name: 'Reopen' });
    expect(screen.queryByRole('link', { name: 'Create Invoice' })).toBeNull();
    cleanup();
    await show('/deals?state=won&deal=7', { features: ['deals', 'invoices'], user: { ...seller, role: 'vp_sales' } as User });
    expect((await screen.findByRole('link', { name: 'Create Invoice' })).getAttribute('href')).toBe('/invoices?create=deal-7');
  });

  it('is won with the version that was seen, and the list reloads', async () => {
    await show('/deals?deal=7');
    await panel();
    const callsBefore = stub.calls.filter(({ path }) => path === '/api/v1/deals').length;
    await press('Won', await panel());
    expect(changes()).toEqual([['POST /api/v1/deals/7/win', { version: 4 }]]);
    await waitFor(() => expect(stub.calls.filter(({ path }) => path === '/api/v1/deals')).toHaveLength(callsBefore + 1));
  });

  it('is edited with the version that was seen, except for its stage, which is moved', async () => {
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

  it('is lost only with a reason, and then its panel is in front again', async () => {
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

  it('decisions 8.02: Back closes the panel or dialog in front of the deal, and asks if something is typed', async () => {
    const confirm = vi.fn(() => false);
    vi.stubGlobal('confirm', confirm);
    await show('/deals?stage=Proposal');
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Open the deal Robotics week' })));
    await press('Lost', await panel());
    const reason = await screen.findByLabelText('Why it was lost');
    await act(async () => void fireEvent.change(reason, { target: { value: 'Budget' } }));
    window.history.back();
    // A refused navigation isn't reported to others, and the URL is restored with the answer.
    await waitFor(() => expect(confirm).toHaveBeenCalledWith('Leave without saving the deal?'));
    expect(window.location.search).toBe('?stage=Proposal&lose=7');
    confirm.mockReturnValue(true);
    await goBack();
    expect([window.location.search, screen.queryByRole('dialog')]).toEqual(['?stage=Proposal', null]);
  });

  it('shows a refused step in the server’s words', async () => {
    stub.change = () => {
      throw { status: 409, data: { message: 'Somebody else has changed this deal.' } };
    };
    await show('/deals?deal=7');
    await press('Won', await panel());
    expect(await within(await panel()).findByText('Somebody else has changed this deal.')).toBeTruthy();
  });

  it('a deal of a connected CRM can only be annotated and linked', async () => {
    stub.rows = [readOnlyDeal];
    await show('/deals?deal=8');
    const dialog = await screen.findByRole('dialog', { name: /^Tech nights/ });
    expect(within(dialog).getByText('Owned by HubSpot. Change it there; links and notes are yours.')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Edit notes' })).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Search' })).toBeTruthy();
    for (const name of ['Won', 'Lost', 'Edit', 'Move to another stage: Tech nights'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull();
  });
});

describe('the board', () => {
  const card = () => screen.findByRole('button', { name: 'Open the deal Robotics week' });
  const column = async () => (await card()).closest('section')?.getAttribute('aria-label')?.split(':')[0];

  it('Alt and an arrow key move a card at once, and it keeps the focus', async () => {
    stub.change = () => {
      stub.rows = [{ ...deal, stage: 'Negotiation', version: 5 }];
      return stub.rows[0];
    };
    await show('/deals?view=board');
    (await card()).focus();
    await act(async () => void fireEvent.keyDown(await card(), { key: 'ArrowRight', altKey: true }));
    expect(await column()).toBe('Negotiation');
    expect(document.activeElement).toBe(await card());
    expect(changes()).toEqual([['POST /api/v1/deals/7/move', { version: 4, stage: 'Negotiation' }]]);
  });

  it('a refused move returns the card with the focus, and says why', async () => {
    stub.change = () => {
      throw { status: 409, data: { message: 'Somebody else has changed this deal.' } };
    };
    await show('/deals?view=board');
    (await card()).focus();
    await act(async () => void fireEvent.keyDown(await card(), { key: 'ArrowLeft', altKey: true }));
    await screen.findByText('Robotics week could not be moved and is back in Proposal. Somebody else has changed this deal.');
    expect(await column()).toBe('Proposal');
    expect(document.activeElement).toBe(await card());
  });

  it('a card is moved by its menu, which leaves out its own stage', async () => {
    await show('/deals?view=board');
    await press('Move to another stage: Robotics week');
    const nextStage = await screen.findByRole('menuitem', { name: 'Proposal' });
    expect(nextStage.getAttribute('aria-disabled') ?? String(nextStage.classList.contains('p-disabled'))).toBe('true');
    await act(async () => void fireEvent.click(within(screen.getByRole('menuitem', { name: 'Verbal' })).getByText('Verbal')));
    expect(changes()).toEqual([['POST /api/v1/deals/7/move', { version: 4, stage: 'Verbal' }]]);
  });

  it('a deal of a connected CRM offers no move', async () => {
    stub.rows = [readOnlyDeal];
    await show('/deals?view=board');
    const button = await screen.findByRole('button', { name: 'Open the deal Tech nights' });
    await act(async () => void fireEvent.keyDown(button, { key: 'ArrowRight', altKey: true }));
    expect(screen.queryByRole('button', { name: /^Move to another stage/ })).toBeNull();
    expect(button.closest('li')?.getAttribute('draggable')).toBe('false');
    expect(changes()).toEqual([]);
  });
});
