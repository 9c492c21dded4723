import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { companyYear } from './day.ts';
import { signInByApi } from './people.ts';

const year = companyYear();

/** A year of events fills several pages. */
export const openEvents = async (own: Page, email: string): Promise<void> => {
  await signInByApi(own, `${inject('appUrl')}/events?period=year&start=${year}-01-01&end=${year}-12-31`, email);
  // On a phone rows are cards.
  await own.getByRole('gridcell').nth(30).or(own.locator('.row-card').nth(9)).waitFor();
};
export const headers = async (own: Page): Promise<string[]> =>
  own.locator('th[data-key]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-key') ?? ''));
/** A cell of a loaded row by its column's key; scrolls to the column, because cells outside the viewport aren't rendered. */
export const cellOf = async (own: Page, row: number, key: string): Promise<Locator> => {
  const header = own.locator(`th[data-key="${key}"]`);
  await header.scrollIntoViewIfNeeded();
  const cell = own.locator(`tr[data-row="${row}"] > td[aria-colindex="${await header.getAttribute('aria-colindex')}"]`);
  await cell.waitFor();
  return cell;
};
export const filterOf = (own: Page, label: string): Locator => own.locator('.event-filters-fields').getByLabel(label, { exact: true });
/** Opens the filters behind their button and closes them again, so that they cover nothing. */
export const withFilters = async (own: Page, act: () => Promise<unknown>): Promise<void> => {
  const fold = own.getByRole('button', { name: /^(More filters|Filters \()/ });
  await fold.click();
  await act();
  await fold.click();
};
export const fillFilter = (own: Page, label: string, value: string): Promise<void> =>
  withFilters(own, () => filterOf(own, label).fill(value));
export const settled = (own: Page): Promise<void> => own.locator('.grid-scroller:not([data-busy])').waitFor();
