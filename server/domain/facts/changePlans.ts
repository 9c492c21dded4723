import type { AuditEntry } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Cause, markEverybody, openDaysOf } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import type { By } from './changeFacts.ts';
import { watchOwnPay, withEntries } from './ownPay.ts';

/**
 * The door for what a person answers about records of a connected system. They are marked as they are by a sync; what they do to the pay of
 * whoever answers is asked over all of that person's open months.
 * @throws Problem 403 own_pay, and what `work` throws
 */
export const answerRecords = async <T>(within: Repositories, by: By, why: Cause['why'], work: () => Promise<T>): Promise<T> => {
  await within.periods.hold();
  const { config } = await currentConfig(within);
  const ownPay = watchOwnPay(within, by);
  const openDays = () => openDaysOf(within, by.principal.userId, [config]);
  await ownPay.before(await openDays());
  const answer = await work();
  await within.audit.writeAll(await ownPay.after(await openDays(), why), by.origin, by.at);
  return answer;
};

/** `version` null: the configuration stays as it is. */
export type PlansWritten<T> = Readonly<{
  version: number | null;
  /** @param marked so many quota periods of people are computed soon after */
  finish: (marked: number) => Promise<Readonly<{ answer: T; entries: readonly AuditEntry[] }>>;
}>;

/**
 * The door of facts for a new configuration: everybody's open quota periods are marked, and of its author's alone the amounts are computed
 * at once, because nobody raises their own pay alone (decisions 3.06).
 * @param write checks, calls `about` and saves the configuration
 * @throws Problem 403 own_pay, and what `write` throws
 */
export const changePlans = async <T>(
  within: Repositories,
  by: By,
  write: (about: () => Promise<void>) => Promise<PlansWritten<T>>,
): Promise<T> => {
  const { principal, origin, at } = by;
  await within.periods.lockOut();
  const before = await currentConfig(within);
  const ownPay = watchOwnPay(within, { ...by, alone: true });
  const { version, finish } = await write(async () => ownPay.before(await openDaysOf(within, principal.userId, [before.config])));
  const after = await currentConfig(within);
  const touched = version === null ? [] : await openDaysOf(within, principal.userId, [before.config, after.config]);
  const raised = await ownPay.after(touched, { kind: 'config_proposed' }).catch(withEntries(async () => (await finish(0)).entries));
  const why = { kind: 'config_saved', version: after.version } as const;
  const marked = version === null ? 0 : await markEverybody(within, after, before.config, { actorId: principal.userId, origin, at, why });
  const { answer, entries } = await finish(marked);
  await within.audit.writeAll([...entries, ...raised], origin, at);
  return answer;
};
