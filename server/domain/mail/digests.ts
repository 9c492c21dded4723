import { fill, messages } from '../../../contract/messages.ts';
import type { DigestItem, DigestReader, MailText } from '../../db/repositories/mail/outbox.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { occurrenceAt } from '../jobs/occurrence.ts';
import { currentConfig } from '../plans/config.ts';

export const DIGEST_JOB = 'mail_digest';
/** Decisions 5.03: 07:00 in the person's time zone. */
const calendars = { daily: '0 7 * * *', weekly: '0 7 * * 1' } as const;
const MAX_ITEMS = 50;

const textOf = (items: readonly DigestItem[]): MailText => {
  const t = messages.mail;
  const lines = items.slice(0, MAX_ITEMS).map((item) => fill(t.digestLine, item));
  if (items.length > MAX_ITEMS) lines.push(fill(t.digestMore, { count: items.length - MAX_ITEMS }));
  const subject = items.length === 1 ? t.digestOne : fill(t.digestSubject, { count: items.length });
  return { subject, body: lines.join('\n'), link: '/notifications' };
};

/** The newest due digest; uses the company's time zone if the person's is invalid. */
const dueSlotOf = ({ frequency, time_zone }: DigestReader, companyZone: string, at: Date): string => {
  const timing = { calendar: calendars[frequency] };
  const slotIn = (zone: string) => occurrenceAt(timing, zone, at)?.slot ?? '';
  try {
    return `${frequency} ${slotIn(time_zone ?? companyZone)}`;
  } catch {
    return `${frequency} ${slotIn(companyZone)}`;
  }
};

const writeDigest = async (tx: Repositories, reader: DigestReader, slot: string, at: Date): Promise<void> => {
  const newest = await tx.outbox.newestNotice();
  // The first slot only sets the starting point: earlier notices were emailed at once, or not at all.
  if (reader.slot !== null) {
    const items = await tx.outbox.forDigest(reader.user_id, reader.until_id ?? 0, MAX_ITEMS * 20);
    if (items.length > 0) await tx.outbox.addDigest(reader.user_id, `${reader.user_id} ${slot}`, textOf(items), at);
  }
  await tx.outbox.keepDigest(reader.user_id, slot, newest);
};

/** Queues an email of unread notices for everyone whose digest is due; a repeated run adds none. @returns the number of people */
export const writeDigests = async (store: Store, at: Date): Promise<number> => {
  if (!store.outbox.sends) return 0;
  const zone = (await currentConfig(store)).config.timezone;
  let dueCount = 0;
  for (const reader of await store.outbox.digestReaders()) {
    const slot = dueSlotOf(reader, zone, at);
    if (slot === reader.slot) continue;
    await store.transaction((tx) => writeDigest(tx, reader, slot, at));
    dueCount += 1;
  }
  return dueCount;
};
