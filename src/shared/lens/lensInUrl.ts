import type { Days } from '../../machines/lens/lens.machine.ts';

/** The day, or both, that an address looks at. */
export const lensFrom = (search: string): Days => {
  const query = new URLSearchParams(search);
  return { asOf: query.get('asOf'), against: query.get('against') };
};

/** The same by the names of the address; '' where nothing is chosen. */
export const lensInUrl = ({ asOf, against }: Days): Record<string, string> => ({ asOf: asOf ?? '', against: against ?? '' });
