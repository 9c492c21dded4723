import type { ConfigPreview } from '../../../contract/entities/settings.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { type PersonDiff, previewEverybody } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';

const MAX_PEOPLE = 50;
const unchanged = { changed_records: 0, people: 0, delta_total: 0, closed_untouched: 0, by_user: [] };

type Effect = Readonly<{ records: number; delta: Cents }>;

/** The number of records with a different amount or status, and the total difference of the amounts. */
export const effectOfDiff = ({ inserts, updates, gone }: PersonDiff): Effect => {
  const pairs = [
    ...inserts.map(({ after }) => ({ was: 0, is: after.amount_cents, same: false })),
    ...updates.map(({ before, after }) => ({
      was: before.amount_cents,
      is: after.amount_cents,
      same: before.amount_cents === after.amount_cents && before.status === after.status,
    })),
    ...gone.map(({ before }) => ({ was: before.amount_cents, is: 0, same: false })),
  ];
  const changed = pairs.filter(({ same }) => !same);
  return { records: changed.length, delta: changed.reduce((sum, { was: previous, is }) => sum + is - previous, 0) };
};

/**
 * Previews a configuration with the same engine as a save. Writes nothing and blocks nobody: it reads person by person (decisions 7.08).
 * `as_of`: the start; writes for a person before their turn are included.
 */
export const previewConfig = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, text: string): Promise<ConfigPreview> => {
  const at = clock();
  const as_of = at.toISOString();
  const { config, errors } = parseConfig(text, { territories: await store.territories.list() });
  if (config === null) return { ...unchanged, as_of, errors: [...errors] };
  const { version, setUpOn = null } = await currentConfig(store);
  const people: { user_id: string; name: string; records: number; delta: Cents }[] = [];
  let closed = 0;
  for await (const { person, diff } of previewEverybody(store, { version: version + 1, config, setUpOn }, todayIn(config.timezone, at))) {
    const { records, delta } = effectOfDiff(diff);
    closed += diff.differingClosed;
    if (records > 0) people.push({ user_id: String(person.id), name: fullName(person), records, delta });
  }
  people.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta));
  return {
    as_of,
    errors: [],
    changed_records: people.reduce((sum, { records }) => sum + records, 0),
    people: people.length,
    delta_total: fromCents(people.reduce((sum, { delta }) => sum + delta, 0)),
    closed_untouched: closed,
    by_user: people.slice(0, MAX_PEOPLE).map((person) => ({ ...person, delta: fromCents(person.delta) })),
  };
};
