import { messages } from '../../../contract/messages.ts';
import type { TeamRow } from '../../../contract/rules/performance/team.ts';

type Figures = Readonly<{ quota: number; sales: number; commission: number; deals: number }>;

const person = (index: 0 | 1 | 2 | 3, territory: TeamRow['territory'], { quota, sales, commission, deals }: Figures): TeamRow => ({
  id: `sample-${index}`,
  name: messages.performanceSample.people[index],
  role: 'salesperson',
  territory,
  manager_id: null,
  active: true,
  total_sales: sales,
  total_commission: commission,
  deals_closed: deals,
  quota_amount: quota,
  quota_attainment: sales / quota,
  previous: null,
  monthly_sales: null,
  events: null,
  failed: false,
});

/** spec 3.10, 8.15: sample data, tagged as such, shown if the list of people failed to load; never real figures. */
export const sampleTeam: readonly TeamRow[] = [
  person(0, 'Northeast', { quota: 100_000, sales: 112_000, commission: 5900, deals: 18 }),
  person(1, 'Southeast', { quota: 100_000, sales: 94_500, commission: 4725, deals: 15 }),
  person(2, 'Midwest', { quota: 100_000, sales: 81_200, commission: 4060, deals: 12 }),
  person(3, 'West', { quota: 100_000, sales: 67_800, commission: 3390, deals: 9 }),
];
