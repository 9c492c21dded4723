import type { ConfigPreview } from '../../../contract/entities/settings.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { RecordValues } from '../../db/repositories/commissions/records.ts';
import { type PersonDiff, previewEverybody, type RecordChange } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { readConfigNames } from '../plans/configNames.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';

const MAX_PEOPLE = 50;
const unchanged = { changed_records: 0, people: 0, delta_total: 0, due_change: 0, closed_untouched: 0, by_user: [] };

/** `delta`: the change of the amounts; `due`: the change of the amounts due today. */
export type Effect = Readonly<{ records: number; delta: Cents; due: Cents }>;
type PayFields = Pick<RecordValues, 'amount_cents' | 'released_cents' | 'due_cents' | 'status'>;
const payColumns = ['amount_cents', 'released_cents', 'due_cents', 'status'] as const;
const changesPay = (before: PayFields, after: PayFields): boolean => payColumns.some((column) => before[column] !== after[column]);

/** `isGone`: the record ends, or remains worth nothing. */
export type PayChange = RecordChange & Readonly<{ isGone: boolean; delta: Cents; due: Cents }>;
const toPayChange = ({ before, after }: RecordChange, isGone: boolean): PayChange => ({
  before,
  after,
  isGone,
  delta: after.amount_cents - (before?.amount_cents ?? 0),
  due: after.due_cents - (before?.due_cents ?? 0),
});

/** New and removed records, and those whose amount, release or status changes. */
export const payChangesOf = ({ inserts, updates, removals }: PersonDiff): readonly PayChange[] => [
  ...inserts.map((change) => toPayChange(change, false)),
  ...updates.filter(({ before, after }) => changesPay(before, after)).map((change) => toPayChange(change, false)),
  ...removals.map(({ before, instead: after }) => toPayChange({ before, after }, true)),
];

/** The number of records whose pay changes, and the total differences. */
export const effectOfDiff = (diff: PersonDiff): Effect => {
  const changes = payChangesOf(diff);
  return {
    records: changes.length,
    delta: changes.reduce((sum, { delta }) => sum + delta, 0),
    due: changes.reduce((sum, { due }) => sum + due, 0),
  };
};

/**
 * Previews a configuration with the same engine as a save. Writes nothing and blocks nobody, because it reads person by person (decisions
 * 7.08). `as_of` is the start; writes that affect a person before their turn are included.
 */
export const previewConfig = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, text: string): Promise<ConfigPreview> => {
  const at = clock();
  const as_of = at.toISOString();
  const { config, errors } = parseConfig(text, await readConfigNames(store));
  if (config === null) return { ...unchanged, as_of, errors: [...errors] };
  const { version, setUpOn = null } = await currentConfig(store);
  const people: { user_id: string; name: string; records: number; delta: Cents; due: Cents }[] = [];
  let closed = 0;
  for await (const { person, diff } of previewEverybody(store, { version: version + 1, config, setUpOn }, todayIn(config.timezone, at))) {
    const effect = effectOfDiff(diff);
    closed += diff.differingClosed;
    if (effect.records > 0) people.push({ user_id: String(person.id), name: fullName(person), ...effect });
  }
  people.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || Math.abs(b.due) - Math.abs(a.due));
  return {
    as_of,
    errors: [],
    changed_records: people.reduce((sum, { records }) => sum + records, 0),
    people: people.length,
    delta_total: fromCents(people.reduce((sum, { delta }) => sum + delta, 0)),
    due_change: fromCents(people.reduce((sum, { due }) => sum + due, 0)),
    closed_untouched: closed,
    by_user: people
      .slice(0, MAX_PEOPLE)
      .map(({ due, ...person }) => ({ ...person, delta: fromCents(person.delta), due_change: fromCents(due) })),
  };
};
