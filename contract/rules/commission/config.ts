import type { Role } from '../../entities/user.ts';
import { limits } from '../../limits.ts';
import { fill, messages } from '../../messages.ts';
import { findBrokenLine, repeatedKeys } from '../jsonLines.ts';
import { type Cents, toCents } from '../money.ts';
import type { RunRules } from '../payouts/runRules.ts';
import { defaultPayroll, needsCompanyCode, type PayrollSettings, payrollLayouts } from '../payroll.ts';
import { type Day, periodAt } from '../time/period.ts';
import { quotaPartsOf, talliesOf } from './conditions.ts';
import { refuseWrongExamples } from './config/examples.ts';
import { refuseOverlaps } from './config/overlap.ts';
import { planAt } from './config/plans.ts';
import {
  type ConfigError,
  type ConfigPlace,
  configErrorAt,
  configFieldsOf,
  configListOf,
  dayAt,
  findTooDeepPath,
  flagAt,
  moneyAt,
  numberAt,
  oneOfAt,
  quotaPeriods,
  refuse,
  requireValue,
  textAt,
} from './config/reader.ts';
import { refuseUnknownTerritories } from './config/territories.ts';
import { defaultPlan, type EnginePerson, type Plan, type QuotaPeriod } from './plan.ts';

export type { ConfigError } from './config/reader.ts';

const t = messages.planErrors;
const metrics = ['deals_closed', 'total_sales', 'commission'] as const;
const approvers: readonly Role[] = ['finance', 'admin'];

export type GoalRule = Readonly<{
  metric: (typeof metrics)[number];
  period: QuotaPeriod;
  /** Deals or dollars, depending on the metric. */
  target: number;
}>;

/** The parsed `commissionsConfig` (decisions 2.07). Money in cents. */
export type CommissionsConfig = Readonly<{
  timezone: string;
  plans: readonly Plan[];
  /** Adjustments above this amount, positive or negative, need a second approval. */
  secondApprovalOver: Cents;
  payout: Readonly<{ day: 'last_day' | number; approvers: readonly Role[] }> & RunRules;
  /** The format of a payout run's payroll file. */
  payroll: PayrollSettings;
  goals: readonly GoalRule[];
  /** Invoices booked before this day make no record (decisions 2.12); null: derived from the company's setup day (`booksBeginIn`). */
  booksBeginOn: Day | null;
  /** Address lines below the company's name on an invoice, from the top. */
  invoiceAddress: readonly string[];
}>;
export type ConfigAnswer =
  | Readonly<{ config: CommissionsConfig; errors: readonly [] }>
  | Readonly<{ config: null; errors: readonly ConfigError[] }>;

export const defaultConfig: CommissionsConfig = {
  timezone: 'America/Phoenix',
  plans: [defaultPlan],
  secondApprovalOver: toCents(limits.config.secondApprovalOver),
  payout: { day: 'last_day', approvers, minimum: 0, onlyEmployed: false },
  payroll: defaultPayroll,
  goals: [],
  booksBeginOn: null,
  invoiceAddress: [],
};

const timezoneAt = (place: ConfigPlace): string => {
  const zone = textAt(place, defaultConfig.timezone);
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }) && zone;
  } catch {
    return refuse(place, t.timezone, zone);
  }
};

const plansAt = (place: ConfigPlace): readonly Plan[] => {
  const plans = configListOf(place, 50, planAt, defaultConfig.plans);
  if (plans.length === 0) return refuse(place, t.noPlan, plans);
  refuseOverlaps(plans, place);
  const [tallies, allParts] = [talliesOf(plans), quotaPartsOf(plans)];
  // Plans without sums are returned unchanged, because setup recognizes the default plan by identity.
  if (tallies.length === 0 && allParts.length === 0) return plans;
  const sums = { ...(tallies.length > 0 && { tallies }), ...(allParts.length > 0 && { allParts }) };
  return plans.map((plan) => ({ ...plan, ...sums }));
};

const payoutAt = (place: ConfigPlace): CommissionsConfig['payout'] => {
  const field = configFieldsOf(place, ['day', 'approvers', 'minimum', 'only_employed']);
  const day = field('day');
  const chosen = configListOf(field('approvers'), 6, (role) => oneOfAt(requireValue(role), approvers, 'finance'), approvers);
  if (chosen.length === 0) refuse(field('approvers'), t.noApprover, null);
  return {
    day: day.value === undefined || day.value === 'last_day' ? 'last_day' : numberAt(day, { min: 1, max: 28, decimals: 0 }, 1),
    approvers: chosen,
    minimum: moneyAt(field('minimum'), defaultConfig.payout.minimum),
    onlyEmployed: flagAt(field('only_employed'), defaultConfig.payout.onlyEmployed),
  };
};

const CODE_PATTERN = /^[\w .-]{0,40}$/;

const payrollAt = (place: ConfigPlace): PayrollSettings => {
  const field = configFieldsOf(place, ['layout', 'earning_code', 'company_code']);
  const layout = oneOfAt(field('layout'), payrollLayouts, defaultPayroll.layout);
  const companyCode = textAt(field('company_code'), defaultPayroll.companyCode, CODE_PATTERN, t.payrollCode);
  if (needsCompanyCode(layout) && companyCode.trim() === '') refuse(field('company_code'), t.noCompanyCode, null);
  return { layout, earningCode: textAt(field('earning_code'), defaultPayroll.earningCode, CODE_PATTERN, t.payrollCode), companyCode };
};

