import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { teamReachOf } from '../commissions/recompute/index.ts';
import { booksBegin } from '../plans/books.ts';
import type { VersionedConfig } from '../plans/config.ts';

/** The plans of either configuration that differ in the other one, or are missing there. */
const changedPlansOf = (before: CommissionsConfig, after: CommissionsConfig): Plan[] => {
  const textsOf = ({ plans }: CommissionsConfig) => new Set(plans.map((plan) => JSON.stringify(plan)));
  const [textsBefore, textsAfter] = [textsOf(before), textsOf(after)];
  return [
    ...before.plans.filter((plan) => !textsAfter.has(JSON.stringify(plan))),
    ...after.plans.filter((plan) => !textsBefore.has(JSON.stringify(plan))),
  ];
};

/** True if the plan may apply to the person on any day. */
const mayApplyTo = ({ appliesTo }: Plan, { id, role, stretches }: PersonRow): boolean =>
  appliesTo.users.includes(String(id)) ||
  [role, ...stretches.map((stretch) => stretch.role)].some((each) => appliesTo.roles.includes(each));

/**
 * The ids among `everybody` of people whose records a change of plans may affect: those to whom a changed plan may apply, those who share
 * invoices with them, and the leaders of both.
 */
export const findPeopleOfChange = async (
  { facts, configChanges }: Pick<Repositories, 'facts' | 'configChanges'>,
  before: VersionedConfig,
  after: VersionedConfig,
  everybody: readonly number[],
): Promise<readonly number[]> => {
  if (before.config.timezone !== after.config.timezone || booksBegin(before) !== booksBegin(after)) return everybody;
  const changed = changedPlansOf(before.config, after.config);
  if (changed.length === 0) return [];
  const people = await facts.people(everybody);
  const ownIds = people.filter((person) => changed.some((plan) => mayApplyTo(plan, person))).map(({ id }) => id);
  if (ownIds.length === 0 || ownIds.length === everybody.length) return ownIds;
  const sellers = [...new Set([...ownIds, ...(await configChanges.partnersOf(ownIds))])];
  const leaders = await facts.leadersOf(sellers, teamReachOf(before.config, after.config));
  const concernedIds = new Set([...sellers, ...[...leaders.values()].flat()]);
  return everybody.filter((id) => concernedIds.has(id));
};
