import type { Days } from '../../machines/lens/lens.machine.ts';

/** The day, or both days, from an address. */
export const lensFrom = (search: string): Days => {
  const query = new URLSearchParams(search);
  return { asOf: query.get('asOf'), against: query.get('against') };
};

/** The same as address parameters; '' if not chosen. */
export const lensInUrl = ({ asOf, against }: Days): Record<string, string> => ({ asOf: asOf ?? '', against: against ?? '' });
