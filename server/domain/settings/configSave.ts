import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { messages } from '../../../contract/messages.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { GeneralRow } from '../../db/repositories/settings/config.ts';
import { recomputeEverybody } from '../commissions/recompute/index.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { Problem, refusedForm } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { placed } from './configErrors.ts';

export type GeneralBody = Readonly<{ companyName: string; commissionsConfig: string }>;

const settingsOf = ({ id, company_name, commissions_config, version }: GeneralRow): GeneralSettings => ({
  id: String(id),
  companyName: company_name,
  commissionsConfig: commissions_config,
  version,
});

/** spec 7.19 */
export const generalSettings = async ({ store }: Pick<Services, 'store'>): Promise<GeneralSettings> =>
  settingsOf(await store.config.general());

/** @throws Problem 422: a line for every error, each with its JSON path */
const checked = (text: string): CommissionsConfig => {
  const { config, errors } = parseConfig(text);
  if (config === null)
    throw refusedForm({
      commissionsConfig: placed(text, errors)
        .map(({ path, message }) => `${path}: ${message}`)
        .join('\n'),
    });
  return config;
};

/**
 * Saves name and commissionsConfig (decisions 2.07). A new configuration is a new version, and every record of an open month follows it before
 * the answer comes; until then all else that writes money waits. Closed months stay as they are.
 * @param version of which the change was made; null: any
 * @throws Problem 409 version_conflict, 422
 */
export const saveGeneralSettings = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { userId }: Principal,
  body: GeneralBody,
  version: number | null,
  origin: Origin,
): Promise<GeneralSettings> => {
  const config = checked(body.commissionsConfig);
  const companyName = body.companyName.trim();
  if (companyName === '') throw refusedForm({ companyName: messages.generalSettings.companyNameRequired });
  if (/[\t\r\n]/.test(companyName)) throw refusedForm({ companyName: messages.generalSettings.companyNameOneLine });
  const at = clock();
  return store.transaction(async (within, committed) => {
    await within.periods.lockOut();
    const before = await within.config.general();
    if (version !== null && version !== before.version) throw new Problem(409, 'version_conflict', messages.generalSettings.conflict);
    const after = { company_name: companyName, commissions_config: body.commissionsConfig };
    await within.config.saveGeneral(after, at);
    const isNew = before.commissions_config !== body.commissionsConfig;
    const saved = isNew ? { version: await within.config.save(body.commissionsConfig, userId, at), config } : null;
    const records = saved ? await recomputeEverybody(within, { current: saved, today: todayIn(config.timezone, at), committed }, at) : 0;
    const entry = { actorId: userId, action: 'settings.updated', entity: 'settings', entityId: String(before.id) };
    const result = saved ? { config_version: saved.version, recomputed_records: records } : {};
    await within.audit.write(
      {
        ...entry,
        before: { company_name: before.company_name, commissions_config: before.commissions_config },
        after: { ...after, ...result },
      },
      origin,
      at,
    );
    return settingsOf({ ...before, ...after, version: before.version + 1 });
  });
};
