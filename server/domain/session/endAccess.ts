import { messages } from '../../../contract/messages.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { RevokedToken, SessionEndReason } from '../../db/repositories/session/sessions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';

const t = messages.apiTokens;

export const tokenEntryOf = (
  verb: 'created' | 'revoked',
  { id, name, scopes, expires_at, user_id }: RevokedToken,
  actorId: number | null,
): AuditWrite => ({
  ...{ actorId, action: `api_token.${verb}`, entity: 'api_token', entityId: String(id) },
  after: { name, scopes, expires_at, user_id },
});

/**
 * Ends all sessions and API tokens of a person, and notifies them of each token that still worked. `actorId` is null for a command.
 * @returns an audit entry for each of these tokens
 */
export const endAccess = async (
  tx: Pick<Repositories, 'sessions' | 'notifications'>,
  userId: number,
  reason: SessionEndReason & keyof typeof t.endedBy,
  actorId: number | null,
  at: Date,
): Promise<AuditWrite[]> => {
  const tokens = await tx.sessions.endAll(userId, reason, at);
  const cause = t.endedBy[reason];
  for (const { id, name } of tokens) {
    const subject = { kind: 'user', id: userId, page: '/settings' } as const;
    await notify(tx, 'tokenEnded', { subject, occurrence: `token-${id}`, words: { name, reason: cause } }, { to: [userId], at });
  }
  return tokens.map((token) => ({ ...tokenEntryOf('revoked', token, actorId), cause }));
};
