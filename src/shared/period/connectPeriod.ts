import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import {
  type Day,
  earliestYear,
  monthIndexOf,
  type PeriodMode,
  periodLabel,
  quarterOf,
  yearOf,
} from '../../../contract/rules/time/period.ts';
import type { periodMachine } from '../../machines/lists/period.machine.ts';
import { formatDate } from '../../ui/display/format.ts';

type Snapshot = SnapshotFrom<typeof periodMachine>;

const getMode = (snapshot: Snapshot): PeriodMode => {
  if (snapshot.matches({ open: 'choosingMonth' })) return 'month';
  if (snapshot.matches({ open: 'choosingQuarter' })) return 'quarter';
  if (snapshot.matches({ open: 'choosingYear' })) return 'year';
  return snapshot.matches('open') ? 'custom' : snapshot.context.period.mode;
};

/** Maps the period machine's snapshot to the bar and the picker. */
export const connectPeriod = (snapshot: Snapshot) => {
  const { period, choice, year, today, start, end } = snapshot.context;
  const mode = getMode(snapshot);
  // Highlights the current period until the user chooses one.
  const chosenStart = choice?.start_date ?? (mode === period.mode ? period.start_date : undefined);
  const isNow = (part: number, getPart: (day: Day) => number): boolean => yearOf(today) === year && getPart(today) === part;
  return {
    bar: { mode: period.mode, label: periodLabel(period), canPrevious: snapshot.can({ type: 'period.previous' }) },
    days: fill(messages.period.days, { start: formatDate(period.start_date), end: formatDate(period.end_date) }),
    open: snapshot.matches('open'),
    panel: {
      mode,
      year,
      canYearBack: snapshot.can({ type: 'year.previous' }),
      canYearForward: snapshot.can({ type: 'year.next' }),
      months: messages.period.months.map((label, month) => ({
        month,
        label,
        selected: chosenStart !== undefined && yearOf(chosenStart) === year && monthIndexOf(chosenStart) === month,
        now: isNow(month, monthIndexOf),
        disabled: false,
      })),
      quarters: messages.period.quarters.map((label, quarter) => ({
        quarter,
        label,
        selected: chosenStart !== undefined && yearOf(chosenStart) === year && quarterOf(chosenStart) === quarter,
        now: isNow(quarter, quarterOf),
        disabled: false,
      })),
      years: Array.from({ length: yearOf(today) - earliestYear(today) + 1 }, (_, index) => earliestYear(today) + index).map((option) => ({
        year: option,
        selected: chosenStart !== undefined && yearOf(chosenStart) === option,
        now: option === yearOf(today),
      })),
      start,
      end,
      error: start !== '' && end !== '' && end < start ? messages.period.endBeforeStart : null,
      canApply: snapshot.can({ type: 'choice.apply' }),
    },
  };
};
