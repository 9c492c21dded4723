import type { PayoutRun, PayoutRunList } from '../../../contract/entities/payoutRun.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { JobFile } from '../../db/repositories/jobs/jobs.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { approveRun, cancelRun, changePerson, closeRun, undoPayoutRun } from './changeRun.ts';
import { readNextRun } from './nextPayout.ts';
import { proposeRun, type RunRequest } from './proposeRun.ts';
import { auditRun } from './runEffects.ts';
import { readRun, runHeadOf } from './runView.ts';
import { stepPayout } from './stepPayout.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
const MAX_RUNS = 50;
export type KnownRunId = Readonly<{ id: number | null; version: number }>;
export type PayoutRunStep =
  | Readonly<{ kind: 'approve' | 'cancel' | 'undo'; note?: string }>
  | Readonly<{ kind: 'close'; reason: string }>
  | Readonly<{ kind: 'change'; userId: number; amount: string; reason: string }>;

/** All runs, newest first, and the month and pay day of the next proposal. */
export const listPayoutRuns = ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<PayoutRunList> =>
  store.snapshot(async (tx) => ({ data: (await tx.payoutRuns.list(MAX_RUNS)).map(runHeadOf), next: await readNextRun(tx, clock()) }));

/** @throws Problem 404 */
export const findPayoutRun = async (
  { store }: Readonly<{ store: Pick<Repositories, 'audit' | 'config' | 'payouts' | 'payoutRuns'> }>,
  { actor }: Principal,
  id: number | null,
): Promise<PayoutRun> => {
  const row = id === null ? undefined : await store.payoutRuns.byId(id);
  if (!row) throw notFoundProblem('payout run');
  return readRun(store, actor, row);
};

export const createRun = async (deps: Deps, principal: Principal, request: RunRequest, origin: Origin): Promise<PayoutRun> => {
  const at = deps.clock();
  return deps.store.transaction(async (tx) => {
    const id = await proposeRun(tx, request, { principal, origin, at });
    return findPayoutRun({ store: tx }, principal, id);
  });
};

const steps = { approve: approveRun, cancel: cancelRun, undo: undoPayoutRun };

const applyStep = async (tx: Repositories, id: number, version: number, step: PayoutRunStep, by: PaymentBy): Promise<void> => {
  const knownRun = { id, version };
  if (step.kind === 'change') return changePerson(tx, knownRun, step, by);
  if (step.kind === 'close') return closeRun(tx, knownRun, step.reason, by);
  const { note } = step;
  await steps[step.kind](tx, note ? { ...knownRun, note } : knownRun, by);
};

/** Changes, approves, cancels or closes a run. @throws Problem 403, 404, 409, 422 */
export const stepRun = async (
  deps: Deps,
  principal: Principal,
  { id, version }: KnownRunId,
  step: PayoutRunStep,
  origin: Origin,
): Promise<PayoutRun> => {
  if (id === null) throw notFoundProblem('payout run');
  const at = deps.clock();
  const run = await deps.store.transaction(async (tx) => {
    await applyStep(tx, id, version, step, { principal, origin, at });
    return findPayoutRun({ store: tx }, principal, id);
  });
  deps.nudge?.();
  return run;
};

/** Completes every payment in progress, each in a short transaction (decisions 7.08). @throws Problem 404 */
export const completeRun = async (deps: Deps, principal: Principal, id: number | null, origin: Origin): Promise<PayoutRun> => {
  const run = id === null ? undefined : await deps.store.payoutRuns.byId(id);
  if (!run) throw notFoundProblem('payout run');
  for (const known of await deps.store.payoutRuns.payoutsOf(run.id, ['processing'])) {
    const step = { ...known, event: { type: 'complete' }, deed: 'completed' } as const;
    await deps.store
      .transaction((tx) => stepPayout(tx, step, { principal, origin, at: deps.clock() }))
      .catch((error: unknown) => {
        // Somebody else changed this payment first; their change remains.
        if (!(error instanceof Problem) || error.status !== 409) throw error;
      });
  }
  return findPayoutRun(deps, principal, run.id);
};

/** One person's statement from the run. @throws Problem 404, 409 not_ready */
export const openRunStatement = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  userId: number | null,
  origin: Origin,
): Promise<JobFile> => {
  const people = id === null ? [] : await deps.store.payoutRuns.people(id, null);
  if (id === null || userId === null || !people.some(({ user_id }) => user_id === userId)) throw notFoundProblem('payout run');
  const file = await deps.store.issued.fileOfRun(id, userId);
  if (!file) throw new Problem(409, 'not_ready', messages.payoutRunRefusals.noStatement);
  const after = { file: file.name, sha256: file.sha256 };
  await auditRun(deps.store, { deed: 'statement_downloaded', id, after }, { principal, origin, at: deps.clock() });
  return file;
};
