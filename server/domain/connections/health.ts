import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { type ConnectionDeps, connectionAfter } from './connected.ts';
import type { ErrorKind } from './connectionProblem.ts';

/** Records a successful call. */
export const noteSuccess = async (
  tx: Pick<Repositories, 'connections'>,
  connectionId: number,
  { sync: isSync = false }: Readonly<{ sync?: boolean }>,
  at: Date,
): Promise<void> => {
  const connection = await tx.connections.lock(connectionId);
  const state = connection && connectionAfter(connection.state, 'succeed');
  if (!connection || !state) return;
  const callTime = isSync ? { last_sync_at: at.toISOString() } : { last_test_at: at.toISOString() };
  await tx.connections.change(connectionId, { state, error: null, ...callTime }, at);
};

/** `run`: the run that failed; `isAwaited`: a person is waiting for it. */
type Failure = Readonly<{ kind: ErrorKind | null; sentence: string; run?: number; isAwaited?: boolean; isTest?: boolean }>;

/**
 * Records a failed call; notifies administrators when the state changes, and after each failed run that a person started (decisions 5.02).
 */
export const noteConnectionFailure = (
  { store, clock }: Pick<ConnectionDeps, 'store' | 'clock'>,
  connectionId: number,
  failure: Failure,
): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    const connection = await tx.connections.lock(connectionId);
    const state = connection && connectionAfter(connection.state, failure.kind === 'auth_expired' ? 'expire' : 'fail');
    if (!connection || !state) return;
    const testColumns = failure.isTest ? { last_test_at: at.toISOString() } : {};
    // An expired sign-in keeps its reason after other failures, because only signing in again helps.
    const keepsError = connection.state === 'expired' && failure.kind !== 'auth_expired' && connection.error !== null;
    const error = keepsError ? connection.error : failure.sentence;
    const changed = await tx.connections.change(connectionId, { state, error, ...testColumns }, at);
    const hasChanged = connection.state !== state;
    if (failure.isTest || !(hasChanged || failure.isAwaited)) return;
    const to = await tx.periods.peopleOf(['admin']);
    const subject = { kind: 'connection', id: connectionId, tab: connection.kind } as const;
    const occurrence = `${state} ${failure.run ?? changed.version}`;
    await notify(
      tx,
      'integrationError',
      { subject, occurrence, words: { connection: connection.name, reason: failure.sentence } },
      { to, at, channels: true },
    );
  });
