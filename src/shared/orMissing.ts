import { getErrorStatus } from '../machines/support/failure.ts';

/** Stands for an item that does not exist, or that the user may not see. */
export const MISSING = 'missing';

/** Resolves to `MISSING` for a 404, so that a page can tell it from a failure. */
export const orMissing = async <Data>(answer: Promise<Data>): Promise<Data | typeof MISSING> => {
  try {
    return await answer;
  } catch (error) {
    if (getErrorStatus(error) === 404) return MISSING;
    throw error;
  }
};
