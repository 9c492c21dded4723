import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import type { PlanDraftText } from '../../../contract/entities/planDraft.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PlanDraftTextRow } from '../../db/repositories/planDrafts/planDrafts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readConfigNames } from '../plans/configNames.ts';
import type { Principal } from '../session/principal.ts';
import { requestChange } from '../settings/configChange.ts';
import { parseConfigOrThrow, saveSettings } from '../settings/configSave.ts';
import { publishDraft } from '../settings/publishedDraft.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { assertRevision, assertStep } from './changeDraft.ts';
import { draftTextOf, findDraft } from './planDrafts.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
const t = messages.planDraftRefusals;

/** @throws Problem 409 plans_changed, naming who published the newer plans */
const assertBase = async ({ config }: Pick<Repositories, 'config'>, { base_version }: PlanDraftTextRow, newest: number): Promise<void> => {
  if (base_version === newest) return;
  const saved = await config.version(newest);
  const name = saved?.first_name ? fullName({ first_name: saved.first_name, last_name: saved.last_name ?? '' }) : null;
  const message = name === null ? fill(t.plansChangedByNobody, { version: newest }) : fill(t.plansChanged, { name, version: newest });
  throw new Problem(409, 'plans_changed', message);
};

/** The draft at this revision, if it can be published, and the text in use. @throws Problem 404, 409, 422 */
const readPublishable = async (store: Deps['store'], id: number | null, revision: number) => {
  const row = await findDraft(store, id);
  assertStep(row, 'publish');
  assertRevision(row, revision);
  // Read before the plans: if somebody saves in between, the request fails on this older version.
  const { company_name: companyName, version, commissions_config: saved } = await store.config.general();
  const { id: newest, config: inUse } = await store.config.newest();
  await assertBase(store, row, newest);
  if (row.config === inUse || row.config === saved) throw new Problem(409, 'nothing_new', t.nothingNew);
  parseConfigOrThrow(row.config, await readConfigNames(store));
  return { row, inUse, companyName, version };
};

/**
 * Requests the impact of publishing a draft from a day on; its confirmation publishes it.
 * @throws Problem 404, 409 draft_published, draft_archived, stale_draft, plans_changed, nothing_new, 422
 */
export const requestPublication = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  { revision, effective_date }: Readonly<{ revision: number; effective_date: string }>,
): Promise<ConfigChange> => {
  const { row, companyName, version } = await readPublishable(deps.store, id, revision);
  const draft = { id: row.id, revision };
  return requestChange(deps, principal, { companyName, commissionsConfig: row.config, effective_date, draft }, version);
};

/**
 * Publishes a draft that changes nobody's pay, without a review.
 * @throws Problem 404, 409 as above, review_needed, stale_version, 422
 */
export const publishAtOnce = async (
  deps: Deps,
  principal: Principal,
  id: number | null,
  revision: number,
  origin: Origin,
): Promise<PlanDraftText> => {
  const { row, inUse, companyName, version } = await readPublishable(deps.store, id, revision);
  if (canChangePay(inUse, row.config)) throw new Problem(409, 'review_needed', t.reviewNeeded);
  const body = { companyName, commissionsConfig: row.config };
  await saveSettings(deps, principal, body, { version, seen: version }, origin, (tx, saved) =>
    publishDraft(tx, principal, { id: row.id, revision }, saved.version),
  );
  return draftTextOf(await findDraft(deps.store, row.id));
};
