import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { type Day, periodAt, shiftPeriod } from '../../../../contract/rules/time/period.ts';

const isNextMonth = (previous: Day, month: Day): boolean => shiftPeriod(periodAt('month', previous), 1).start_date === month;

/** Names months, consecutive ones as a range: "October 2024 to August 2026". @param months first days, ascending */
export const describeMonths = (months: readonly Day[]): string => {
  const ranges: { first: Day; last: Day }[] = [];
  for (const month of months) {
    const lastRange = ranges.at(-1);
    if (lastRange && isNextMonth(lastRange.last, month)) lastRange.last = month;
    else ranges.push({ first: month, last: month });
  }
  return ranges
    .map(({ first, last }) =>
      first === last ? monthText(first) : fill(messages.configChange.monthsFromTo, { first: monthText(first), last: monthText(last) }),
    )
    .join(', ');
};
