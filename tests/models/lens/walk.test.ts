import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { lensMachine } from '../../../src/machines/lens/lens.machine.ts';
import { describeMachine } from '../support/walk.ts';
import { first, lens, second, today } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...lens,
    holds: ({ snapshot }) => {
      const { asOf, comparedDay } = snapshot.context;
      expect(asOf !== null).toBe(!snapshot.matches('now'));
      expect(comparedDay !== null).toBe(snapshot.matches('compared'));
      if (asOf !== null) expect(asOf < snapshot.context.today && asOf !== comparedDay).toBe(true);
    },
  },
  table,
  ignored,
);

describe('the time lens', () => {
  const start = (asOf: string | null = null, comparedDay: string | null = null) =>
    createActor(lensMachine, { input: { today, asOf, comparedDay } }).start();

  it('shows past days, and can compare them with today', () => {
    const actor = start();
    const can = (type: 'day.choose' | 'other.choose', day: string) => actor.getSnapshot().can({ type, day });
    expect([can('day.choose', '2026-11-20'), can('day.choose', today), can('day.choose', '0026-11-20')]).toEqual([true, false, false]);
    actor.send({ type: 'day.choose', day: first });
    expect([can('other.choose', today), can('other.choose', first), can('other.choose', '2026-11-22')]).toEqual([true, false, false]);
  });

  it('after midnight, the previous today is a past day', () => {
    const actor = start();
    actor.send({ type: 'day.changed', today: '2026-11-22' });
    actor.send({ type: 'day.choose', day: today });
    expect(actor.getSnapshot().value).toBe('past');
  });

  it('a URL with an invalid day shows the present', () => {
    expect(start('2026-11-22', second).getSnapshot()).toMatchObject({ value: 'now', context: { asOf: null, comparedDay: null } });
    expect(start(first, '2026-11-22').getSnapshot()).toMatchObject({ value: 'past', context: { asOf: first, comparedDay: null } });
  });
});
