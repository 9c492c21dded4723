import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';
import { territoriesIn } from '../../../contract/rules/commission/config/territories.ts';
import { type CommissionsConfig, type ConfigNames, parseConfig } from '../../../contract/rules/commission/config.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ChangeContext } from '../facts/changeFacts.ts';
import { changePlans, type PlansResult } from '../facts/changePlans.ts';
import { expectedVersion, type KnownFacts, proposable } from '../facts/proposable.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import { readConfigNames } from '../plans/configNames.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { notifyApprovalRules } from './approvalRules.ts';
import { lockTerritories } from './territories.ts';

export type GeneralBody = Readonly<{ companyName: string; commissionsConfig: string }>;

/** spec 7.19; includes the progress of recomputing figures after the last save. */
export const readGeneralSettings = async ({ store }: Pick<Services, 'store'>): Promise<GeneralSettings> => {
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

/** @throws Problem 422 with one line per error, each with its JSON path */
export const parseConfigOrThrow = (text: string, names: ConfigNames): CommissionsConfig => {
  const { config, errors } = parseConfig(text, names);
  if (config === null)
    throw formProblem({
      commissionsConfig: errors.map(({ path, message }) => (path === '$' ? message : `${path}: ${message}`)).join('\n'),
    });
  return config;
};

/** Closed months are final, so the books cannot begin after them. @throws Problem 422 */
const assertBooksOpen = async ({ periods }: Repositories, { booksBeginOn: first }: CommissionsConfig): Promise<void> => {
  if (first === null) return;
  const [closed] = await periods.closedIn(ALL_DAYS.from, addDays(first, -1));
  if (closed)
    throw formProblem({
      commissionsConfig: `books_begin_on: ${fill(messages.planErrors.booksClosed, { day: dayText(closed.start_date) })}`,
    });
};

/** Additional writes for a new version, in its transaction. @returns their audit rows */
type AfterSave = (
  tx: Repositories,
  saved: SavedVersion,
  context: Pick<ChangeContext, 'principal' | 'at'>,
) => Promise<readonly AuditWrite[]>;
type SavedVersion = Readonly<{ version: number; before: number; movesPay: boolean }>;

/**
 * Any client may save (spec 7.19). If that changes pay without an impact review, the other administrators are notified, and the history
 * shows it.
 */
const notifyUnreviewed: AfterSave = async (tx, { version, movesPay: changesPay }, { principal: { userId }, at }) => {
  if (!changesPay) return [];
  const author = await tx.users.byId(userId);
  const words = { person: author ? fullName(author) : '', version };
  const subject = { kind: 'configVersion', id: version } as const;
  await notify(
    tx,
    'planSavedUnreviewed',
    { subject, occurrence: 'saved', words },
    { to: await tx.periods.peopleOf(['admin']), by: userId, at },
  );
  return [];
};

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;

/** @throws Problem 409 stale_version, 422 */
const write = async (
  tx: Repositories,
  declareFacts: () => Promise<void>,
  context: ChangeContext,
  seen: KnownFacts,
  { companyName, commissionsConfig: text }: GeneralBody,
  afterSave: AfterSave,
): Promise<PlansResult<void>> => {
  const { principal, at } = context;
  const config = parseConfigOrThrow(text, await readConfigNames(tx, await lockTerritories(tx, territoriesIn(text))));
  const before = await tx.config.general();
  const expected = expectedVersion(principal, seen);
  if (expected !== null && expected !== before.version) throw new Problem(409, 'stale_version', messages.generalSettings.conflict);
  const after = { company_name: companyName, commissions_config: text };
  const previousConfig = await currentConfig(tx);
  const isNew = before.commissions_config !== text;
  if (isNew) {
    await assertBooksOpen(tx, config);
    await declareFacts();
  }
  await tx.config.saveGeneral(after, at);
  const savedVersion = isNew ? await tx.config.save(text, principal.userId, at) : null;
  const finish = async (marked: number) => {
    const afterSaveEntries: AuditWrite[] = [];
    if (savedVersion !== null) {
      const saved = { version: savedVersion, before: previousConfig.version, movesPay: canChangePay(before.commissions_config, text) };
      afterSaveEntries.push(...(await afterSave(tx, saved, context)));
      await notifyApprovalRules(tx, previousConfig.config, config, { version: savedVersion, userId: principal.userId, at });
    }
    const entry = { actorId: principal.userId, action: 'settings.updated', entity: 'settings', entityId: String(before.id) };
    const previous = { company_name: before.company_name, commissions_config: before.commissions_config };
    const result = savedVersion === null ? {} : { config_version: savedVersion, marked_periods: marked };
    return { answer: undefined, entries: [{ ...entry, before: previous, after: { ...after, ...result } }, ...afterSaveEntries] };
  };
  return { version: savedVersion, finish };
};

/** Saves name and commissionsConfig, with the additional writes for a new version. @throws Problem 403, 409 stale_version, 422 */
export const saveSettings = async (
  { store, clock, nudge }: Deps,
  principal: Principal,
  body: GeneralBody,
  seen: KnownFacts,
  origin: Origin,
  follows: AfterSave,
): Promise<GeneralSettings> => {
  parseConfigOrThrow(body.commissionsConfig, await readConfigNames(store));
  const companyName = body.companyName.trim();
  if (companyName === '') throw formProblem({ companyName: messages.generalSettings.companyNameRequired });
  if (/[\t\r\n]/.test(companyName)) throw formProblem({ companyName: messages.generalSettings.companyNameOneLine });
  const context = { principal, origin, at: clock() };
  await store.transaction((tx) =>
    changePlans(tx, context, (declareFacts) => write(tx, declareFacts, context, seen, { ...body, companyName }, follows)),
  );
  nudge?.();
  return readGeneralSettings({ store });
};

/** The command behind a save that needs approval. */
export const saveUnreviewed = proposable(
  'settings.save',
  (deps: Deps, principal: Principal, body: GeneralBody, seen: KnownFacts, origin: Origin): Promise<GeneralSettings> =>
    saveSettings(deps, principal, body, seen, origin, notifyUnreviewed),
);
/**
 * Saves name and commissionsConfig (decisions 2.07). A new configuration is a new version and returns at once: everyone's open quota
 * periods are marked, and their records are recomputed shortly afterwards (decisions 7.08). Closed months are unchanged.
 * @param version the version it is based on; null for any
 * @throws Problem 202 waiting_for_approval, 409 stale_version, 422
 */
export const saveGeneralSettings = async (
  deps: Deps,
  principal: Principal,
  body: GeneralBody,
  version: number | null,
  origin: Origin,
): Promise<GeneralSettings> => {
  const { version: seen } = await deps.store.config.general();
  return saveUnreviewed(deps, principal, body, { version, seen }, origin);
};
