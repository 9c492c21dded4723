import type { PlanInWords, Plans, PlanVersion } from '../../../contract/entities/plan.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { compareClauses, type PlanWords } from '../../../contract/rules/commission/clauses/changes.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { leaveSentence } from '../../../contract/rules/commission/leave.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { ConfigVersionRow } from '../../db/repositories/settings/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readLeaveEffect } from './commissionPlan.ts';
import { configAt, currentConfig } from './config.ts';
import { plansInWords, readPlanAccess } from './planAccess.ts';

/** Maximum number of saved versions to choose from. */
const MAX_VERSIONS = 50;

const versionOf = ({ id, created_at, first_name, last_name }: ConfigVersionRow): PlanVersion => ({
  id: String(id),
  version: id,
  since: created_at,
  by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
});

/** Adds the effect of the reader's leave on their quota to their own plan. */
const withLeave = async (store: Services['store'], plans: readonly PlanInWords[], { id }: Actor, today: Day): Promise<PlanInWords[]> => {
  const leave = plans.some(({ own }) => own) ? await readLeaveEffect(store, Number(id), today) : null;
  return plans.map((plan) => (leave && plan.own ? { ...plan, leave: leaveSentence(leave) } : plan));
};

/**
 * The plans the actor may read, in words, and the changes since another version: by default the previous one (decisions 2.09).
 * @param query ids of saved versions; null for an invalid id
 * @throws Problem 403; 404 for an unknown version
 */
export const readPlans = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  query: Readonly<{ version?: number | null; compare?: number | null }>,
): Promise<Plans> => {
  const access = await readPlanAccess({ store }, actor);
  const { config: now } = await currentConfig(store);
  const today = todayIn(now.timezone, clock());
  const rows = await store.config.versions(null, MAX_VERSIONS);
  const findVersion = async (id: number | null): Promise<ConfigVersionRow> => {
    const row = id === null ? undefined : (rows.find((row) => row.id === id) ?? (await store.config.version(id)));
    if (!row) throw notFoundProblem('version');
    return row;
  };
  const [newest] = rows;
  if (!newest) throw notFoundProblem('version');
  const chosen = query.version === undefined ? newest : await findVersion(query.version);
  const [before] = await store.config.versions(chosen.id, 1);
  const compared = query.compare === undefined ? before : await findVersion(query.compare);
  const wordsOf = (config: CommissionsConfig): PlanWords[] => [
    ...plansInWords(config, access, actor, today),
    { id: '', name: messages.planPage.company, clauses: companyClauses(config) },
  ];
  const { config } = await configAt(store, chosen.id);
  const comparedConfig = compared ? await configAt(store, compared.id) : null;
  return {
    version: versionOf(chosen),
    compared: compared ? versionOf(compared) : null,
    changes: comparedConfig ? compareClauses(wordsOf(comparedConfig.config), wordsOf(config)) : [],
    plans:
      chosen.id === newest.id
        ? await withLeave(store, plansInWords(config, access, actor, today), actor, today)
        : plansInWords(config, access, actor, today),
    company: companyClauses(config),
    versions: rows.map(versionOf),
  };
};
