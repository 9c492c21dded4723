import dayjs, { type Dayjs } from 'dayjs';
import quarterOfYear from 'dayjs/plugin/quarterOfYear.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(quarterOfYear);

/** A plain date, YYYY-MM-DD. Arithmetic uses UTC days, so no time zone can shift it. */
export type Day = string;

export const utcDay = (day: Day): Dayjs => dayjs.utc(day);
export const dayOf = (date: Dayjs): Day => date.format('YYYY-MM-DD');
