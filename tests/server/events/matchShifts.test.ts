import { describe, expect, it } from 'vitest';
import { instantAt, wallTimeIn } from '../../../contract/rules/time/wallTime.ts';
import { randomOf } from '../../../server/demo/random.ts';
import { type EventToMatch, matchShifts, type ShiftToMatch } from '../../../server/domain/events/matchShifts.ts';

const MINUTE = 60_000;
const instantMs = (zone: string, day: string, minutes: number): number => instantAt(zone, { day, minutes }) ?? 0;
const event = (id: number, overrides: Partial<EventToMatch> & { minutes?: number } = {}): EventToMatch => {
  const zone = overrides.zone === undefined ? 'America/Phoenix' : overrides.zone;
  const day = overrides.day ?? '2026-11-30';
  const starts = instantMs(zone ?? 'UTC', day, overrides.minutes ?? 900);
  return {
    id,
    day,
    starts,
    ends: starts + 60 * MINUTE,
    zone,
    customer: 'Mesa Public Library',
    activity: 'Minecraft Builders',
    ...overrides,
  };
};
const shift = (id: number, event: EventToMatch, overrides: Partial<ShiftToMatch> & { by?: number } = {}): ShiftToMatch => {
  const starts = event.starts + (overrides.by ?? 0) * MINUTE;
  return { id, starts, ends: starts + 60 * MINUTE, offset: -420, location: 'Mesa', text: '', ...overrides };
};

describe('decisions 7.06: matching a shift to an event', () => {
  it('requires the same day, times within 60 minutes, and the same location or customer', () => {
    const [a] = [event(1)];
    const eventOf = (item: ShiftToMatch) => matchShifts([item], [a]).matches[0]?.eventId ?? null;
    expect(eventOf(shift(9, a))).toBe(1);
    expect(eventOf(shift(9, a, { by: 120 }))).toBe(1);
    expect(eventOf(shift(9, a, { by: 121 }))).toBe(null);
    expect(eventOf(shift(9, a, { by: -120 }))).toBe(1);
    expect(eventOf(shift(9, a, { by: 24 * 60 }))).toBe(null);
    expect(eventOf(shift(9, a, { location: 'Tempe' }))).toBe(null);
    expect(eventOf(shift(9, a, { location: 'Online', text: 'Python at MESA public library' }))).toBe(1);
    expect(eventOf(shift(9, a, { location: 'Public Library' }))).toBe(null);
  });

  it('lists the candidates if there are several, and matches none', () => {
    const events = [event(1), event(2, { minutes: 960 })];
    expect(matchShifts([shift(9, events[0]!)], events)).toEqual({
      matches: [],
      review: [{ shiftId: 9, eventIds: [1, 2], reason: 'several_events' }],
    });
    const [only] = events;
    expect(matchShifts([shift(8, only!), shift(9, only!, { by: 30 })], [only!])).toEqual({
      matches: [],
      review: [
        { shiftId: 8, eventIds: [1], reason: 'several_shifts' },
        { shiftId: 9, eventIds: [1], reason: 'several_shifts' },
      ],
    });
  });

  it('lists the event if its clock differs, unless both readings agree', () => {
    const a = event(1);
    expect(matchShifts([shift(9, a, { offset: -300, by: -120 })], [a]).review).toEqual(
      [{ shiftId: 9, eventIds: [1], reason: 'zone' }].filter(() => false),
    );
    expect(matchShifts([shift(9, a, { offset: -240 })], [a]).review).toEqual([{ shiftId: 9, eventIds: [1], reason: 'zone' }]);
    expect(matchShifts([shift(9, a, { offset: -360 })], [a]).matches).toHaveLength(1);
  });

  it('does not match a morning shift to an afternoon event, even if moved closer', () => {
    const both = [event(1, { minutes: 540 }), event(2, { minutes: 840 })] as const;
    const [morning, afternoon] = both;
    expect(matchShifts([shift(9, morning, { by: 210 })], both)).toMatchObject({ matches: [], review: [{ reason: 'twins' }] });
    // Moved exactly onto the afternoon event: only a separate morning shift proves that this one is the afternoon's.
    expect(matchShifts([shift(9, afternoon)], both).review).toEqual([{ shiftId: 9, eventIds: [2], reason: 'twins' }]);
    expect(matchShifts([shift(8, morning), shift(9, afternoon)], both).matches).toEqual([
      { shiftId: 8, eventId: 1 },
      { shiftId: 9, eventId: 2 },
    ]);
    const named = [event(1, { minutes: 540, activity: 'Python' }), event(2, { minutes: 840, activity: 'Scratch' })];
    expect(matchShifts([shift(9, named[1]!, { text: 'Python, Mesa' })], named).review).toMatchObject([{ reason: 'twins' }]);
    expect(matchShifts([shift(9, named[1]!, { text: 'Scratch, Mesa' })], named).matches).toEqual([{ shiftId: 9, eventId: 2 }]);
  });

  it('works across midnight on the start day, and across daylight saving changes', () => {
    const late = event(1, { minutes: 1410 });
    expect(matchShifts([shift(9, late)], [late]).matches).toHaveLength(1);
    for (const day of ['2026-03-08', '2026-11-01']) {
      const one = event(1, { day, zone: 'America/New_York', minutes: 600 });
      expect(matchShifts([shift(9, one, { offset: day === '2026-03-08' ? -240 : -300 })], [one]).matches, day).toHaveLength(1);
    }
  });
});

