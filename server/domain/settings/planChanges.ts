import type { Acknowledgements, PlanChangeContent, PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ChangePerson, OwnChangeRow } from '../../db/repositories/settings/configChanges.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { dollars } from '../shared/moneyText.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const BATCH_PEOPLE = 25;

/** Notifies a person whose terms a version changes; includes the amounts if they differ. */
export const notifyOfPlan = async (
  tx: Repositories,
  { user_id, content, sha256 }: ChangePerson,
  version: number,
  at: Date,
): Promise<void> => {
  const { effective_date, after: terms, figures } = JSON.parse(content) as PlanChangeContent;
  const [before, after] = [dollars(toCents(figures.before)), dollars(toCents(figures.after))];
  const lost = terms === null ? messages.planChange.lost : '';
  const amounts = `${lost}${before === after ? '' : fill(messages.planChange.amounts, { before, after })}`;
  const subject = { kind: 'planChange', id: version } as const;
  await notify(tx, 'planChanged', { subject, occurrence: sha256, words: { day: dayText(effective_date), amounts } }, { to: [user_id], at });
};

/** Notifies the people a version concerns, a few per short transaction; a repeated call sends no second notice. */
export const notifyPlanChange = async (
  store: Pick<Store, 'transaction' | 'configChanges'>,
  { version }: Readonly<{ version: number }>,
  at: Date,
): Promise<void> => {
  for (let after = 0; ; ) {
    const people = await store.configChanges.people(version, after, BATCH_PEOPLE);
    const last = people.at(-1);
    if (!last) return;
    await store.transaction(async (tx) => {
      for (const person of people) await notifyOfPlan(tx, person, version, at);
    });
    after = last.user_id;
  }
};

const noticeOf = ({ version, content, sha256, acknowledged_at }: OwnChangeRow): PlanChangeNotice => ({
  version,
  content,
  sha256,
  acknowledged_at,
});

/** The user's own part of a change. @throws Problem 404, also for another person's */
export const findOwnPlanChange = async (
  { store }: Pick<Deps, 'store'>,
  { userId }: Principal,
  version: number | null,
): Promise<PlanChangeNotice> => {
  const row = version === null ? undefined : await store.configChanges.own(version, userId);
  if (!row) throw notFoundProblem('plan change');
  return noticeOf(row);
};

/**
 * "I have read this": stores the time and the hash of exactly the content shown; the first time counts.
 * @throws Problem 404, 409 other_content
 */
export const acknowledgePlanChange = async (
  { store, clock }: Deps,
  { userId }: Principal,
  version: number | null,
  sha256: string,
  origin: Origin,
): Promise<PlanChangeNotice> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const row = version === null ? undefined : await tx.configChanges.own(version, userId);
    if (!row) throw notFoundProblem('plan change');
    if (row.sha256 !== sha256) throw new Problem(409, 'other_content', messages.configChangeRefusals.otherContent);
    if (await tx.configChanges.acknowledge(row.version, userId, sha256, at)) {
      const entry = { actorId: userId, action: 'plan_change.acknowledged', entity: 'config_version', entityId: String(row.version) };
      await tx.audit.write({ ...entry, after: { sha256 } }, origin, at);
    }
    return noticeOf((await tx.configChanges.own(row.version, userId)) ?? row);
  });
};

/** The people a version concerns, and when each read it, for administrators. @throws Problem 404 if it was saved without a review */
export const listAcknowledgements = async ({ store }: Pick<Deps, 'store'>, version: number | null): Promise<Acknowledgements> => {
  const change = version === null ? undefined : await store.configChanges.byVersion(version);
  if (!change) throw notFoundProblem('change');
  const readers = await store.configChanges.readers(change.version);
  return {
    effective_date: change.effective_date,
    data: readers.map(({ user_id, acknowledged_at, sha256, ...name }) => ({
      user_id: String(user_id),
      name: fullName(name),
      acknowledged_at,
      sha256,
    })),
  };
};
