import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { dollars } from '../shared/moneyText.ts';

/** Notifies admins once about changes to open months from an upgrade's new rules, after everything is computed. */
export const notifyUpgrade = async (tx: Repositories, _job: unknown, at: Date): Promise<void> => {
  const notice = await tx.marks.takeUnannounced();
  if (notice === null || notice.people === 0) return;
  const words = { people: notice.people, amount: dollars(Number(notice.cents)) };
  const to = await tx.periods.peopleOf(['admin']);
  await notify(tx, 'upgraded', { subject: { kind: 'recomputeRun', id: notice.id }, occurrence: 'upgraded', words }, { to, at });
};
