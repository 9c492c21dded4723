import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { EVER } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { markEverybody } from '../commissions/recompute/index.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { Problem, refusedForm } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { notifyApprovalRules } from './approvalRules.ts';

export type GeneralBody = Readonly<{ companyName: string; commissionsConfig: string }>;

/** spec 7.19; with how far the figures are that follow the configuration saved last. */
export const generalSettings = async ({ store }: Pick<Services, 'store'>): Promise<GeneralSettings> => {
  const { id, company_name, commissions_config, version } = await store.config.general();
  const progress = await store.marks.progress();
  return {
    id: String(id),
    companyName: company_name,
    commissionsConfig: commissions_config,
    version,
    ...(progress ? { computing: { done: progress.done, total: progress.total } } : {}),
  };
};

/** @throws Problem 422: a line for every error, each with its JSON path */
export const checkedConfig = (text: string): CommissionsConfig => {
  const { config, errors } = parseConfig(text);
  if (config === null)
    throw refusedForm({
      commissionsConfig: errors.map(({ path, message }) => (path === '$' ? message : `${path}: ${message}`)).join('\n'),
    });
  return config;
};

/** What was closed stays: the books cannot begin after it. @throws Problem 422 */
const assertBooksOpen = async ({ periods }: Repositories, { booksBeginOn: first }: CommissionsConfig): Promise<void> => {
  if (first === null) return;
  const [closed] = await periods.closedIn(EVER.from, addDays(first, -1));
  if (closed)
    throw refusedForm({
      commissionsConfig: `books_begin_on: ${fill(messages.planErrors.booksClosed, { day: dayText(closed.start_date) })}`,
    });
};

type By = Readonly<{ userId: number; origin: Origin; at: Date }>;

/** What else belongs to a new version, in its transaction. */
type Follows = (within: Repositories, version: number, before: number, by: By) => Promise<void>;

/** Any client may save (spec 7.19). Where nobody looked at the impact first, the other administrators read of it, and the history says so. */
const tellUnreviewed: Follows = async (within, version, _before, { userId, at }) => {
  const author = await within.users.byId(userId);
  const words = { person: author ? fullName(author) : '', version };
  const about = { kind: 'configVersion', id: version } as const;
  await notify(
    within,
    'planSavedUnreviewed',
    { about, occurrence: 'saved', words },
    { to: await within.periods.peopleOf(['admin']), by: userId, at },
  );
};

/** A new version, and what follows it. */
const saveConfig = async (within: Repositories, text: string, config: CommissionsConfig, by: By, follows: Follows) => {
  const { userId, origin, at } = by;
  const before = await currentConfig(within);
  await assertBooksOpen(within, config);
  const version = await within.config.save(text, userId, at);
  const why = { kind: 'config_saved', version } as const;
  const periods = await markEverybody(within, { config, setUpOn: before.setUpOn ?? null }, before.config, {
    actorId: userId,
    origin,
    at,
    why,
  });
  await follows(within, version, before.version, by);
  await notifyApprovalRules(within, before.config, config, { version, userId, at });
  return { config_version: version, marked_periods: periods };
};

/**
 * Saves name and commissionsConfig (decisions 2.07). A new configuration is a new version, and answers at once: every open quota period of
 * everybody is marked, and the records follow soon after (decisions 7.08). Closed months stay as they are.
 * @param version of which the change was made; null: any
 * @throws Problem 409 stale_version, 422
 */
export const saveGeneralSettings = async (
  { store, clock, nudge }: Pick<Services, 'store' | 'clock' | 'nudge'>,
  { userId }: Principal,
  body: GeneralBody,
  version: number | null,
  origin: Origin,
  follows = tellUnreviewed,
): Promise<GeneralSettings> => {
  const config = checkedConfig(body.commissionsConfig);
  const companyName = body.companyName.trim();
  if (companyName === '') throw refusedForm({ companyName: messages.generalSettings.companyNameRequired });
  if (/[\t\r\n]/.test(companyName)) throw refusedForm({ companyName: messages.generalSettings.companyNameOneLine });
  const at = clock();
  await store.transaction(async (within) => {
    await within.periods.lockOut();
    const before = await within.config.general();
    if (version !== null && version !== before.version) throw new Problem(409, 'stale_version', messages.generalSettings.conflict);
    const after = { company_name: companyName, commissions_config: body.commissionsConfig };
    await within.config.saveGeneral(after, at);
    const isNew = before.commissions_config !== body.commissionsConfig;
    const result = isNew ? await saveConfig(within, body.commissionsConfig, config, { userId, origin, at }, follows) : {};
    const entry = { actorId: userId, action: 'settings.updated', entity: 'settings', entityId: String(before.id) };
    await within.audit.write(
      {
        ...entry,
        before: { company_name: before.company_name, commissions_config: before.commissions_config },
        after: { ...after, ...result },
      },
      origin,
      at,
    );
  });
  nudge?.();
  return generalSettings({ store });
};
