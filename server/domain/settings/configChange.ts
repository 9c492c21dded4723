import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isTypedTotal, toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { addDays, type Day, isDay } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { JobRow } from '../../db/repositories/jobs/jobs.ts';
import { proposable } from '../facts/proposable.ts';
import { readConfigNames } from '../plans/configNames.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { assertTakesEffect, contentOf, type ImpactRequest, type ImpactResult } from './configImpact.ts';
import { type GeneralBody, parseConfigOrThrow, saveSettings } from './configSave.ts';
import { publishDraft } from './publishedDraft.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
export const IMPACT_JOB = 'config_impact';
export const PLAN_NOTICES_JOB = 'config_notices';
const t = messages.configChangeRefusals;
const MINUTE = 60_000;

const configChangeOf = ({ id, state, progress_done, progress_total, error, result }: JobRow): ConfigChange => ({
  id: String(id),
  status: state === 'completed' ? 'computed' : state === 'failed' || state === 'cancelled' ? 'failed' : 'computing',
  done: progress_done,
  total: progress_total,
  error,
  impact: result === null ? null : (result as ImpactResult).impact,
});

/** Why a change cannot begin on a day: it is too far ahead, or in a closed month. Null if it can. */
export const readDayRefusal = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  day: Day,
  timezone: string,
): Promise<string | null> => {
  const { daysAhead } = limits.configChange;
  if (day > addDays(todayIn(timezone, clock()), daysAhead)) return fill(t.date, { days: daysAhead });
  const [closed] = await store.periods.closedIn(day, day);
  return closed ? fill(t.closedMonth, { month: monthText(closed.start_date) }) : null;
};

/** @throws Problem 422 */
const readDay = async (deps: Deps, input: string, timezone: string): Promise<Day> => {
  const refusal = isDay(input) ? await readDayRefusal(deps, input, timezone) : fill(t.date, { days: limits.configChange.daysAhead });
  if (refusal !== null) throw formProblem({ effective_date: refusal });
  return input;
};

/**
 * Requests the impact of a configuration from a day on, as a job because it computes everyone (decisions 2.07).
 * @throws Problem 409 stale_version, 422; for a draft 409 nothing_new
 */
export const requestChange = async (
  deps: Deps,
  { userId }: Principal,
  { effective_date, ...body }: GeneralBody & Pick<ImpactRequest, 'draft'> & Readonly<{ effective_date: string }>,
  version: number | null,
): Promise<ConfigChange> => {
  const { store, clock } = deps;
  const config = parseConfigOrThrow(body.commissionsConfig, await readConfigNames(store));
  const general = await store.config.general();
  if (version !== null && version !== general.version) throw new Problem(409, 'stale_version', messages.generalSettings.conflict);
  const day = await readDay(deps, effective_date, config.timezone);
  const request: ImpactRequest = { ...body, effective_date: day, version: general.version };
  await assertTakesEffect(deps, request);
  const job = await store.jobs.add(IMPACT_JOB, request, userId, clock());
  deps.nudge?.();
  return configChangeOf(job);
};

const findOwnJob = async ({ store }: Pick<Deps, 'store'>, { userId }: Principal, id: number | null): Promise<JobRow> => {
  const job = id === null ? undefined : await store.jobs.ownById(IMPACT_JOB, userId, id);
  if (!job) throw notFoundProblem('change');
  return job;
};

/** @throws Problem 404, also for another user's */
export const findChange = async (deps: Pick<Deps, 'store'>, principal: Principal, id: number | null): Promise<ConfigChange> =>
  configChangeOf(await findOwnJob(deps, principal, id));

/**
 * Saves a reviewed change after its total was entered: a new version, with the people concerned and the content that each of them will
 * read. Their notices follow.
 * @throws Problem 202 waiting_for_approval, 404, 409 stale_version, stale_draft, not_ready, impact_old, 422
 */
const confirm = async (deps: Deps, principal: Principal, id: number | null, input: string, origin: Origin): Promise<GeneralSettings> => {
  const job = await findOwnJob(deps, principal, id);
  if (job.state !== 'completed') throw new Problem(409, 'not_ready', t.notReady);
  const { minutes } = limits.configChange;
  // An approved proposal was requested in time, and applies to the version that its author saw.
  if (!principal.approval && deps.clock().getTime() - Date.parse(job.created_at) > minutes * MINUTE)
    throw new Problem(409, 'impact_old', fill(t.old, { minutes }));
  const { companyName, effective_date, version: seen, draft } = job.payload as ImpactRequest;
  if (draft && seen !== null && !principal.approval && (await deps.store.config.general()).version !== seen)
    throw new Problem(409, 'stale_version', t.draftOutdated);
  const { impact, people } = job.result as ImpactResult;
  if (!isTypedTotal(input, impact.total_after))
    throw formProblem({ total: fill(t.total, { total: dollars(toCents(impact.total_after)) }) });
  const body = { companyName, commissionsConfig: impact.commissionsConfig };
  const target = { version: seen, seen: seen ?? 0 };
  return saveSettings(deps, principal, body, target, origin, async (tx, { version, before: from_version }) => {
    await tx.configChanges.add({ version, from_version, effective_date, impact });
    await tx.configChanges.addPeople(
      version,
      people.map((person) => contentOf(person, version)),
    );
    await tx.jobs.addKeyed({ kind: PLAN_NOTICES_JOB, key: String(version), payload: { version } }, deps.clock());
    return draft ? publishDraft(tx, principal, draft, version) : [];
  });
};
export const confirmChange = proposable('settings.confirm', confirm);
