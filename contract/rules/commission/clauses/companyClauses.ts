import { roleLabels } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import { toCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { CommissionsConfig } from '../config.ts';
import { usd } from '../explain/wording.ts';
import type { Clause } from './clause.ts';
import { joinWithAnd } from './joinWords.ts';

const t = messages.planClauses;
type Goal = CommissionsConfig['goals'][number];

const goalText = ({ metric, target }: Goal): string =>
  metric === 'deals_closed' ? fill(t.goalDeals, { count: target }) : fill(t.goalAmounts[metric], { amount: usd(toCents(target)) });

/** The configuration's rules that apply to everybody, whatever their plan. */
export const companyClauses = ({ secondApprovalOver, payout, goals, booksBeginOn, timezone }: CommissionsConfig): Clause[] => {
  const clause = (key: string, sentence: string, path = key): Clause => ({ key, path, group: 'company', sentence, prices: false });
  const day = payout.day === 'last_day' ? t.lastDay : fill(t.dayOfMonth, { day: payout.day });
  const approvers = joinWithAnd(payout.approvers.map((role) => roleLabels[role]));
  return [
    clause('payout', fill(t.payout, { day, approvers })),
    ...(payout.minimum === 0 ? [] : [clause('payout.minimum', fill(t.payoutMinimum, { amount: usd(payout.minimum) }))]),
    ...(payout.onlyEmployed ? [clause('payout.only_employed', t.onlyEmployed)] : []),
    clause('second_approval_over', fill(t.secondApproval, { amount: usd(secondApprovalOver) })),
    ...(booksBeginOn === null ? [] : [clause('books_begin_on', fill(t.booksBegin, { day: dayText(booksBeginOn) }))]),
    ...goals.map((goal, index) =>
      clause(`goals.${index}`, fill(t.goal, { period: t.periods[goal.period], wanted: goalText(goal) }), `goals[${index}]`),
    ),
    clause('timezone', fill(t.timezone, { zone: timezone })),
  ];
};
