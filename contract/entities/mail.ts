import { type Static, Type } from 'typebox';
import { Id, Instant } from './common.ts';

/** An email that was given up (decisions 5.03), as the administrator sees it: not what it said. */
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

/** `sends`: a mail server is configured; `waiting`: emails that are still to be sent. */
export const MailFailures = Type.Object({ sends: Type.Boolean(), waiting: Type.Integer(), data: Type.Array(FailedMail) });
export type MailFailures = Static<typeof MailFailures>;
