import { lensMachine } from '../../../src/machines/lens/lens.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const first = '2026-11-03';
export const second = '2026-11-10';

export const lens: MachineCases<typeof lensMachine> = {
  machine: lensMachine,
  inputs: [
    { today, asOf: null, against: null },
    { today, asOf: first, against: null },
    { today, asOf: first, against: second },
    { today, asOf: today, against: second },
    { today, asOf: first, against: first },
  ],
  cases: {
    'day.choose': [{ day: first }, { day: second }, { day: today }, { day: '2026-02-30' }, { day: '1999-12-31' }],
    'other.choose': [{ day: second }, { day: today }, { day: '2026-11-22' }, { day: '' }],
    'other.clear': [{}],
    'lens.clear': [{}],
    'lens.set': [
      { asOf: first, against: second },
      { asOf: second, against: null },
      { asOf: second, against: second },
      { asOf: null, against: second },
      { asOf: 'yesterday', against: null },
    ],
    'day.changed': [{ today: '2026-11-22' }],
  },
  project: ({ today: day, asOf, against }) => [day, asOf, against],
};
