import type { Session } from '../../../contract/entities/auth.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

export type SessionStep = Readonly<{ kind: 'end'; id: string } | { kind: 'endOthers' }>;

const t = messages.settings;

/**
 * The sessions of the user (spec 2.63 Privacy and Security; decisions 4.04).
 * Normal path: loading → shown → saving → loading; ending all others is confirmed first.
 * Never: end the current session (that is signing out), or all others without confirmation.
 */
export const sessionsListMachine = deskOf<readonly Session[], SessionStep>()({
  id: 'sessionsList',
  canTake: (sessions, step) => sessions.some(({ id, current }) => !current && (step.kind === 'endOthers' || step.id === id)),
  mustConfirm: ({ kind }) => kind === 'endOthers',
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.endFailed : t.sessionsFailed }),
});
