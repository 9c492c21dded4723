import { navigationMachine } from '../../../src/machines/shell/navigation.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const navigation: MachineCases<typeof navigationMachine> = {
  machine: navigationMachine,
  inputs: [{ folded: false }, { folded: true }],
  cases: { 'menu.toggle': [{}], 'drawer.open': [{}], 'drawer.close': [{}], 'place.changed': [{}] },
  project: ({ folded }) => folded,
};
