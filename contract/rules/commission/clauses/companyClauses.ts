import { roleLabels } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import { toCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { CommissionsConfig } from '../config.ts';
import { usd } from '../explain/wording.ts';
import type { Clause } from './clause.ts';
import { listed } from './listed.ts';

const text = messages.planClauses;
type Goal = CommissionsConfig['goals'][number];

const wanted = ({ metric, target }: Goal): string =>
  metric === 'deals_closed' ? fill(text.goalDeals, { count: target }) : fill(text.goalAmounts[metric], { amount: usd(toCents(target)) });

/** The configuration's rules for everybody, whatever their plan. */
export const companyClauses = ({ secondApprovalOver, payout, goals, booksBeginOn, timezone }: CommissionsConfig): Clause[] => {
  const clause = (key: string, sentence: string, path = key): Clause => ({ key, path, group: 'company', sentence, prices: false });
  const day = payout.day === 'last_day' ? text.lastDay : fill(text.dayOfMonth, { day: payout.day });
  const approvers = listed(payout.approvers.map((role) => roleLabels[role]));
  return [
    clause('payout', fill(text.payout, { day, approvers })),
    clause('second_approval_over', fill(text.secondApproval, { amount: usd(secondApprovalOver) })),
    ...(booksBeginOn === null ? [] : [clause('books_begin_on', fill(text.booksBegin, { day: dayText(booksBeginOn) }))]),
    ...goals.map((goal, index) =>
      clause(`goals.${index}`, fill(text.goal, { period: text.periods[goal.period], wanted: wanted(goal) }), `goals[${index}]`),
    ),
    clause('timezone', fill(text.timezone, { zone: timezone })),
  ];
};