const goalAt = (place: ConfigPlace): GoalRule => {
  const field = configFieldsOf(requireValue(place), ['metric', 'period', 'target']);
  return {
    metric: oneOfAt(requireValue(field('metric')), metrics, metrics[0]),
    period: oneOfAt(requireValue(field('period')), quotaPeriods, 'month'),
    target: numberAt(requireValue(field('target')), { min: 0, max: limits.config.maxAmount, decimals: 2 }, 0),
  };
};

const addressLineAt = (place: ConfigPlace): string => textAt(requireValue(place), '', /^[^\p{Cc}]{0,100}$/u, t.addressLine);

/** The day must begin a quota period in every plan; otherwise the period would lack its earlier sales. */
const booksAt = (place: ConfigPlace, plans: readonly Plan[]): Day | null => {
  const day = dayAt(place);
  const plan = day === null ? undefined : plans.find(({ quota }) => periodAt(quota.period, day).start_date !== day);
  return plan ? refuse(place, fill(t.booksCut, { plan: plan.id, period: plan.quota.period }), null) : day;
};

const companyKeys = ['timezone', 'second_approval_over', 'payout', 'payroll', 'goals', 'books_begin_on', 'invoice_address'] as const;

const configAt = (place: ConfigPlace): CommissionsConfig => {
  const field = configFieldsOf(place, [...companyKeys, 'plans', 'examples']);
  const plans = plansAt(field('plans'));
  const config = {
    timezone: timezoneAt(field('timezone')),
    plans,
    secondApprovalOver: moneyAt(field('second_approval_over'), defaultConfig.secondApprovalOver),
    payout: payoutAt(field('payout')),
    payroll: payrollAt(field('payroll')),
    goals: configListOf(field('goals'), 50, goalAt),
    booksBeginOn: booksAt(field('books_begin_on'), plans),
    invoiceAddress: configListOf(field('invoice_address'), limits.config.addressLines, addressLineAt),
  };
  refuseWrongExamples(field('examples'), plans);
  return config;
};

const toRefusal = (path: string, message: string): ConfigAnswer => ({ config: null, errors: [configErrorAt(path, message)] });

/** Names that a configuration may use; undefined: any. `people`: names by id. */
export type ConfigNames = Readonly<{ territories: readonly string[]; people?: ReadonlyMap<string, string> | undefined }>;

/**
 * Parses `commissionsConfig` (decisions 2.07); '{}' means the defaults. A text with errors yields no configuration; each error names its
 * JSON path.
 */
export const parseConfig = (text: string, names?: ConfigNames): ConfigAnswer => {
  const { maxBytes, maxDepth, maxErrors } = limits.config;
  if (new TextEncoder().encode(text).length > maxBytes) return toRefusal('', fill(t.tooLong, { most: maxBytes / 1024 }));
  if (text.trim() === '') return toRefusal('', t.empty);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // JSON.parse messages differ between engines and quote the text.
    return toRefusal('', fill(t.notJson, { line: findBrokenLine(text) ?? 1 }));
  }
  // A value overwritten by a repeated key may also be nested too deeply.
  const deepPath = findTooDeepPath(value) ?? (findBrokenLine(text) === null ? null : '');
  if (deepPath !== null) return toRefusal(deepPath, fill(t.tooDeep, { levels: maxDepth }));
  const errors: ConfigError[] = repeatedKeys(text).map(({ path, line, column }) => ({
    path,
    message: fill(t.repeated, { line, column }),
  }));
  const place = { value, path: '', errors, people: names?.people };
  const config = configAt(place);
  if (names) refuseUnknownTerritories(place, names.territories);
  return errors.length > 0 ? { config: null, errors: errors.slice(0, maxErrors) } : { config, errors: [] };
};

/** The first day that counts for a company set up on `setUpOn`; null if every day counts. */
export const booksBeginIn = ({ booksBeginOn, plans }: CommissionsConfig, setUpOn: Day | null): Day | null => {
  if (booksBeginOn !== null || setUpOn === null) return booksBeginOn;
  return plans.map(({ quota }) => periodAt(quota.period, setUpOn).start_date).reduce((first, day) => (day < first ? day : first), setUpOn);
};

export const isInForce = ({ effectiveFrom, effectiveTo }: Plan, day: Day): boolean =>
  (effectiveFrom === null || effectiveFrom <= day) && (effectiveTo === null || day <= effectiveTo);

/** A person's plan on a day; a plan that names the person takes precedence over one that names the role. Null: they earn nothing. */
export const planFor = ({ plans }: CommissionsConfig, { id, role }: EnginePerson, day: Day): Plan | null =>
  plans.find((plan) => plan.appliesTo.users.includes(id) && isInForce(plan, day)) ??
  plans.find((plan) => plan.appliesTo.roles.includes(role) && isInForce(plan, day)) ??
  null;
