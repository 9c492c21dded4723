import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { Question } from '../lists/cursorPages.machine.ts';

export type Asked = Readonly<{
  range: DateRange;
  status: string;
  /** The user, where they may see nobody else. */
  userId: string | null;
  /** Whose rows, '' for everybody's. */
  person: string;
  search: string;
  /** The server searches all of the period; else the search reads the page that is shown (spec 2.35). */
  searches: boolean;
}>;

/** spec 7.20: both dates always; user_id for a salesperson, or of the person chosen; no status means all; `search` is ours. */
export const questionOf = ({ range, status, userId, person, search, searches }: Asked): Question => ({
  start_date: range.start_date,
  end_date: range.end_date,
  ...((userId ?? person) === '' ? {} : { user_id: userId ?? person }),
  ...(status === '' ? {} : { status }),
  ...(searches && search.trim() !== '' ? { search: search.trim() } : {}),
});
