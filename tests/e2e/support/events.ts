import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { companyYear } from './day.ts';
import { signIn } from './people.ts';

const year = companyYear();

/** A year of events, so that there are several pages of them. */
export const openEvents = async (own: Page, email: string): Promise<void> => {
  await signIn(own, `${inject('appUrl')}/events?period=year&start=${year}-01-01&end=${year}-12-31`, email);
  await own.getByRole('gridcell').nth(30).waitFor();
};
export const headers = async (own: Page): Promise<string[]> =>
  own.locator('th[data-key]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-key') ?? ''));
/** A cell of a loaded row by the key of its column; `td`s begin with the checkbox. */
export const cellOf = async (own: Page, row: number, key: string): Promise<Locator> =>
  own.locator(`tr[data-row="${row}"] > td`).nth((await headers(own)).indexOf(key) + 1);
export const filterOf = (own: Page, label: string): Locator => own.locator('.event-filters-fields').getByLabel(label, { exact: true });
/** Filters lie behind one button. */
export const fillFilter = async (own: Page, label: string, value: string): Promise<void> => {
  const fold = own.getByRole('button', { name: /^(More filters|Filters \()/ });
  await fold.click();
  await filterOf(own, label).fill(value);
  await fold.click();
};
export const settled = (own: Page): Promise<void> => own.locator('.grid-scroller:not([data-busy])').waitFor();
