import type { AuditEntry, Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import {
  type Cause,
  follow,
  goOnWriting,
  markTouched,
  type Touched,
  touchedBy,
  type WrittenFacts,
} from '../commissions/recompute/index.ts';
import type { Author, Principal } from '../session/principal.ts';
import { type OwnPayWatch, watchOwnPay, withEntries } from './ownPay.ts';

/** For previews, which change nothing. */
export { touchedBy as affectedBy } from '../commissions/recompute/index.ts';

/**
 * `alone`: no other writer of money goes on meanwhile, because what the change is about concerns everybody's months. `watch`: several changes
 * are compared as one, by `changeSeveral`.
 */
export type By = Readonly<{ principal: Principal; origin: Origin; at: Date; alone?: boolean; watch?: OwnPayWatch }>;
/** Names facts that are about to change, as soon as they are locked and before they are written. */
export type About = (facts: WrittenFacts) => Promise<void>;
export type Written<T> = Readonly<{
  why: Cause['why'];
  /** Facts that the change made, or that are others' now. */
  made?: readonly WrittenFacts[];
  /** So many records move at least; from some number on their figures follow after the answer. */
  moved?: number;
  /** What comes after the figures: notices, the answer, and the audit rows, which are written last. */
  finish: () => Promise<Readonly<{ answer: T; entries: readonly AuditEntry[] }>>;
}>;

/** A write that found nothing to change. */
export const unchanged = <T>(answer: T): Written<T> => ({ why: '', finish: async () => ({ answer, entries: [] }) });

const holdMonths = ({ periods }: Repositories, { alone = false }: By): Promise<void> => (alone ? periods.lockOut() : periods.hold());

/**
 * The one door of facts that decide pay (decisions 3.06): months stand still, whose money it is is asked before and after, nobody raises
 * their own pay alone, the figures follow, and the audit log has it, in this order and in the caller's transaction.
 * @param write locks, checks, names the facts by `about`, and writes them
 * @throws Problem 403 own_pay, and what `write` throws
 */
export const changeFacts = async <T>(within: Repositories, by: By, write: (about: About) => Promise<Written<T>>): Promise<T> => {
  const { principal, origin, at } = by;
  await holdMonths(within, by);
  const named: WrittenFacts[] = [];
  const touched: Touched[] = [];
  const ownPay = by.watch ?? watchOwnPay(within, by);
  const {
    why,
    made = [],
    moved,
    finish,
  } = await write(async (facts) => {
    named.push(facts);
    touched.push(...(await touchedBy(within, facts)));
    await ownPay.before(touched);
  });
  for (const facts of [...named, ...made]) touched.push(...(await touchedBy(within, facts)));
  const raised = await ownPay.after(touched, why).catch(withEntries(async () => (await finish()).entries));
  await follow(within, touched, { actorId: principal.userId, at, origin, why }, moved);
  const { answer, entries } = await finish();
  await within.audit.writeAll([...entries, ...raised], origin, at);
  return answer;
};

/**
 * Several changes in one transaction, each through the door, whose figures are all marked: what they do to their author's pay is asked once,
 * for all of them.
 * @param facts those that change
 * @param work makes the changes with the watch that it is given
 * @throws Problem 403 own_pay, and what `work` throws
 */
export const changeSeveral = async <T>(
  within: Repositories,
  by: By,
  { facts, why }: Readonly<{ facts: readonly WrittenFacts[]; why: Cause['why'] }>,
  work: (watch: OwnPayWatch) => Promise<T>,
): Promise<T> => {
  await holdMonths(within, by);
  const touched: Touched[] = [];
  for (const one of facts) touched.push(...(await touchedBy(within, one)));
  const ownPay = watchOwnPay(within, by);
  await ownPay.before(touched);
  const keep = async (more: readonly Touched[]): Promise<void> => void touched.push(...more);
  const answer = await work({ before: keep, after: async (more) => keep(more).then(() => []) });
  await within.audit.writeAll(await ownPay.after(touched, why), by.origin, by.at);
  return answer;
};

/**
 * Under which run a batch marks; `last`: no other batch follows that would mark the same again. `author`: whose pay it must not raise; what a
 * connected system brings has none.
 */
export type Batch = Readonly<{
  marksRun: number;
  at: Date;
  last?: boolean;
  author?: Readonly<{ principal: Author; origin: Origin; why: Cause['why'] }>;
}>;

/**
 * The door for many facts at once, of a file or a connected system: their figures are marked, and computed once after the last batch
 * (docs/adr/0011-facts-first.md). Whoever writes batches writes one audit row for all of them.
 * @param write names the facts by `about`, writes them, and returns facts that it made
 * @throws Problem 403 own_pay where it has an author, and what `write` throws
 */
export const markFacts = async (
  within: Repositories,
  { marksRun, at, last = false, author }: Batch,
  write: (about: About) => Promise<readonly WrittenFacts[]>,
): Promise<void> => {
  await within.periods.hold();
  const named: WrittenFacts[] = [];
  const touched: Touched[] = [];
  const ownPay = author && watchOwnPay(within, { principal: author.principal, at });
  const made = await write(async (facts) => {
    named.push(facts);
    touched.push(...(await touchedBy(within, facts)));
    await ownPay?.before(touched);
  });
  for (const facts of [...named, ...made]) touched.push(...(await touchedBy(within, facts)));
  if (author && ownPay) await within.audit.writeAll(await ownPay.after(touched, author.why), author.origin, at);
  if (named.length + made.length === 0) return;
  if (!last) await goOnWriting(within, marksRun);
  await markTouched(within, touched, { rank: 1, runId: marksRun, at });
};
