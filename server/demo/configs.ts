import { type Kysely, sql } from 'kysely';
import { defaultPlan } from '../../contract/rules/commission/plan.ts';
import { type Day, firstDayOfMonth, periodAt, yearOf } from '../../contract/rules/time/period.ts';
import { configRepository } from '../db/repositories/settings/config.ts';
import type { Schema } from '../db/schema/index.ts';
import { capAt, instantOn, toDayNumber, toWorkday } from './calendar.ts';
import type { DemoSeller } from './people/people.ts';

/** The company's first configuration, with finance as the only approver. It changes no figures, so earnings are the same under both. */
const FIRST_CONFIG = JSON.stringify({ payout: { approvers: ['finance'] } }, null, 2);

/** The newest seller's monthly minimum, recovered from later commission (decisions 2.08). */
const DRAW = { amount: 2500, recoverable: true };
const ADDRESS = ['2100 East Rio Salado Parkway', 'Tempe, AZ 85281', 'Payable by ACH or check within 30 days'];
const FIRST_YEAR_PLAN = { id: 'first-year', name: 'First-year plan' };

type DemoStaff = Readonly<{ admin: number; sellers: readonly DemoSeller[] }>;

/** The default plan for everybody, and a separate plan for the newest seller from a quarter on. */
const addDraw = (config: string, { id }: DemoSeller, from: Day): string => {
  const { name } = defaultPlan;
  const plans = [
    { id: defaultPlan.id, name },
    { ...FIRST_YEAR_PLAN, effective_from: from, applies_to: { users: [String(id)] }, draw: DRAW },
  ];
  const examples = [{ plan: FIRST_YEAR_PLAN.id, due: [1500, 3500], expect_pays: [2500, 2500] }];
  return JSON.stringify({ ...JSON.parse(config), invoice_address: ADDRESS, plans, examples }, null, 2);
};

/**
 * Saves two configurations: the company's first one, and the current one from the first workday of the current year.
 * Records of earlier days keep the version they were computed with.
 * @returns the version in force at an instant
 */
export const saveConfigs = async (
  trx: Kysely<Schema>,
  { admin, sellers }: DemoStaff,
  today: Day,
  now: Date,
): Promise<(isoTime: string) => number> => {
  const savedAt = capAt(now, instantOn(toWorkday(toDayNumber(firstDayOfMonth(yearOf(today), 0))), 0));
  const config = configRepository(trx);
  const { id: firstVersion, config: currentConfig } = await config.newest();
  const { start_date: yearStart } = periodAt('year', today);
  await sql`update config_versions set config = ${FIRST_CONFIG}, created_at = least(created_at, (select min(booking_date) from invoices)::timestamptz)
    where id = ${firstVersion}`.execute(trx);
  const quarterStart = periodAt('quarter', today).start_date;
  const [lastSeller] = sellers.filter(({ leavesAfter }) => !leavesAfter).toSorted((a, b) => b.from - a.from);
  const text = lastSeller ? addDraw(currentConfig, lastSeller, quarterStart) : currentConfig;
  const secondVersion = await config.save(text, admin, new Date(savedAt));
  await trx.updateTable('general_settings').set({ commissions_config: text }).execute();
  await sql`update commission_records set config_version = ${secondVersion} where booking_date >= ${yearStart}::date`.execute(trx);
  if (lastSeller)
    await sql`update commission_records set plan_id = ${FIRST_YEAR_PLAN.id} where user_id = ${lastSeller.id} and booking_date >= ${quarterStart}::date`.execute(
      trx,
    );
  return (isoTime) => (isoTime < savedAt ? firstVersion : secondVersion);
};
