import { type Kysely, type Selectable, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { GeneralSettingsTable } from '../../schema/settings.ts';

export type StartChecks = Readonly<{ sealed: string | null; passwords_checked_at: string | null }>;

/** `payout_limit_cents` null: no limit. */
export type SecurityRow = Pick<Selectable<GeneralSettingsTable>, 'second_factor_roles' | 'payout_limit_cents'>;

/** The company's settings and the data for startup checks; the migrations create the single row of each. */
export const settingsRepository = (query: Kysely<Schema>) => ({
  companyName: async (): Promise<string> =>
    (await query.selectFrom('general_settings').select('company_name').executeTakeFirstOrThrow()).company_name,

  /**
   * Writes the first commissionsConfig if there are no saved versions and no invoices; only one of several starting servers succeeds.
   * @returns whether it was written
   */
  startConfig: async (config: string, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await query
      .updateTable('general_settings')
      .set({ commissions_config: config, updated_at: now.toISOString() })
      .where('version', '=', 1)
      .where('commissions_config', '=', '{}')
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('invoices').select('invoices.id'))))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await query.insertInto('config_versions').values({ config, created_by: null, created_at: now.toISOString() }).execute();
    return true;
  },

  /** Sets the day on which the books of a new company begin, once. */
  startBooks: async (day: Day): Promise<void> => {
    await query
      .updateTable('general_settings')
      .set({ set_up_on: day })
      .where('set_up_on', 'is', null)
      .where('version', '=', 1)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('invoices').select('invoices.id'))))
      .execute();
  },

  security: async (): Promise<SecurityRow> =>
    query.selectFrom('general_settings').select(['second_factor_roles', 'payout_limit_cents']).executeTakeFirstOrThrow(),

  /** Locks the row, so that two changes of the rules run one after another. */
  lockSecurity: async (): Promise<SecurityRow> =>
    query.selectFrom('general_settings').select(['second_factor_roles', 'payout_limit_cents']).forUpdate().executeTakeFirstOrThrow(),

  saveSecurity: async ({ second_factor_roles, payout_limit_cents }: SecurityRow): Promise<void> => {
    const rules = { second_factor_roles: JSON.stringify(second_factor_roles), payout_limit_cents };
    await query.updateTable('general_settings').set(rules).execute();
  },

  startChecks: async (): Promise<StartChecks> => {
    const { rows } = await sql<StartChecks>`select sealed, passwords_checked_at from start_checks`.execute(query);
    return rows[0] ?? { sealed: null, passwords_checked_at: null };
  },

  /** Stores the sealed text; only the first of several starting servers succeeds. @returns the stored text */
  keepSealed: async (sealed: string): Promise<string> => {
    const { rows } = await sql<{ sealed: string }>`update start_checks set sealed = coalesce(sealed, ${sealed}) returning sealed`.execute(
      query,
    );
    return rows[0]?.sealed ?? sealed;
  },

  saveSealed: async (sealed: string): Promise<void> => {
    await sql`update start_checks set sealed = ${sealed}`.execute(query);
  },

  savePasswordsChecked: async (now: Date): Promise<void> => {
    await sql`update start_checks set passwords_checked_at = ${now.toISOString()}`.execute(query);
  },
});
