import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { notify } from '../../notifications/notify.ts';
import { dollars } from '../../shared/moneyText.ts';
import { monthOfDay } from './closedMonths.ts';
import type { WrittenRecord } from './writeDiffs.ts';

/** From this many records per person, one notice summarizes them: a reopened month would otherwise send hundreds. */
const GROUP_FROM = 4;
type Became = Readonly<{ id: number; values: RecordValues }>;
type Status = 'due' | 'over_paid';

const centsOf = ({ due_cents, paid_cents, released_cents }: RecordValues, status: Status): number =>
  status === 'due' ? due_cents : paid_cents - released_cents;

/** Records that reached the status in this transaction, by person; intermediate statuses are ignored. */
const becameIn = (written: readonly WrittenRecord[], status: Status): Map<number, Became[]> => {
  const first = new Map<number, WrittenRecord>();
  const last = new Map<number, WrittenRecord>();
  for (const one of written) {
    if (!first.has(one.id)) first.set(one.id, one);
    last.set(one.id, one);
  }
  const byPerson = new Map<number, Became[]>();
  for (const [id, { after, userId }] of last)
    if (after?.status === status && first.get(id)?.before?.status !== status)
      byPerson.set(userId, [...(byPerson.get(userId) ?? []), { id, values: after }]);
  return byPerson;
};

/** Notifies people of records that became due or overpaid, whatever the cause (decisions 5.02). */
export const notifyStatuses = async (
  tx: Pick<Repositories, 'notifications'>,
  written: readonly WrittenRecord[],
  at: Date,
): Promise<void> => {
  for (const status of ['due', 'over_paid'] as const)
    for (const [userId, records] of becameIn(written, status)) {
      const occurrence = `${status}:${at.toISOString()}`;
      const audience = { to: [userId], at };
      if (records.length >= GROUP_FROM) {
        const cents = records.reduce((sum, { values }) => sum + centsOf(values, status), 0);
        const [latest = ''] = records
          .map(({ values }) => values.booking_date)
          .sort()
          .reverse();
        const kind = status === 'due' ? 'commissionsDue' : 'commissionsOverpaid';
        const words = { count: records.length, amount: dollars(cents) };
        await notify(tx, kind, { subject: { kind: 'records', month: monthOfDay(latest) }, occurrence, words }, audience);
      } else
        for (const { id, values } of records) {
          const cents = centsOf(values, status);
          const kind = status === 'due' ? (cents < 0 ? 'takeBackDue' : 'commissionDue') : cents < 0 ? 'takenBackTooMuch' : 'overpaid';
          const words = { amount: dollars(Math.abs(cents)), invoice: values.invoice_number };
          await notify(tx, kind, { subject: { kind: 'record', id, day: values.booking_date }, occurrence, words }, audience);
        }
    }
};
