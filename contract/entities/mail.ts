import { type Static, Type } from 'typebox';
import { Id, Instant } from './common.ts';

/** An email that could not be delivered (decisions 5.03), as admins see it: without its text. */
export const FailedMail = Type.Object({
  id: Id,
  recipient: Type.String(),
  subject: Type.String(),
  error: Type.String(),
  attempts: Type.Integer(),
  created_at: Instant,
  failed_at: Instant,
});
export type FailedMail = Static<typeof FailedMail>;

/** `sends`: a mail server is configured; `waiting`: number of queued emails. */
export const MailFailures = Type.Object({ sends: Type.Boolean(), waiting: Type.Integer(), data: Type.Array(FailedMail) });
export type MailFailures = Static<typeof MailFailures>;
