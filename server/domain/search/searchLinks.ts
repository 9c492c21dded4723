import { eventAddress } from '../../../contract/rules/events/eventAddress.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';

const period = (mode: 'month' | 'year', day: Day): Record<string, string> => {
  const { start_date: start, end_date: end } = periodAt(mode, day);
  return { period: mode, start, end };
};
const linkOf = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;

/** Links to search results in the app. */
export const searchLinks = {
  record: (id: number, day: Day): string => linkOf('/commissions', { ...period('month', day), row: String(id) }),
  recordsOf: (userId: number, today: Day): string => linkOf('/commissions', { ...period('year', today), person: String(userId) }),
  recordsFor: (customer: string, today: Day): string => linkOf('/commissions', { ...period('year', today), search: customer }),
  eventsFor: (customer: string, today: Day): string => linkOf('/events', { ...period('year', today), customer }),
  eventsOf: (person: string, today: Day): string => linkOf('/events', { ...period('year', today), sales_person: person }),
  invoice: (id: number): string => linkOf('/invoices', { invoice: String(id) }),
  event: eventAddress,
  deal: (id: number): string => linkOf('/deals', { deal: String(id) }),
  customer: (id: number): string => `/customers/${id}`,
  person: (id: number): string => `/people/${id}`,
  clause: (plan: string, path: string): string => linkOf('/plans', { plan, clause: path }),
};
