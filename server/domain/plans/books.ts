import { booksBeginIn } from '../../../contract/rules/commission/config.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { VersionedConfig } from './config.ts';

/**
 * The first day on which an invoice creates a record (decisions 2.12): as configured, or the first day of the quota period in which the
 * company was set up; null if every day counts.
 */
export const booksBegin = ({ config, setUpOn = null }: VersionedConfig): Day | null => booksBeginIn(config, setUpOn);

/** True if the day is before the books begin. */
export const isBeforeBooks = (current: VersionedConfig, day: Day): boolean => {
  const first = booksBegin(current);
  return first !== null && day < first;
};
