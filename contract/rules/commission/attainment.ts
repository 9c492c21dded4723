import type { Severity } from '../../entities/commission.ts';
import { limits } from '../../limits.ts';

export type Attainment = Readonly<{ label: 'Exceeded' | 'On Track' | 'Below Target'; severity: Severity }>;

/** spec 4.06, 9.09: attainment = sales / quota, as a fraction. */
export const attainmentOf = (fraction: number): Attainment => {
  if (fraction >= limits.attainment.exceeded) return { label: 'Exceeded', severity: 'success' };
  if (fraction >= limits.attainment.onTrack) return { label: 'On Track', severity: 'warning' };
  return { label: 'Below Target', severity: 'danger' };
};

/** The percentage shown next to the label, to one decimal; rounded down if rounding up would show the next label's threshold. */
export const attainmentShown = (fraction: number): number => {
  const rounded = Math.round(fraction * 1000) / 1000;
  return attainmentOf(rounded).label === attainmentOf(fraction).label ? rounded : Math.floor(fraction * 1000) / 1000;
};

/** spec 4.06: the commissions page has thresholds of its own. */
export const commissionsQuotaColour = (fraction: number): Severity => {
  if (fraction >= limits.attainment.commissionsSuccess) return 'success';
  return fraction >= limits.attainment.commissionsWarning ? 'warning' : 'danger';
};
