import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { type Day, periodAt, shiftPeriod } from '../../../../contract/rules/time/period.ts';

const isNextMonth = (previous: Day, month: Day): boolean => shiftPeriod(periodAt('month', previous), 1).start_date === month;

/** Names months, consecutive ones as a range: "October 2024 to August 2026". @param months first days, ascending */
export const monthRuns = (months: readonly Day[]): string => {
  const runs: { first: Day; last: Day }[] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run && isNextMonth(run.last, month)) run.last = month;
    else runs.push({ first: month, last: month });
  }
  return runs
    .map(({ first, last }) =>
      first === last ? monthText(first) : fill(messages.configChange.monthsFromTo, { first: monthText(first), last: monthText(last) }),
    )
    .join(', ');
};
