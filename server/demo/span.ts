import { addDays, type Day, type Period, periodAt, shiftPeriod } from '../../contract/rules/time/period.ts';
import { type DayNumber, toDayNumber } from './calendar.ts';

/** Maximum scale of headcount; beyond it, each person sells more instead. */
const MAX_PEOPLE_SCALE = 50;
const SELLERS = 40;
const INVOICES_PER_MONTH = 12;

/** Parameters derived from the company's size. */
export type DemoSpan = Readonly<{
  start: DayNumber;
  today: DayNumber;
  quarters: readonly Period[];
  sellers: number;
  /** Headcount relative to scale 1. */
  people: number;
  /** Invoices per month for a seller of pace 1. */
  invoicesPerMonth: number;
}>;

/** Whole quarters, from 24 months ago to the current one: in half a first quarter, nobody would meet the quota. */
export const spanOf = (today: Day, scale: number): DemoSpan => {
  const quarters: Period[] = [];
  const firstDay = periodAt('quarter', addDays(today, -730)).start_date;
  for (let quarter = periodAt('quarter', firstDay); quarter.start_date <= today; quarter = shiftPeriod(quarter, 1)) quarters.push(quarter);
  const sellers = Math.max(4, Math.round(SELLERS * Math.min(scale, MAX_PEOPLE_SCALE)));
  return {
    start: toDayNumber(firstDay),
    today: toDayNumber(today),
    quarters,
    sellers,
    people: sellers / SELLERS,
    invoicesPerMonth: (INVOICES_PER_MONTH * scale * SELLERS) / sellers,
  };
};
