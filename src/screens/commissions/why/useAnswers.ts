import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import type { AuditEntry } from '../../../../contract/entities/audit.ts';
import type { Commission, CommissionSummary } from '../../../../contract/entities/commission.ts';
import type { EarnedDifference, Explanation, Waterfall } from '../../../../contract/entities/explanation.ts';
import type { Statement } from '../../../../contract/entities/statement.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DateRange, type Day, isDay } from '../../../../contract/rules/time/period.ts';
import { useApp, useToday } from '../../../app/context.ts';
import type { AnswerQuestion } from '../../../machines/support/answer.machine.ts';
import { createAdjustments } from '../../../services/adjustments.ts';
import { createExplanations, type ExplanationOwner } from '../../../services/explanations.ts';
import { createHistory } from '../../../services/history.ts';
import { createStatements } from '../../../services/statements.ts';
import { useAsOf } from '../../../shared/lens/asOf.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { formatDate } from '../../../ui/display/format.ts';

/** The first day that can be replayed; an earlier date means that its year is still being typed. */
export const FIRST_DAY = '2000-01-01';
const isReplayable = (day: string, today: Day): boolean => isDay(day) && day >= FIRST_DAY && day <= today;

/** Explains a record; `ask({ as_of })` replays another day. Invalid days are refused here, in the field's wording. */
export const useExplanation = (row: Commission) => {
  const { getService } = useApp();
  const today = useToday();
  const pastDay = useAsOf();
  const load = ({ as_of }: AnswerQuestion): Promise<Explanation> => {
    if (as_of === undefined || isReplayable(as_of, today)) return getService(createExplanations).explain(row, as_of ?? '', pastDay);
    const message = fill(messages.explain.asOfInvalid, { first: formatDate(FIRST_DAY), last: formatDate(today) });
    return Promise.reject({ status: 400, data: { message } });
  };
  return useAnswer<Explanation>(load, {}, messages.explain.failed);
};

/** Changes since the last statement of a person, a team, or everyone the user may see. */
export const useChanges = (owner: ExplanationOwner, range: DateRange, summary: CommissionSummary) => {
  const { getService } = useApp();
  return useAnswer<Waterfall>(() => getService(createExplanations).changes(owner, range, summary), {}, messages.waterfall.failed);
};

/** The adjustments that explain the difference between Earned and Total. */
export const useDifference = (owner: ExplanationOwner, range: DateRange, summary: CommissionSummary) => {
  const { getService } = useApp();
  return useAnswer<EarnedDifference>(() => getService(createExplanations).difference(owner, range, summary), {}, messages.explain.failed);
};

/** The newest adjustments that count in a range. */
export const useCountedAdjustments = (range: DateRange, ofTeam: boolean) => {
  const { getService } = useApp();
  const question = { ...range, state: 'approved', ...(ofTeam ? { scope: 'team' } : {}), sort_field: 'created_at', sort_direction: 'desc' };
  const load = async (question: AnswerQuestion): Promise<readonly Adjustment[]> =>
    (await getService(createAdjustments).page({ question: question, cursor: null, limit: limits.list.defaultLimit })).data;
  return useAnswer<readonly Adjustment[]>(load, question, messages.adjustments.failed);
};

/** The history of a record or an adjustment. */
export const useRecordHistory = (kind: 'commissions' | 'adjustments', id: string) => {
  const { http } = useApp();
  return useAnswer<readonly AuditEntry[]>(() => createHistory(http).of(kind, id), {}, messages.history.failed);
};

/** The statements the user requested, newest first. */
export const usePastStatements = () => {
  const { http } = useApp();
  return useAnswer<readonly Statement[]>(() => createStatements(http).list(), {}, messages.statements.pastFailed);
};
