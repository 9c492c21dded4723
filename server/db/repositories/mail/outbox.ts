import { type Kysely, type Selectable, sql } from 'kysely';
import type { MailOutboxTable, MailText, Schema } from '../../schema/index.ts';

export type MailRow = Selectable<MailOutboxTable>;
export type { MailText };
export type MailState = MailRow['state'];
export type MailChange = Partial<Pick<MailRow, 'state' | 'attempts' | 'send_at' | 'lease_until' | 'error' | 'ended_at' | 'created_at'>>;
/** A person who gets a digest; `slot` and `until_id` null: none was due yet. */
export type DigestReader = Readonly<{
  user_id: number;
  frequency: 'daily' | 'weekly';
  time_zone: string | null;
  slot: string | null;
  until_id: number | null;
}>;
export type DigestItem = Readonly<{ id: number; title: string; message: string }>;

/** The path of links by which people choose a password; the token follows, until it is removed. */
export const SIGN_IN_LINK = '/login/link#';

export type Outbox = ReturnType<typeof outboxRepository>;

/** Queued emails. `sends` false: no mail server is configured, and nothing is queued. */
export const outboxRepository = (query: Kysely<Schema>, sends: boolean) => {
  const wantsMail = sql`active and coalesce((notification_settings->>'email_enabled')::boolean, true)`;
  const wantsMailNow = sql`${wantsMail} and coalesce(notification_settings->>'frequency', 'immediate') = 'immediate'`;
  const isDue = (at: Date) => {
    const now = at.toISOString();
    return sql`((m.state = 'queued' and m.send_at <= ${now}) or (m.state = 'sending' and m.lease_until < ${now}))`;
  };
  return {
    sends,

    /**
     * Queues the email about a notice for a person who wants emails at once, or for whom this one is requested (`wantsMail`). Call it in
     * the transaction that writes the notice: all notices a transaction writes to a person form one email.
     */
    addNotice: async (userId: number, notice: number, text: MailText, at: Date, wantsMail = false): Promise<void> => {
      if (!sends) return;
      const now = at.toISOString();
      const { subject, body, link } = text;
      await sql`
        with mail as (
          insert into mail_outbox (user_id, notification_id, cause, recipient, recipient_name, subject, body, link, send_at, created_at)
          select id, ${notice}, pg_current_xact_id()::text || ' ' || transaction_timestamp()::text, email, first_name || ' ' || last_name,
            ${subject}, ${body}, ${link}, ${now}, ${now}
          from users where id = ${userId} and ${wantsMail ? sql`active` : wantsMailNow}
          on conflict (user_id, cause) where cause is not null do update set more = mail_outbox.more || ${JSON.stringify([text])}::jsonb
          returning id
        )
        update notifications set mailed = true where id = ${notice} and exists (select 1 from mail)`.execute(query);
    },

    /** Queued once per `digest`. */
    addDigest: async (userId: number, digest: string, { subject, body, link }: MailText, at: Date): Promise<void> => {
      if (!sends) return;
      const now = at.toISOString();
      await sql`
        insert into mail_outbox (user_id, digest, recipient, recipient_name, subject, body, link, send_at, created_at)
        select id, ${digest}, email, first_name || ' ' || last_name, ${subject}, ${body}, ${link}, ${now}, ${now}
        from users where id = ${userId} and ${wantsMail} on conflict (digest) do nothing`.execute(query);
    },

    /**
     * A secret link for active people, whatever their settings, also while the company is being set up; `forgetLink` removes it once it is
     * sent or has failed.
     * @returns false if nobody gets an email
     */
    addLink: async (userIds: readonly number[], { subject, body, link }: MailText, at: Date): Promise<boolean> => {
      if (!sends) return false;
      const now = at.toISOString();
      const { rows } = await sql<{ id: number }>`
        insert into mail_outbox (user_id, recipient, recipient_name, subject, body, link, send_at, created_at)
        select id, email, first_name || ' ' || last_name, ${subject}, ${body}, ${link}, ${now}, ${now}
        from users where id = any(${[...userIds]}::int8[]) and active returning id`.execute(query);
      return rows.length > 0;
    },

    /** Deletes the queued sign-in links that are due at this instant. @returns their tokens */
    dropLinks: async (sendAt: string): Promise<string[]> => {
      const { rows } = await sql<{ link: string }>`
        delete from mail_outbox where state = 'queued' and send_at = ${sendAt} and link like ${`${SIGN_IN_LINK}_%`} and user_id is not null
        returning link`.execute(query);
      return rows.map(({ link }) => link.slice(SIGN_IN_LINK.length));
    },

    /** Removes the token of a sign-in link, so that later readers of the outbox cannot sign in as the recipient. */
    forgetLink: async (id: number): Promise<void> => {
      await sql`update mail_outbox set link = ${SIGN_IN_LINK} where id = ${id} and link like ${`${SIGN_IN_LINK}_%`}`.execute(query);
    },

    /** To a customer, with the invoice PDF, which is rendered on sending. */
    addInvoice: async (invoiceId: number, to: Readonly<{ name: string; address: string }>, text: MailText, at: Date): Promise<void> => {
      const now = at.toISOString();
      const mail = { recipient: to.address, recipient_name: to.name, ...text, invoice_id: invoiceId, send_at: now, created_at: now };
      if (sends) await query.insertInto('mail_outbox').values(mail).execute();
    },

    /** Deletes the queued emails of a canceled invoice. */
    dropInvoice: async (invoiceId: number): Promise<void> => {
      await query.deleteFrom('mail_outbox').where('invoice_id', '=', invoiceId).where('state', '=', 'queued').execute();
    },

    /** Deletes emails queued for inactive people. An email being sent may still arrive, but is not retried. */
    dropOfInactive: async (): Promise<void> => {
      await sql`
        delete from mail_outbox where id in (
          select m.id from mail_outbox m join users u on u.id = m.user_id
          where m.state in ('queued', 'sending') and not u.active for update of m skip locked)`.execute(query);
    },

    /** The next email that can be sent: queued and due, or abandoned by a stopped server. Concurrent callers get the one after it. */
    lockNext: async (at: Date): Promise<MailRow | undefined> => {
      const { rows } = await sql<MailRow>`
        select m.* from mail_outbox m where m.channel_id is null and ${isDue(at)}
        order by m.send_at, m.id limit 1 for update skip locked`.execute(query);
      return rows[0];
    },

    /** The next message to a channel that may get one now. The channel is locked too, so that all instances together respect its rate. */
    lockNextMessage: async (at: Date): Promise<MailRow | undefined> => {
      const { rows } = await sql<MailRow>`
        select m.* from mail_outbox m join channels c on c.id = m.channel_id
        where ${isDue(at)} and c.off_at is null and c.next_at <= ${at.toISOString()}
        order by m.send_at, m.id limit 1 for no key update of m, c skip locked`.execute(query);
      return rows[0];
    },

    lock: (id: number): Promise<MailRow | undefined> =>
      query.selectFrom('mail_outbox').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    change: (id: number, change: MailChange): Promise<MailRow> =>
      query.updateTable('mail_outbox').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

    failures: (limit: number): Promise<MailRow[]> =>
      query
        .selectFrom('mail_outbox')
        .selectAll()
        .where('state', '=', 'failed')
        .where('channel_id', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    countWaiting: async (): Promise<number> => {
      const waitingMails = query.selectFrom('mail_outbox').where('channel_id', 'is', null).where('state', 'in', ['queued', 'sending']);
      return (await waitingMails.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
    },

    digestReaders: async (): Promise<DigestReader[]> => {
      const { rows } = await sql<DigestReader>`
        select u.id as user_id, u.notification_settings->>'frequency' as frequency, u.notification_settings->>'time_zone' as time_zone, d.slot, d.until_id
        from users u left join mail_digests d on d.user_id = u.id
        where u.active and coalesce((u.notification_settings->>'email_enabled')::boolean, true)
          and u.notification_settings->>'frequency' in ('daily', 'weekly') order by u.id`.execute(query);
      return rows;
    },

    /** A person's unread notices after `afterId` that were not emailed. */
    forDigest: async (userId: number, afterId: number, limit: number): Promise<DigestItem[]> => {
      const { rows } = await sql<DigestItem>`
        select n.id, n.title, n.message from notifications n
        where n.user_id = ${userId} and n.id > ${afterId} and n.read_at is null and not n.mailed
        order by n.id desc limit ${limit}`.execute(query);
      return rows;
    },

    newestNotice: async (): Promise<number> => {
      const row = await query
        .selectFrom('notifications')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst();
      return row?.id ?? 0;
    },

    keepDigest: async (userId: number, slot: string, lastNoticeId: number): Promise<void> => {
      await query
        .insertInto('mail_digests')
        .values({ user_id: userId, slot, until_id: lastNoticeId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ slot, until_id: lastNoticeId }))
        .execute();
    },

    /** Deletes emails that were sent or given up long ago. */
    dropEndedBefore: async (at: Date): Promise<void> => {
      await query.deleteFrom('mail_outbox').where('ended_at', '<', at.toISOString()).execute();
    },
  };
};
