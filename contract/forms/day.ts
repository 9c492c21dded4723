import { string } from 'yup';
import { isDay } from '../rules/time/period.ts';

type DayMessages = Readonly<{ invalid: string; years: string }>;

/** A day within a range of years; '' means none. A nonexistent day and one outside the range have different messages. */
export const dayWithin = ({ firstYear, lastYear }: Readonly<{ firstYear: number; lastYear: number }>, { invalid, years }: DayMessages) =>
  string()
    .default('')
    .test('day', invalid, (value) => value === '' || isDay(value))
    .test('years', years, (value) => !isDay(value) || (value >= `${firstYear}-01-01` && value <= `${lastYear}-12-31`));
