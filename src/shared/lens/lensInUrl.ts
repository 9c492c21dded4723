import type { LensDays } from '../../machines/lens/lens.machine.ts';

/** The day or days in a URL. */
export const parseLens = (search: string): LensDays => {
  const query = new URLSearchParams(search);
  return { asOf: query.get('asOf'), comparedDay: query.get('against') };
};

/** The days as URL parameters; '' for a day that is not chosen. */
export const toLensQuery = ({ asOf, comparedDay }: LensDays): Record<string, string> => ({ asOf: asOf ?? '', against: comparedDay ?? '' });
