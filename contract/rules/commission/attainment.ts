import type { Severity } from '../../entities/commission.ts';
import { limits } from '../../limits.ts';
import type { DateRange, Day } from '../time/period.ts';

export type Attainment = Readonly<{ label: 'Exceeded' | 'On Track' | 'Below Target' | 'Not started'; severity: Severity }>;

/** A range that has not begun has no attainment label (decisions 8.05). */
export const hasBegun = ({ start_date }: Pick<DateRange, 'start_date'>, today: Day): boolean => start_date <= today;

/** spec 4.06, 9.09: attainment = sales / quota, as a fraction. */
export const attainmentOf = (fraction: number, isStarted: boolean): Attainment => {
  if (!isStarted) return { label: 'Not started', severity: 'secondary' };
  if (fraction >= limits.attainment.exceeded) return { label: 'Exceeded', severity: 'success' };
  if (fraction >= limits.attainment.onTrack) return { label: 'On Track', severity: 'warning' };
  return { label: 'Below Target', severity: 'danger' };
};

/** The percentage shown next to the label, to one decimal; rounded down if rounding up would reach the threshold of the next label. */
export const displayedAttainment = (fraction: number): number => {
  const rounded = Math.round(fraction * 1000) / 1000;
  return attainmentOf(rounded, true).label === attainmentOf(fraction, true).label ? rounded : Math.floor(fraction * 1000) / 1000;
};

/** spec 4.06: the commissions page has its own thresholds. */
export const commissionsQuotaColor = (fraction: number): Severity => {
  if (fraction >= limits.attainment.commissionsSuccess) return 'success';
  return fraction >= limits.attainment.commissionsWarning ? 'warning' : 'danger';
};
