import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import {
  type AffectedDay,
  affectedBy,
  type Cause,
  extendMarkRun,
  markAffected,
  recomputeOrMark,
  type WrittenFacts,
} from '../commissions/recompute/index.ts';
import type { Author, Principal } from '../session/principal.ts';
import { type OwnPayWatch, watchOwnPay, withEntries } from './ownPay.ts';

// Re-exported for previews, which change nothing.
export { affectedBy } from '../commissions/recompute/index.ts';

/**
 * `alone`: locks out other writers of money, because the change affects everyone's months. `watch`: set by `changeSeveral` to compare
 * several changes as one.
 */
export type ChangeContext = Readonly<{ principal: Principal; origin: Origin; at: Date; alone?: boolean; watch?: OwnPayWatch }>;
/** Declares the facts about to change, after locking and before writing them. */
export type DeclareFacts = (facts: WrittenFacts) => Promise<void>;
export type WriteResult<T> = Readonly<{
  why: Cause['why'];
  /** Facts that the change created or reassigned. */
  made?: readonly WrittenFacts[];
  /** Minimum number of affected records; if it is large, figures are computed after the response. */
  moved?: number;
  /** Runs after the figures: notices, the response, and the audit entries, which are written last. */
  finish: () => Promise<Readonly<{ answer: T; entries: readonly AuditWrite[] }>>;
}>;

/** The result of a write that changed no facts. */
export const unchangedFacts = <T>(answer: T, entries: readonly AuditWrite[] = []): WriteResult<T> => ({
  why: '',
  finish: async () => ({ answer, entries }),
});

const holdMonths = ({ periods }: Repositories, { alone = false }: ChangeContext): Promise<void> =>
  alone ? periods.lockExclusively() : periods.lockShared();

/**
 * The single entry point for facts that determine pay (decisions 3.06). In the caller's transaction it holds the months, determines the
 * people affected before and after, prevents authors from raising their own pay alone, recomputes the figures, and writes the audit log.
 * @param write locks, checks, declares the facts by `declareFacts`, and writes them
 * @throws Problem 403 own_pay, and whatever `write` throws
 */
export const changeFacts = async <T>(
  tx: Repositories,
  context: ChangeContext,
  write: (declareFacts: DeclareFacts) => Promise<WriteResult<T>>,
): Promise<T> => {
  const { principal, origin, at } = context;
  await holdMonths(tx, context);
  const declared: WrittenFacts[] = [];
  const affected: AffectedDay[] = [];
  const ownPayWatch = context.watch ?? watchOwnPay(tx, context);
  const {
    why,
    made = [],
    moved,
    finish,
  } = await write(async (facts) => {
    declared.push(facts);
    affected.push(...(await affectedBy(tx, facts)));
    await ownPayWatch.before(affected);
  });
  for (const facts of [...declared, ...made]) affected.push(...(await affectedBy(tx, facts)));
  const raiseEntries = await ownPayWatch.after(affected, why).catch(withEntries(async () => (await finish()).entries));
  await recomputeOrMark(tx, affected, { actorId: principal.userId, at, origin, why }, moved);
  const { answer, entries } = await finish();
  await tx.audit.writeAll([...entries, ...raiseEntries], origin, at);
  return answer;
};

/**
 * Makes several changes in one transaction, each through `changeFacts`, and marks all their figures: the effect on the author's own pay is
 * checked once for all of them.
 * @param facts the facts that change
 * @param work makes the changes with the given watch
 * @throws Problem 403 own_pay, and whatever `work` throws
 */
export const changeSeveral = async <T>(
  tx: Repositories,
  context: ChangeContext,
  { facts, why }: Readonly<{ facts: readonly WrittenFacts[]; why: Cause['why'] }>,
  work: (watch: OwnPayWatch) => Promise<T>,
): Promise<T> => {
  await holdMonths(tx, context);
  const affected: AffectedDay[] = [];
  for (const fact of facts) affected.push(...(await affectedBy(tx, fact)));
  const ownPay = watchOwnPay(tx, context);
  await ownPay.before(affected);
  const addAffected = async (newDays: readonly AffectedDay[]): Promise<void> => void affected.push(...newDays);
  const answer = await work({ before: addAffected, after: async (moreAffected) => addAffected(moreAffected).then(() => []) });
  await tx.audit.writeAll(await ownPay.after(affected, why), context.origin, context.at);
  return answer;
};

/**
 * `marksRun`: the run of the batch's marks; `last`: no later batch marks the same days again. `author`: the person whose pay the batch
 * must not raise; omitted for facts from a connected system.
 */
export type Batch = Readonly<{
  marksRun: number;
  at: Date;
  last?: boolean;
  author?: Readonly<{ principal: Author; origin: Origin; why: Cause['why'] }>;
}>;

/**
 * The entry point for many facts from a file or a connected system: figures are marked, and computed once after the last batch
 * (docs/adr/0011-facts-first.md). The writer adds one audit entry for all batches.
 * @param write declares the facts by `declareFacts`, writes them, and returns the facts it created
 * @throws Problem 403 own_pay if it has an author, and whatever `write` throws
 */
export const markFacts = async (
  tx: Repositories,
  { marksRun, at, last = false, author }: Batch,
  write: (declareFacts: DeclareFacts) => Promise<readonly WrittenFacts[]>,
): Promise<void> => {
  await tx.periods.lockShared();
  const named: WrittenFacts[] = [];
  const affected: AffectedDay[] = [];
  const ownPay = author && watchOwnPay(tx, { principal: author.principal, at });
  const created = await write(async (facts) => {
    named.push(facts);
    affected.push(...(await affectedBy(tx, facts)));
    await ownPay?.before(affected);
  });
  for (const facts of [...named, ...created]) affected.push(...(await affectedBy(tx, facts)));
  if (author && ownPay) await tx.audit.writeAll(await ownPay.after(affected, author.why), author.origin, at);
  if (named.length + created.length === 0) return;
  if (!last) await extendMarkRun(tx, marksRun);
  await markAffected(tx, affected, { rank: 1, runId: marksRun, at });
};
