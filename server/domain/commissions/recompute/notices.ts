import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { notify } from '../../notifications/notify.ts';
import { dollars } from '../../shared/moneyText.ts';
import { monthOfDay } from './closedMonths.ts';
import type { WrittenRecord } from './writeDiffs.ts';

/** With at least this many records, a person gets one summary notice; a reopened month would otherwise send hundreds. */
const MIN_GROUP_SIZE = 4;
type ReachedRecord = Readonly<{ id: number; values: RecordValues }>;
type Status = 'due' | 'over_paid';

const centsOf = ({ due_cents, paid_cents, released_cents }: RecordValues, status: Status): number =>
  status === 'due' ? due_cents : paid_cents - released_cents;

/** Records that reached the status in this transaction, by person; intermediate statuses are ignored. */
const reachedIn = (written: readonly WrittenRecord[], status: Status): Map<number, ReachedRecord[]> => {
  const first = new Map<number, WrittenRecord>();
  const last = new Map<number, WrittenRecord>();
  for (const one of written) {
    if (!first.has(one.id)) first.set(one.id, one);
    last.set(one.id, one);
  }
  const byPerson = new Map<number, ReachedRecord[]>();
  for (const [id, { after, userId }] of last)
    if (after?.status === status && first.get(id)?.before?.status !== status)
      byPerson.set(userId, [...(byPerson.get(userId) ?? []), { id, values: after }]);
  return byPerson;
};

type Notices = Pick<Repositories, 'notifications'>;
type Notice = Readonly<{ userId: number; status: Status; at: Date }>;
const occurrenceOf = ({ status, at }: Notice): string => `${status}:${at.toISOString()}`;

const groupKinds = { due: 'commissionsDue', over_paid: 'commissionsOverpaid' } as const;
const notifyGroup = async (tx: Notices, records: readonly ReachedRecord[], notice: Notice): Promise<void> => {
  const { userId, status, at } = notice;
  const cents = records.reduce((sum, { values }) => sum + centsOf(values, status), 0);
  const latest = records.map(({ values }) => values.booking_date).reduce((a, b) => (a > b ? a : b));
  const words = { count: records.length, amount: dollars(cents) };
  const subject = { kind: 'records', month: monthOfDay(latest) } as const;
  await notify(tx, groupKinds[status], { subject, occurrence: occurrenceOf(notice), words }, { to: [userId], at });
};

/** The kind of notice about one record, by the sign of its amount. */
const singleKinds = {
  due: { positive: 'commissionDue', negative: 'takeBackDue' },
  over_paid: { positive: 'overpaid', negative: 'takenBackTooMuch' },
} as const;
const notifyOne = async (tx: Notices, { id, values }: ReachedRecord, notice: Notice): Promise<void> => {
  const { userId, status, at } = notice;
  const cents = centsOf(values, status);
  const words = { amount: dollars(Math.abs(cents)), invoice: values.invoice_number };
  const subject = { kind: 'record', id, day: values.booking_date } as const;
  const kind = singleKinds[status][cents < 0 ? 'negative' : 'positive'];
  await notify(tx, kind, { subject, occurrence: occurrenceOf(notice), words }, { to: [userId], at });
};

/** Notifies people of records that became due or overpaid, whatever the cause (decisions 5.02). */
export const notifyStatuses = async (tx: Notices, written: readonly WrittenRecord[], at: Date): Promise<void> => {
  for (const status of ['due', 'over_paid'] as const)
    for (const [userId, records] of reachedIn(written, status)) {
      const notice = { userId, status, at };
      if (records.length >= MIN_GROUP_SIZE) await notifyGroup(tx, records, notice);
      else for (const record of records) await notifyOne(tx, record, notice);
    }
};
