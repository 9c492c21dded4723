import { isZone } from '../../../contract/rules/time/zones.ts';
import type { SheetPlace } from './scheduleRow.ts';

/** In these locales the month comes first: US English, which a bare `en` is too, and a few others. */
const MONTH_FIRST = /^en$|^en_(US|PH)|^es_US/;
const OFFSET = /^GMT(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/;
/** Zones without summer time at offsets that are no whole hours. */
const uneven: Readonly<Record<string, string>> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+9:30': 'Australia/Darwin',
  '-9:30': 'Pacific/Marquesas',
};

/** A custom zone of Google, such as GMT-07:00, by a name that every calendar knows; null for an unknown one. */
export const zoneOfBook = (text: string): string | null => {
  const [found, sign, hours = '0', minutes = '00'] = OFFSET.exec(text) ?? [];
  if (found === undefined) return isZone(text) ? text : null;
  const hour = Number(hours);
  if (minutes !== '00') return uneven[`${sign}${hour}:${minutes}`] ?? null;
  // The sign of these names is the other way round.
  const name = hour === 0 ? 'UTC' : `Etc/GMT${sign === '-' ? '+' : '-'}${hour}`;
  return isZone(name) ? name : null;
};

export const placeOf = (timezone: string, locale: string): SheetPlace => ({ timezone, dayFirst: !MONTH_FIRST.test(locale) });
