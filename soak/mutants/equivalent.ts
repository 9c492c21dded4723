/** A mutant that no test can distinguish from the original, identified by its file and the changed text. */
export type Equivalent = Readonly<{ file: string; change: string; reason: string }>;

const commission = 'contract/rules/commission/commission.ts';
const clawback = 'contract/rules/commission/clawback.ts';
const [configFile, plans] = ['contract/rules/commission/config.ts', 'contract/rules/commission/config/plans.ts'];
const money = 'contract/rules/money.ts';
const [plan, quota, release] = ['plan', 'quota', 'release'].map((name) => `contract/rules/commission/${name}.ts`) as [
  string,
  string,
  string,
];
const [blocks, formula, sentence] = ['blocks', 'formula', 'sentence'].map((name) => `contract/rules/commission/explain/${name}.ts`) as [
  string,
  string,
  string,
];

/** Comparisons with zero on values that are never zero: both ways to shift the boundary. */
const noZero = (file: string, name: string, reason: string): Equivalent[] => [
  { file, change: `${name} < 0 → (${name}) <= (0)`, reason },
  { file, change: `${name} < 0 → ${name} < (0 + 1)`, reason },
];
/** The default for a missing setting, unused because a configuration without it is refused. */
const fallback = (file: string, before: string, value = 0): Equivalent => ({
  file,
  change: `${before}, ${value}) → ${before}, (${value} + 1))`,
  reason: 'It stands for what is missing or wrong, and such a configuration is refused.',
});
const given = (file: string, before: string): Equivalent => ({
  ...fallback(file, before),
  reason: 'It stands for what is missing, and only what is there is read.',
});

export const equivalents: readonly Equivalent[] = [
  {
    file: commission,
    change: 'settled >= total → (settled) > (total)',
    reason: 'Paid in full, the share is earned × total / total, which is what was earned.',
  },
  ...noZero(commission, 'gross', 'A gross of 0 has its answer two lines above.'),
  {
    file: commission,
    change: 'a.booking_date < b.booking_date → (a.booking_date) <= (b.booking_date)',
    reason: 'Equal days are told apart on the line before.',
  },
  {
    file: commission,
    change: 'a.invoice_number < b.invoice_number → (a.invoice_number) <= (b.invoice_number)',
    reason: 'Equal numbers are told apart on the line before.',
  },
  { file: clawback, change: 'payout <= 0 → (payout) < (0)', reason: 'Of a payout of 0 the most that can be kept back is 0.' },
  { ...fallback(configFile, 'numberAt(day, { min: 1, max: 28, decimals: 0 }', 1) },
  fallback(configFile, "numberAt(requireValue(field('target')), { min: 0, max: limits.config.maxAmount, decimals: 2 }"),
  fallback(plans, "moneyAt(requireValue(field('amount'))"),
  fallback(plans, 'rateAt(requireValue(share)', 1),
  fallback('contract/rules/commission/config/tiers.ts', 'attainmentAt(requireValue(from)'),
  fallback('contract/rules/commission/config/tiers.ts', "rateAt(requireValue(field('rate'))"),
  given(plans, 'moneyAt(roleField(role)'),
  given(plans, 'moneyAt(cap'),
  {
    file: plans,
    change: 'effectiveFrom !== null && effectiveTo !== null → (effectiveFrom !== null) || (effectiveTo !== null)',
    reason: 'A day is never less than null.',
  },
  {
    file: 'contract/rules/commission/engine/reversal.ts',
    change: 'net * Math.sign(original.net) → (net) / (Math.sign(original.net))',
    reason: 'The sign is 1 or -1.',
  },
  { file: 'contract/rules/events/eventNeeds.ts', change: 'false → true', reason: 'Without a start there is no day to have.' },
  {
    file: 'contract/rules/time/eventTime.ts',
    change: 'null → undefined',
    reason: 'UTC always has a format, so that the line is never reached.',
  },
  { file: 'contract/rules/jsonLines.ts', change: '1 → undefined', reason: 'The text as a whole always has a place.' },
  { file: 'contract/rules/jsonLines.ts', change: 'position - 1 → (position) + (1)', reason: 'A key and its quote hold no line break.' },
  { file: money, change: 'numerator < 0n → (numerator) <= (0n)', reason: 'Minus zero is zero.' },
  ...noZero(money, 'sum', 'A sum of 0 makes 0 cents, which have no sign.'),
  {
    file: money,
    change: 'size > Number.MAX_SAFE_INTEGER → (size) >= (Number.MAX_SAFE_INTEGER)',
    reason: 'Both ways are exact there.',
  },
  {
    file: plan,
    change: 'period.start_date > range.start_date → (period.start_date) >= (range.start_date)',
    reason: 'Of two equal days either is the later.',
  },
  {
    file: plan,
    change: 'period.end_date < range.end_date → (period.end_date) <= (range.end_date)',
    reason: 'Of two equal days either is the earlier.',
  },
  {
    file: 'contract/rules/commission/project.ts',
    change: "String(index).padStart(6, '0') → String(index).padStart((6 + 1), '0')",
    reason: 'It only sorts, and sorts the same.',
  },
  {
    file: 'contract/rules/commission/project.ts',
    change:
      "bookingOf({ label: '', net: 0, bookingDate: '9999-12-31' }, bookings.length, false) → bookingOf({ label: '', net: 0, bookingDate: '9999-12-31' }, bookings.length, true)",
    reason: 'An empty row has no weight.',
  },
  {
    file: 'contract/rules/commission/holder.ts',
    change: 'day > start_date → (day) >= (start_date)',
    reason: 'The start is there already, and a set holds it once.',
  },
  { file: quota, change: 'from > 1 → (from) >= (1)', reason: 'A tier from the quota on has the rate that stands before it in the list.' },
  { file: release, change: 'on > from → (on) >= (from)', reason: 'That day is there already, and a set holds it once.' },
  { file: release, change: 'day > asOf → (day) >= (asOf)', reason: 'On the day itself as much is released as now.' },
  ...noZero('contract/rules/commission/split.ts', 'net', 'A share of 0 is told apart below.'),
  {
    file: blocks,
    change:
      'releasedWithoutHold === releasedWithoutWait || nextRelease === null → (releasedWithoutHold === releasedWithoutWait) && (nextRelease === null)',
    reason: 'A wait holds something back exactly where it has an end.',
  },
  ...noZero(blocks, 'rest', 'Where nothing is left, nothing waits.'),
  ...noZero(formula, 'net', 'Parts without revenue are left out by the engine.'),
  ...noZero(formula, 'adjustments', 'Adjustments of 0 have no term.'),
  ...noZero(sentence, 'earned', 'Where something is released or still waits, the record is not worth 0.'),
  {
    file: 'contract/rules/commission/explain/rows.ts',
    change: 'a.on < b.on → (a.on) <= (b.on)',
    reason: 'Equal days are told apart before.',
  },
  { file: 'contract/rules/commission/explain/wording.ts', change: 'exact < 0n → (exact) <= (0n)', reason: 'Minus zero is zero.' },
];
