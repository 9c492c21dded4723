import { appearanceMachine } from '../../../src/machines/shell/appearance.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const appearance: MachineCases<typeof appearanceMachine> = {
  machine: appearanceMachine,
  inputs: [
    { theme: 'system', density: 'compact' },
    { theme: 'dark', density: 'comfortable' },
  ],
  cases: {
    'theme.choose': [{ theme: 'system' }, { theme: 'light' }, { theme: 'dark' }],
    'density.choose': [{ density: 'compact' }, { density: 'comfortable' }],
  },
  project: ({ theme, density }) => [theme, density],
};
