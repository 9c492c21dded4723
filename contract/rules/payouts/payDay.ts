import {
  addDays,
  type Day,
  earlierDay,
  firstDayOfMonth,
  lastDayOfMonth,
  laterDay,
  monthIndexOf,
  periodAt,
  yearOf,
} from '../time/period.ts';

/** The configured pay day of a month (decisions 2.07): its last day, or the day from 1 to 28. */
export type PayDayRule = 'last_day' | number;

/** The first day of the month that a run pays, and the day on which it pays. */
export type PaidMonth = Readonly<{ month: Day; pay_on: Day }>;

/** The pay days of a company: its rule, and the newest month with a payout run. */
export type PayDays = Readonly<{ rule: PayDayRule; last: PaidMonth | null }>;

/** The first day of the month that is `months` months after a day's month. */
const monthAfter = (day: Day, months: number): Day => firstDayOfMonth(yearOf(day), monthIndexOf(day) + months);

const payDayIn = (rule: PayDayRule, month: Day): Day =>
  rule === 'last_day' ? lastDayOfMonth(yearOf(month), monthIndexOf(month)) : `${month.slice(0, 8)}${String(rule).padStart(2, '0')}`;

/** A run pays at most this early, because of weekends and holidays; an earlier one is a late run of the previous pay day. */
const MAX_DAYS_EARLY = 7;

/** 1 if runs pay the previous month: as the newest run did or, without any run, if the pay day is a fixed day of the month. Otherwise 0. */
const monthsInArrears = ({ rule, last }: PayDays): 0 | 1 => {
  if (last === null) return rule === 'last_day' ? 0 : 1;
  return last.pay_on >= addDays(payDayIn(rule, monthAfter(last.month, 1)), -MAX_DAYS_EARLY) ? 1 : 0;
};

/** The first run on or after a day, for a month after the newest run's and not before `firstMonth`. */
const nextRunFrom = (payDays: PayDays, day: Day, firstMonth: Day): PaidMonth => {
  const { rule, last } = payDays;
  const arrears = monthsInArrears(payDays);
  const from = last === null ? day : laterDay(day, addDays(last.pay_on, 1));
  const firstOpenMonth = last === null ? firstMonth : laterDay(firstMonth, monthAfter(last.month, 1));
  const month = laterDay(firstOpenMonth, monthAfter(from, -arrears));
  const payOn = payDayIn(rule, monthAfter(month, arrears));
  return payOn >= from ? { month, pay_on: payOn } : { month: monthAfter(month, 1), pay_on: payDayIn(rule, monthAfter(month, arrears + 1)) };
};

/** A run never pays a month after the current one. */
const upToCurrentMonth = ({ month, pay_on }: PaidMonth, today: Day): PaidMonth => ({
  month: earlierDay(month, monthAfter(today, 0)),
  pay_on,
});

/** The month and pay day of the next payout run: its month follows that of the newest run, and it pays in arrears if that one did. */
export const nextPaidMonth = (payDays: PayDays, today: Day): PaidMonth =>
  upToCurrentMonth(nextRunFrom(payDays, today, monthAfter(today, -1)), today);

/** The first run that can pay a record once it is due: the run of its month, or a later one. */
export const runOfRecord = (payDays: PayDays, today: Day, { bookedOn, dueOn }: Readonly<Record<'bookedOn' | 'dueOn', Day>>): PaidMonth =>
  upToCurrentMonth(nextRunFrom(payDays, laterDay(today, dueOn), monthAfter(bookedOn, 0)), today);

/** The last day whose amounts a run for a month pays if it is proposed today. `month`: its first day. */
export const lastPaidDay = (month: Day, today: Day): Day => earlierDay(periodAt('month', month).end_date, today);
