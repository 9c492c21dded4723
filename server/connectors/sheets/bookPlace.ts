import { isZone } from '../../../contract/rules/time/zones.ts';
import type { SheetPlace } from './scheduleRow.ts';

/** Locales in which the month comes first: US English, including a bare `en`, and a few others. */
const MONTH_FIRST_LOCALES = /^en$|^en_(US|PH)|^es_US/;
const OFFSET = /^GMT(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/;
/** Zones without daylight saving time whose offsets are not whole hours. */
const unevenZones: Readonly<Record<string, string>> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+9:30': 'Australia/Darwin',
  '-9:30': 'Pacific/Marquesas',
};

/** The IANA name of a custom Google zone, such as GMT-07:00; null if unknown. */
export const zoneOfBook = (text: string): string | null => {
  const [offsetMatch, sign, hours = '0', minutes = '00'] = OFFSET.exec(text) ?? [];
  if (offsetMatch === undefined) return isZone(text) ? text : null;
  const hour = Number(hours);
  if (minutes !== '00') return unevenZones[`${sign}${hour}:${minutes}`] ?? null;
  // Etc/GMT names have the opposite sign.
  const name = hour === 0 ? 'UTC' : `Etc/GMT${sign === '-' ? '+' : '-'}${hour}`;
  return isZone(name) ? name : null;
};

export const sheetPlaceOf = (timezone: string, locale: string): SheetPlace => ({ timezone, dayFirst: !MONTH_FIRST_LOCALES.test(locale) });
