import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { messages as t } from '../../../contract/messages.ts';
import { eventFiltersMachine, noEventFilters } from '../../../src/machines/events/eventFilters.machine.ts';
import { FilterBar } from '../../../src/screens/events/parts/FilterBar.tsx';

const button = () => screen.getByRole('button', { name: t.events.moreFilters });
const isOpen = () => button().getAttribute('aria-expanded') === 'true';
const customer = () => screen.getByLabelText<HTMLInputElement>('Customer');

describe('the Events filter panel', () => {
  beforeEach(() => {
    const filters = createActor(eventFiltersMachine, { input: { filters: noEventFilters, need: null } }).start();
    render(
      <>
        <FilterBar filters={filters as never} hasSearch />
        <p>Elsewhere</p>
      </>,
    );
    fireEvent.click(button());
    fireEvent.change(customer(), { target: { value: 'Mesa' } });
  });
  afterEach(cleanup);

  it('decisions 8.05: Escape closes it, returns the focus and keeps the input', () => {
    act(() => customer().focus());
    // The browser clears a search field unless the key is prevented.
    expect(fireEvent.keyDown(customer(), { key: 'Escape' })).toBe(false);
    expect([isOpen(), document.activeElement, customer().value]).toEqual([false, button(), 'Mesa']);
  });

  it('decisions 8.05: Escape in the search beside the closed panel keeps the input', () => {
    fireEvent.click(button());
    const search = screen.getByLabelText(t.events.filterLabels.search);
    expect(fireEvent.keyDown(search, { key: 'Escape' })).toBe(false);
  });

  it('decisions 8.05: a click outside closes it, and one inside does not', () => {
    fireEvent.pointerDown(customer());
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect([isOpen(), customer().value]).toEqual([false, 'Mesa']);
  });
});
