import { lensMachine } from '../../../src/machines/lens/lens.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const first = '2026-11-03';
export const second = '2026-11-10';

export const lens: MachineCases<typeof lensMachine> = {
  machine: lensMachine,
  inputs: [
    { today, asOf: null, comparedDay: null },
    { today, asOf: first, comparedDay: null },
    { today, asOf: first, comparedDay: second },
    { today, asOf: today, comparedDay: second },
    { today, asOf: first, comparedDay: first },
  ],
  cases: {
    'day.choose': [{ day: first }, { day: second }, { day: today }, { day: '2026-02-30' }, { day: '1999-12-31' }],
    'other.choose': [{ day: second }, { day: today }, { day: '2026-11-22' }, { day: '' }],
    'other.clear': [{}],
    'lens.clear': [{}],
    'lens.set': [
      { asOf: first, comparedDay: second },
      { asOf: second, comparedDay: null },
      { asOf: second, comparedDay: second },
      { asOf: null, comparedDay: second },
      { asOf: 'yesterday', comparedDay: null },
    ],
    'day.changed': [{ today: '2026-11-22' }],
  },
  project: ({ today: day, asOf, comparedDay }) => [day, asOf, comparedDay],
};
