type Json = Readonly<Record<string, unknown>>;

/** Plan templates as JSON; the company decides whom they apply to. */
export const planTemplates = {
  two_rates: { quota: { period: 'quarter', amount: 100_000 }, base_commission_rate: 0.05, over_quota_commission_rate: 0.075 },
  steps: {
    tiers: [
      { from: 0, rate: 0.04 },
      { from: 0.8, rate: 0.06 },
      { from: 1, rate: 0.08 },
      { from: 1.5, rate: 0.1 },
    ],
  },
  retroactive: {
    tiers: [
      { from: 0, rate: 0.04 },
      { from: 1, rate: 0.06 },
    ],
    tier_mode: 'retroactive',
  },
  flat: { tiers: [{ from: 0, rate: 0.05 }] },
  monthly: { quota: { period: 'month', amount: 35_000 } },
  ramp: { quota: { period: 'quarter', amount: 100_000, ramp: [0.25, 0.5, 0.75] } },
  booking: { due: { when: 'on_booking' }, clawback: { enabled: true, window_days: 180, max_share_of_payout: 0.5 } },
  split: { splits: { sales_person: 0.7, sales_lead: 0.3 } },
  capped: { caps: { per_record: 5000, per_period: 50_000 } },
  by_customer: {
    rates: [
      { match: { customer_type: ['Library'] }, base_commission_rate: 0.03, over_quota_commission_rate: 0.045 },
      { match: { activity_type: ['Python', 'Roblox'] }, base_commission_rate: 0.06 },
    ],
  },
  bonus: {
    bonuses: [
      { id: 'big-quarter', metric: 'attainment', level: 1.2, within: 'quarter', amount: 1500 },
      { id: 'ten-deals', metric: 'won_deals', level: 10, within: 'month', amount: 500 },
    ],
  },
  draw: { draw: { amount: 2000, recoverable: true } },
  manager: { team_override: { role: 'sales_manager', rate: 0.01 } },
} as const satisfies Record<string, Json>;
export type PlanTemplate = keyof typeof planTemplates;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const read = (text: string): unknown => {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return null;
  }
};
const write = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * The text with one more plan; null if it isn't a JSON object. The first plan of a configuration applies to everybody; a later one names
 * nobody yet, which is an error at that place.
 */
export const withPlan = (text: string, template: PlanTemplate, name: string): string | null => {
  const config = read(text);
  if (!isObject(config)) return null;
  const plans = Array.isArray(config.plans) ? config.plans : [];
  const ids = new Set(plans.map((plan: unknown) => (isObject(plan) ? plan.id : undefined)));
  let id: string = template;
  for (let count = 2; ids.has(id); count += 1) id = `${template}_${count}`;
  const assignment = plans.length === 0 ? {} : { applies_to: { roles: [], users: [] } };
  return write({ ...config, plans: [...plans, { id, name, ...assignment, ...planTemplates[template] }] });
};

/**
 * The text with a changed top-level value (a dotted key); undefined removes it and any object left empty. Null if the text isn't a JSON
 * object.
 */
export const withConfigValue = (text: string, key: string, value: unknown): string | null => {
  const config = read(text);
  if (!isObject(config)) return null;
  const [section = '', subkey] = key.split('.');
  if (subkey === undefined) return write({ ...config, [section]: value });
  const inner = config[section];
  const { [subkey]: _, ...others } = isObject(inner) ? inner : {};
  const changed = value === undefined ? others : { ...others, [subkey]: value };
  return write({ ...config, [section]: Object.keys(changed).length === 0 ? undefined : changed });
};

/** The value at a top-level key (dotted); undefined if it is absent. */
export const configValue = (text: string, key: string): unknown => valueAt(read(text), key);

const valueAt = (object: unknown, key: string): unknown => {
  let value = object;
  for (const part of key.split('.')) value = isObject(value) ? value[part] : undefined;
  return value;
};
