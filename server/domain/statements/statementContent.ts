import { createHash } from 'node:crypto';
import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { ratesOf } from '../../../contract/rules/commission/plan.ts';
import { type Cents, earnedOn } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import type {
  StatementAdjustment,
  StatementJobFacts,
  StatementPayout,
  StatementRecord,
} from '../../db/repositories/statements/statements.ts';
import type { Store } from '../../db/repositories/store.ts';
import { pendingDays } from '../commissions/pendingDays.ts';
import { type ReadDraw, readDraws } from '../draws/readDraws.ts';
import { configsAt, currentConfig, type VersionedConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import { statementFormulaOf } from './statementFormula.ts';
import { type QuotaStanding, readQuotaStandings } from './statementQuotas.ts';
import { readWaiting, type WaitingLine } from './waitingLines.ts';

export type StatementLine = Readonly<{
  /** The record's id. */
  id: number;
  date: string;
  invoice: string;
  customer: string;
  memoOf: string | null;
  net: Cents;
  formula: string;
  amount: Cents;
  status: string;
}>;
/** A statement's content for every format. Money in cents; opening + earned + adjusted − paid = closing. */
export type StatementContent = DateRange &
  Readonly<{
    company: string;
    person: string;
    email: string;
    role: string;
    territory: string | null;
    plans: readonly string[];
    configVersions: readonly number[];
    /** First days of open months in the range and before it; if any, the statement is a draft. */
    openMonths: readonly string[];
    earlierOpen: readonly string[];
    /** Number of the person's marks still to be computed; unless it is 0, the statement is a draft even if all months are closed. */
    pending: number;
    opening: Cents;
    lines: readonly StatementLine[];
    adjustments: readonly StatementAdjustment[];
    payouts: readonly StatementPayout[];
    net: Cents;
    earned: Cents;
    adjusted: Cents;
    paid: Cents;
    closing: Cents;
    /** The amount released and not yet paid out, for all bookings up to the end of the range. */
    due: Cents;
    /** Months with a draw; draws pay no record, so the balances exclude them. */
    draws: readonly ReadDraw[];
    /** As of the day of writing, like `due`; not part of the balances. */
    quotas: readonly QuotaStanding[];
    waiting: readonly WaitingLine[];
    /** SHA-256 of the amounts and their inputs; for closed months, later renames and payments do not change it. */
    fingerprint: string;
    writtenAt: string;
    /** In the company's time zone. */
    writtenOn: string;
  }>;

const sum = <T>(rows: readonly T[], amountOf: (row: T) => Cents): Cents => rows.reduce((total, row) => total + amountOf(row), 0);

type Balances = Pick<StatementContent, 'opening' | 'earned' | 'adjusted' | 'paid' | 'closing'>;

export const balancesOf = ({ records, adjustments, payouts, ...before }: StatementJobFacts): Balances => {
  const earned = sum(records, (record) => record.amount_cents);
  const adjusted = sum(adjustments, (adjustment) => adjustment.amount_cents);
  const paid = sum(payouts, (payout) => payout.amount_cents);
  const opening = before.earned_before + before.adjusted_before - before.paid_before;
  return { opening, earned, adjusted, paid, closing: opening + earned + adjusted - paid };
};

/** For records that predate stored steps: the quota and rates of the plan, if they give the amount. */
const partsOf = (record: StatementRecord, { config }: VersionedConfig) => {
  if (record.parts.length > 0) return record.parts;
  const plan = config.plans.find(({ id }) => id === record.plan_id) ?? config.plans[0];
  const { base, over } = plan ? ratesOf(plan) : { base: 0, over: 0 };
  const parts = [
    { net: record.base_cents, rate: base },
    { net: record.over_cents, rate: over },
  ].filter(({ net }) => net !== 0);
  const amount = earnedOn(parts);
  return amount === record.amount_cents ? parts : [];
};

const { asLead, teamOverride } = messages.statementFile;
const credits = { sale: '{customer}', lead: asLead, override: teamOverride } as const;

const lineOf = (record: StatementJobFacts['records'][number], config: VersionedConfig): StatementLine => ({
  id: record.id,
  date: record.booking_date,
  invoice: record.invoice_number,
  customer: fill(credits[record.credit], { customer: record.customer_name }),
  memoOf: record.memo_of,
  net: record.net_cents,
  formula: statementFormulaOf({ ...record, parts: partsOf(record, config) }),
  amount: record.amount_cents,
  status: commissionStatusBadges[record.status].label,
});

type FingerprintContent = Omit<StatementContent, 'due' | 'draws' | 'quotas' | 'waiting' | 'fingerprint' | 'writtenAt' | 'writtenOn'>;
/** Hashes person and plans by id, because names change, and no status, because payments continue after closing. */
const fingerprintOf = (userId: number, planIds: readonly string[], content: FingerprintContent): string => {
  const { start_date, end_date, configVersions, openMonths, earlierOpen, opening, payouts } = content;
  const { net, earned, adjusted, paid, closing } = content;
  const lines = content.lines.map(({ id: _id, memoOf: _memoOf, status: _status, ...line }) => line);
  const adjustments = content.adjustments.map(({ origin: _origin, kind: _kind, ...row }) => row);
  const covered = { userId, planIds, start_date, end_date, configVersions, openMonths, earlierOpen, opening, lines, adjustments, payouts };
  return createHash('sha256')
    .update(canonicalJson({ ...covered, net, earned, adjusted, paid, closing }))
    .digest('hex');
};

export type StatementStore = Pick<
  Store,
  'statements' | 'statementParts' | 'config' | 'draws' | 'facts' | 'marks' | 'payouts' | 'payoutRuns' | 'quotaPeople'
>;

/**
 * The full content of a commission statement (decisions 2.13), from one snapshot.
 * @throws Problem 404
 */
export const readStatementContent = async (
  store: StatementStore,
  userId: number,
  { start_date, end_date }: DateRange,
  at: Date,
): Promise<StatementContent> => {
  const current = await currentConfig(store);
  const writtenOn = todayIn(current.config.timezone, at);
  const facts = await store.statements.facts(userId, start_date, end_date, writtenOn);
  if (!facts) throw notFoundProblem('user');
  const { records, adjustments, payouts } = facts;
  const firstDay = `${start_date.slice(0, 7)}-01`;
  const planIds = new Set(records.map(({ plan_id }) => plan_id));
  // As each record was computed, regardless of the plan's current name and rates.
  const configs = await configsAt(
    store,
    records.map(({ config_version }) => config_version),
  );
  const plansOf = records.map(
    ({ plan_id: id, config_version }) => configs(config_version).config.plans.find((plan) => plan.id === id)?.name ?? id,
  );
  const content = {
    start_date,
    end_date,
    company: facts.company,
    person: fullName(facts),
    email: facts.email,
    role: roleLabels[facts.role],
    territory: facts.territory,
    plans: [...new Set(plansOf)],
    configVersions: [...new Set(records.map(({ config_version }) => config_version))].sort((a, b) => a - b),
    openMonths: facts.open_months.filter((day) => day >= firstDay),
    earlierOpen: facts.open_months.filter((day) => day < firstDay),
    // The opening balance depends on all earlier days.
    pending: await store.marks.pendingIn({ ...pendingDays(current.config, { start_date, end_date }), start_date: ALL_DAYS.from }, userId),
    ...balancesOf(facts),
    adjustments,
    payouts,
    lines: records.map((record) => lineOf(record, configs(record.config_version))),
    net: sum(records, (record) => record.net_cents),
  };
  const [person] = await store.facts.people([userId]);
  const draws = person ? await readDraws(store, person, { start_date, end_date }, writtenOn) : [];
  return {
    ...content,
    due: facts.due,
    draws,
    quotas: await readQuotaStandings(store, userId, { start_date, end_date }),
    waiting: (await readWaiting(store, userId, end_date, writtenOn)).map(({ line }) => line),
    fingerprint: fingerprintOf(userId, [...planIds], content),
    writtenAt: at.toISOString(),
    writtenOn,
  };
};
