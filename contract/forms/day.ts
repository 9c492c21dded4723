import { string } from 'yup';
import { isDay } from '../rules/time/period.ts';

type Words = Readonly<{ invalid: string; years: string }>;

/** A day within whole years; '' stands for none. A day that does not exist and one of another century are told apart. */
export const dayWithin = ({ firstYear, lastYear }: Readonly<{ firstYear: number; lastYear: number }>, { invalid, years }: Words) =>
  string()
    .default('')
    .test('day', invalid, (value) => value === '' || isDay(value))
    .test('years', years, (value) => !isDay(value) || (value >= `${firstYear}-01-01` && value <= `${lastYear}-12-31`));
