import { tracksSums } from '../../../contract/rules/commission/matching.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { BookedRow } from '../../db/repositories/statements/statementParts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { creditOf, teamReachOf } from '../commissions/recompute/index.ts';
import type { VersionedConfig } from '../plans/config.ts';

/**
 * Replaces what records of other closings add to parts of the quota. They store it as of their closing, but later months count it with
 * later facts and configurations.
 * @param isFromOtherClosing true for a record that was not computed together with the checked ones
 */
export const withCurrentAdds = async (
  { facts }: Pick<Repositories, 'facts'>,
  { config }: VersionedConfig,
  { userId, period, plan }: Readonly<{ userId: number; period: DateRange; plan: Plan }>,
  rows: readonly BookedRow[],
  isFromOtherClosing: (row: BookedRow) => boolean,
): Promise<readonly BookedRow[]> => {
  if (!tracksSums(plan) || !rows.some(isFromOtherClosing)) return rows;
  const [person] = await facts.people([userId]);
  const range = { user_id: userId, from: period.start_date, to: period.end_date };
  const sales = person ? await facts.credited([range], teamReachOf(config)) : [];
  const addsOf = new Map(sales.map((fact) => [fact.id, person && creditOf(config, person, fact)?.adds]));
  return rows.map((row): BookedRow => {
    const [first, ...others] = row.parts;
    if (!first || !isFromOtherClosing(row) || !addsOf.has(row.invoice_id)) return row;
    const { adds: _closed, ...part } = first;
    const adds = addsOf.get(row.invoice_id);
    return { ...row, parts: [{ ...part, ...(adds && { adds }) }, ...others] };
  });
};
