import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FilterChoice } from '../../src/shared/lists/FilterChoice.tsx';
import { ListFilters } from '../../src/shared/lists/ListFilters.tsx';
import { mockPhoneWidth } from './phoneWidth.ts';

const options = [
  { value: '', label: 'All' },
  { value: 'due', label: 'Due' },
];
const show = (value: string) => {
  const onChange = vi.fn();
  render(
    <ListFilters count={value === '' ? 0 : 1} tools={<input type="search" aria-label="Search" />}>
      <FilterChoice label="Status" value={value} options={options} onChange={onChange} />
    </ListFilters>,
  );
  return onChange;
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('decisions 8.08: a filter names its field, and is marked while it filters', () => {
  const onChange = show('due');
  expect(document.querySelector('.filter')?.textContent).toBe('StatusAllDue');
  expect(document.querySelector('.filter')?.hasAttribute('data-on')).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: '' } });
  expect(onChange).toHaveBeenCalledWith('');
});

test('decisions 8.08: on a phone, filters are behind one button with their count, and the search is not', () => {
  mockPhoneWidth();
  const onChange = show('due');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy();
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  expect(button.querySelector('[data-count]')?.getAttribute('data-count')).toBe('1');
  fireEvent.click(button);
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: '' } });
  expect(onChange).toHaveBeenCalledWith('');
});

test('decisions 8.08: without an active filter the button has no count', () => {
  mockPhoneWidth();
  show('');
  expect(screen.getByRole('button', { name: 'Filters' }).querySelector('[data-count]')).toBeNull();
});