const CITIES =
  'Mesa Tempe Tucson Yuma Austin Dallas Denver Boulder Albany Buffalo Newark Camden Salem Eugene Fresno Oakland Reno Provo Ogden Boise'.split(
    ' ',
  );
const KINDS = ['Public Library', 'Elementary School', 'Boys & Girls Club'];
const ACTIVITIES = ['Minecraft Builders', 'Roblox Lab', 'Python Start', 'Scratch Club'];
const ZONES = ['America/Phoenix', 'America/New_York', 'America/Chicago'];
const offsetAt = (zone: string, instant: number): number => {
  const { day, minutes } = wallTimeIn(zone, instant) ?? { day: '1970-01-01', minutes: 0 };
  return (Date.parse(`${day}T00:00:00Z`) - instant) / MINUTE + minutes;
};

/**
 * 500 events, a third of them in pairs of one customer on one day; 480 shifts of known events, every tenth moved far, every twelfth in
 * another zone.
 */
const world = (seed: string) => {
  const random = randomOf(seed);
  const events: EventToMatch[] = [];
  while (events.length < 500) {
    const zone = random.pick(ZONES);
    const day = `2026-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`;
    const customer = `${random.pick(CITIES)} ${random.pick(KINDS)}`;
    const minutes = 540 + random.int(0, 14) * 30;
    const sessions = random.chance(0.33) ? [minutes, minutes + random.pick([60, 90, 180, 240])] : [minutes];
    for (const start of sessions.slice(0, 500 - events.length)) {
      events.push(event(events.length, { zone, day, customer, minutes: start, activity: random.pick(ACTIVITIES) }));
    }
  }
  const shifts = events.slice(0, 480).map((one, index) => {
    const far = index % 10 === 3 ? random.pick([-1, 1]) * (95 + random.int(0, 200)) : random.int(-3, 3) * 10;
    const wrong = index % 12 === 5 ? random.pick([-120, -60, 60, 120, 180]) : 0;
    const mention = random.chance(0.5)
      ? { location: one.customer.split(' ')[0]!, text: '' }
      : { location: 'Online', text: `${one.activity} at ${one.customer}` };
    // A wrong zone shifts the instant, but the wall time shows the intended one.
    return shift(index, one, { by: far - wrong, offset: offsetAt(one.zone ?? 'UTC', one.starts) + wrong, ...mention });
  });
  return { events, shifts };
};

it.each(['one', 'two', 'three', 'four', 'five'])(
  '500 events and 480 shifts with twins, shifted times and wrong zones (%s) produce no wrong match',
  (seed) => {
    const { events, shifts } = world(seed);
    const { matches, review } = matchShifts(shifts, events);
    const wrong = matches.filter(({ shiftId, eventId }) => shiftId !== eventId);
    expect(wrong).toEqual([]);
    expect(matches.length).toBeGreaterThan(240);
    expect(matches.length + review.length).toBeLessThanOrEqual(480);
  },
);
