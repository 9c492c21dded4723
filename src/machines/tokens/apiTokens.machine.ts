import type { ApiToken, ApiTokenBody, IssuedToken } from '../../../contract/entities/apiToken.ts';
import { apiTokens as t } from '../../../contract/messages/apiTokens.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** `issued`: the token just created, shown until the list is loaded again. */
export type ApiTokensContent = Readonly<{ tokens: readonly ApiToken[]; issued: IssuedToken | null }>;
export type ApiTokenForm = Readonly<{ kind: 'new' }>;
export type ApiTokenStep = Readonly<{ kind: 'create'; body: ApiTokenBody }> | Readonly<{ kind: 'revoke'; token: ApiToken }>;

const fallbacks = { create: t.saveFailed, revoke: t.revokeFailed } as const;

/**
 * API tokens of the user, or everybody's for administrators (decisions 4.11).
 * Normal path: loading → shown → asking → saving → shown with the new token → loading; revoking is confirmed first.
 * Never: show a token after its dialog was closed, or take another step before that.
 */
export const apiTokensMachine = deskOf<ApiTokensContent, ApiTokenStep, IssuedToken | null, ApiTokenForm>()({
  id: 'apiTokens',
  canTake: ({ issued }, { kind }, form) => issued === null && (kind === 'create') === (form !== null),
  canOpen: ({ issued }) => issued === null,
  mustConfirm: ({ kind }) => kind === 'revoke',
  toContent: (issued, { tokens }) => (issued === null ? null : { tokens: [issued.token, ...tokens], issued }),
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
