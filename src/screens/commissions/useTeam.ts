import { useEffect } from 'react';
import { reachOf } from '../../../contract/permissions.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { useApp, useFeature, useUser } from '../../app/context.ts';
import type { AnswerQuestion } from '../../machines/support/answer.machine.ts';
import { createCommissions } from '../../services/commissions.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../../shared/useAnswer.ts';

export type TeamOption = Readonly<{ value: string; label: string }>;

/** Ids of a manager's direct reports, of their records in the period, and of the invoices of those records. */
export type AdjustableTeam = Readonly<{ people: readonly string[]; records: readonly string[]; invoices: readonly string[] }>;
const emptyTeam: AdjustableTeam = { people: [], records: [], invoices: [] };

/**
 * The manager's team, for a provider whose rows do not name it: people come from `GET /users` (decisions 1.03), ownership from the
 * period's records. Loaded only for users whose permissions depend on it (spec 6.03).
 */
export const useAdjustableTeam = ({ start_date, end_date }: DateRange): AdjustableTeam => {
  const { http, getService } = useApp();
  const user = useUser();
  const hasAdjustments = useFeature('adjustments');
  const isNeeded = !hasAdjustments && reachOf(user, 'adjustment:write') === 'team';
  const load = async (range: AnswerQuestion): Promise<AdjustableTeam> => {
    if (!isNeeded) return emptyTeam;
    const [users, all] = await Promise.all([
      readAllPages(createUsers(http, { pages: false, temporary: false }).page, {}),
      readAllPages(getService(createCommissions).page, range),
    ]);
    const people = users.filter(({ manager_id }) => manager_id === user.id).map(({ id }) => id);
    const records = all.filter(({ user_id }) => people.includes(user_id));
    return { people, records: records.map(({ id }) => id), invoices: records.map(({ invoice_id }) => invoice_id) };
  };
  const { answer, ask } = useAnswer<AdjustableTeam>(load, { start_date, end_date }, '');
  useEffect(() => {
    if (isNeeded) ask({ start_date, end_date });
  }, [isNeeded, ask, start_date, end_date]);
  return answer ?? emptyTeam;
};
