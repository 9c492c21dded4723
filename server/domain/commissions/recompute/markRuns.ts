import { createHash } from 'node:crypto';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../db/repositories/audit/audit.ts';
import { canonicalJson } from '../../../db/repositories/audit/auditChain.ts';
import type { MarkRunRow, MergedMark } from '../../../db/repositories/commissions/marks.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from './proposals.ts';
import { byUser } from './readPeriods.ts';
import type { WrittenRecord } from './writeDiffs.ts';

/** A run and the marks of the people computed for it. */
export type RunMarks = Readonly<{ run: MarkRunRow; taken: readonly MergedMark[] }>;

/**
 * Chooses the run for each person: among awaited runs the newest, and runs with notices before quiet ones, so that records left to the
 * next transaction are notified too. `quiet` only if all runs of the person are.
 * @param takenMarks awaited marks first, newest run first
 */
export const runsOf = async ({ marks }: Pick<Repositories, 'marks'>, takenMarks: readonly MergedMark[]): Promise<RunMarks[]> => {
  const runs = new Map((await marks.runs([...new Set(takenMarks.map(({ run_id }) => run_id))])).map((run) => [run.id, run]));
  const groups = new Map<number, { run: MarkRunRow; taken: MergedMark[] }>();
  for (const ownMarks of byUser(takenMarks).values()) {
    const first = ownMarks.find(({ run_id }) => runs.get(run_id)?.quiet === false) ?? ownMarks[0];
    const run = runs.get(first?.run_id ?? 0);
    if (!run) throw new Error(`the run ${first?.run_id} that a mark names does not exist`);
    const group = groups.get(run.id);
    if (group) group.taken.push(...ownMarks);
    else groups.set(run.id, { run, taken: [...ownMarks] });
  }
  return [...groups.values()];
};

/** Null for the server's own changes, such as the start of a day: the audit log then names no one. */
export const actorOf = ({ actor_id, network }: MarkRunRow): number | null => (network === 'server' ? null : actor_id);

export const markCauseOf = ({ actor_id: actorId, network, request_id: requestId, cause, cause_facts }: MarkRunRow, at: Date): Cause => ({
  actorId,
  at,
  origin: { network, requestId },
  why: cause_facts ?? cause ?? '',
});

const movedValues = ({ id, before, after }: WrittenRecord) => [
  id,
  before?.amount_cents ?? null,
  after?.amount_cents ?? null,
  after?.status,
];

/** One audit entry per computed person and period; `amount_history` has the amounts under the same run. */
export const markEntryOf = (
  run: MarkRunRow,
  userId: number,
  { start_date, end_date }: DateRange,
  written: readonly WrittenRecord[],
): AuditWrite => {
  const sum = (side: 'before' | 'after'): number => written.reduce((cents, row) => cents + (row[side]?.amount_cents ?? 0), 0);
  const hash = createHash('sha256')
    .update(canonicalJson(written.map(movedValues)))
    .digest('hex');
  const addedCount = written.filter(({ before }) => before === null).length;
  const removedCount = written.filter(({ after }) => after === null).length;
  const counts = { records: written.length, came: addedCount, went: removedCount, amount_cents: sum('after'), hash };
  const cause = run.cause_facts ?? run.cause;
  return {
    actorId: actorOf(run),
    action: 'commissions.recomputed',
    entity: 'recompute_run',
    entityId: String(run.id),
    before: { amount_cents: sum('before') },
    after: { user_id: userId, from: start_date, to: end_date, ...counts },
    ...(cause === null ? {} : { cause }),
  };
};
