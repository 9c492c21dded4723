import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Cause, markEverybody, openDaysOf } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import type { Author } from '../session/principal.ts';
import type { ChangeContext } from './changeFacts.ts';
import { watchOwnPay, withEntries } from './ownPay.ts';

type AnswerContext = Readonly<{ principal: Author; origin: Origin; at: Date }>;
/**
 * The entry point for answers to held records. Facts are marked as in a sync; the effect on the answering person's own pay is checked
 * over all their open months.
 * @throws Problem 403 own_pay, and whatever `makeChanges` throws
 */
export const changeAnsweredRecords = async <T>(
  tx: Repositories,
  context: AnswerContext,
  why: Cause['why'],
  makeChanges: () => Promise<T>,
): Promise<T> => {
  await tx.periods.lockShared();
  const { config } = await currentConfig(tx);
  const ownPayWatch = watchOwnPay(tx, context);
  const openDays = () => openDaysOf(tx, context.principal.userId, [config]);
  await ownPayWatch.before(await openDays());
  const answer = await makeChanges();
  await tx.audit.writeAll(await ownPayWatch.after(await openDays(), why), context.origin, context.at);
  return answer;
};

/** `version`: null if the configuration is unchanged. */
export type PlansResult<T> = Readonly<{
  version: number | null;
  /** @param marked number of marked quota periods, computed shortly afterwards */
  finish: (marked: number) => Promise<Readonly<{ answer: T; entries: readonly AuditWrite[] }>>;
}>;

/**
 * The entry point for a new configuration: marks everyone's open quota periods, and computes only the author's amounts at once, because
 * nobody may raise their own pay alone (decisions 3.06).
 * @param write checks, calls `declareFacts` and saves the configuration
 * @throws Problem 403 own_pay, and whatever `write` throws
 */
export const changePlans = async <T>(
  tx: Repositories,
  context: ChangeContext,
  write: (declareFacts: () => Promise<void>) => Promise<PlansResult<T>>,
): Promise<T> => {
  const { principal, origin, at } = context;
  await tx.periods.lockExclusively();
  const before = await currentConfig(tx);
  const ownPay = watchOwnPay(tx, { ...context, alone: true });
  const { version, finish } = await write(async () => ownPay.before(await openDaysOf(tx, principal.userId, [before.config])));
  const after = await currentConfig(tx);
  const affected = version === null ? [] : await openDaysOf(tx, principal.userId, [before.config, after.config]);
  const raiseEntries = await ownPay.after(affected, { kind: 'config_proposed' }).catch(withEntries(async () => (await finish(0)).entries));
  const why = { kind: 'config_saved', version: after.version } as const;
  const marked = version === null ? 0 : await markEverybody(tx, after, before.config, { actorId: principal.userId, origin, at, why });
  const { answer, entries } = await finish(marked);
  await tx.audit.writeAll([...entries, ...raiseEntries], origin, at);
  return answer;
};
