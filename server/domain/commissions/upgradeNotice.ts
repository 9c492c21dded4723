import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { dollars } from '../shared/moneyText.ts';

/** Notifies admins once about changes to open months from an upgrade's new rules, when everything is computed. */
export const tellUpgrade = async (within: Repositories, _job: unknown, at: Date): Promise<void> => {
  const told = await within.marks.takeUntold();
  if (told === null || told.people === 0) return;
  const words = { people: told.people, amount: dollars(Number(told.cents)) };
  const to = await within.periods.peopleOf(['admin']);
  await notify(within, 'upgraded', { about: { kind: 'recomputeRun', id: told.id }, occurrence: 'upgraded', words }, { to, at });
};
