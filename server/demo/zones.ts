const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC at an instant, ms. */
const aheadAt = (zone: string, instant: number): number => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - instant;
};

/** The instant at which clocks in the zone show that day and minute of the day. */
export const instantInZone = (day: string, minutes: number, zone: string): string => {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  return new Date(wall - aheadAt(zone, wall - aheadAt(zone, wall))).toISOString();
};
