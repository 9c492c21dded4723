import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { writeDigests } from '../../../server/domain/mail/digests.ts';
import { notify } from '../../../server/domain/notifications/notify.ts';
import { addPerson, HOUR_MS, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
let store: Store;
let ann: number;
let raj: number;
const clock = testClock();

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db, { sendsMail: true });
  ann = await addPerson(db, { email: 'ann@example.test', role: 'salesperson' });
  raj = await addPerson(db, { email: 'raj@example.test', role: 'salesperson' });
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of ['mail_outbox', 'mail_digests', 'notifications'] as const) await db.query.deleteFrom(table).execute();
  await setPreferences(ann, { frequency: 'immediate', email_enabled: false });
  await setPreferences(raj, { frequency: 'immediate', email_enabled: false });
});

const setPreferences = (id: number, settings: object) =>
  db.query
    .updateTable('users')
    .set({ notification_settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();
const addNotice = (to: number, month: string) =>
  store.transaction((tx) =>
    notify(tx, 'monthClosed', { subject: { kind: 'period', id: month }, occurrence: month, words: { month } }, { to: [to], at: clock() }),
  );
const mails = async () => {
  const rows = await db.query.selectFrom('mail_outbox').select(['recipient', 'subject', 'body', 'link']).orderBy('id').execute();
  return rows.map(({ recipient, subject, body }) => [recipient, subject, body]);
};
const deliverAt = async (instant: string) => {
  clock.set(instant);
  await writeDigests(store, clock());
};

describe('decisions 5.03: digests', () => {
  it('are sent daily at 07:00 in the person’s zone with unread notifications since the last one, if any', async () => {
    await setPreferences(ann, { frequency: 'daily' });
    await setPreferences(raj, { frequency: 'daily', time_zone: 'Asia/Kolkata' });
    // It is 05:00 in Phoenix, the company's zone, and 17:30 in Kolkata.
    clock.set('2026-11-22T12:00:00Z');
    await addNotice(ann, 'before');
    await deliverAt('2026-11-22T12:00:00Z');
    await addNotice(ann, 'October');
    await addNotice(raj, 'September');
    await deliverAt('2026-11-22T13:59:00Z');
    expect(await mails()).toEqual([]);
    await deliverAt('2026-11-22T14:00:00Z');
    expect(await mails()).toEqual([['ann@example.test', 'One new notification', 'October is closed: Nothing in it can change any more.']]);
    await addNotice(raj, 'August');
    await deliverAt('2026-11-23T01:30:00Z');
    expect((await mails())[1]).toEqual([
      'raj@example.test',
      '2 new notifications',
      'August is closed: Nothing in it can change any more.\nSeptember is closed: Nothing in it can change any more.',
    ]);
    await deliverAt('2026-11-24T20:00:00Z');
    expect(await mails()).toHaveLength(2);
  });

  it('are sent weekly on Monday once across servers, without read notifications', async () => {
    await setPreferences(ann, { frequency: 'weekly' });
    await deliverAt('2026-11-17T15:00:00Z');
    await addNotice(ann, 'October');
    await addNotice(ann, 'July');
    await db.query.updateTable('notifications').set({ read_at: clock().toISOString() }).where('title', 'like', 'July%').execute();
    await deliverAt('2026-11-22T20:00:00Z');
    expect(await mails()).toEqual([]);
    clock.set('2026-11-23T14:05:00Z');
    await Promise.all([1, 2, 3].map(() => writeDigests(store, clock())));
    expect((await mails()).map(([, subject]) => subject)).toEqual(['One new notification']);
  });

  it('start after the choice, omit items mailed at once, and survive an invalid zone', async () => {
    await setPreferences(ann, { frequency: 'immediate', email_enabled: true });
    await addNotice(ann, 'October');
    await setPreferences(ann, { frequency: 'daily', time_zone: 'Mars/Olympus' });
    await deliverAt('2026-11-22T15:00:00Z');
    clock.advance(24 * HOUR_MS);
    await writeDigests(store, clock());
    expect((await mails()).map(([, subject]) => subject)).toEqual(['October is closed']);
  });

  it('are not created without a mail server', async () => {
    await setPreferences(ann, { frequency: 'daily' });
    expect(await writeDigests(openStore(db), clock())).toBe(0);
  });
});
