import type { Comparison } from '../../../contract/entities/comparison.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { LensPartLabel } from '../../db/repositories/lens/lens.ts';
import { readAsKnownOn } from '../lens/asKnown.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { ownersOf, readRange } from './commissionQuestion.ts';
import { readSummary } from './summarizeCommissions.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Query = Readonly<{ start_date?: string; end_date?: string; user_id?: string; scope?: Scope; asOf?: string; against?: string }>;

/** Maximum number of bars; the rest are combined into one. */
const MAX_BARS = 20;

const dayOf = (day: string | undefined, field: 'asOf' | 'against'): Readonly<{ day: string; field: string }> => {
  if (day === undefined) throw badRequest('date_missing', fill(messages.refusals.dateMissing, { field }), field);
  return { day, field };
};

const barOf = (
  key: string,
  cents: Readonly<{ before: number; after: number }>,
  past: LensPartLabel | undefined,
  later: LensPartLabel | undefined,
): Comparison['bars'] => {
  const row = later ?? past;
  if (!row) return [];
  return [
    {
      ref: { kind: key.startsWith('r') ? 'record' : 'adjustment', id: String(row.id) },
      label: row.label,
      salesperson_name: fullName(row),
      user_id: String(row.user_id),
      date: row.date,
      before: fromCents(cents.before),
      after: fromCents(cents.after),
      amount: fromCents(cents.after - cents.before),
      status_before: past?.status ?? null,
      status_after: later?.status ?? null,
    },
  ];
};

/**
 * A range as it was known at the end of two days, and the records that explain the difference to the cent, largest first.
 * @throws Problem 400 naming the field, 403
 */
export const compareDays = async (services: Deps, actor: Actor, query: Query): Promise<Comparison> => {
  const range = readRange(query.start_date, query.end_date);
  const owners = ownersOf(actor, query);
  const [first, second] = [dayOf(query.asOf, 'asOf'), dayOf(query.against, 'against')];
  if (first.day === second.day) throw badRequest('same_day', fill(messages.lensRefusals.sameDay, { field: second.field }), second.field);
  const sumsOn = (asOf: typeof first) =>
    readAsKnownOn(services, asOf, async (past) => ({
      ...(await readSummary(past, range, owners)),
      parts: await past.store.lens.parts(range, owners),
    }));
  // Sequentially, because each read holds a connection.
  const [from, to] = [await sumsOn(first), await sumsOn(second)];
  const changed = [...new Set([...Object.keys(from.parts), ...Object.keys(to.parts)])]
    .map((key) => ({ key, before: from.parts[key] ?? 0, after: to.parts[key] ?? 0 }))
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.key < b.key ? -1 : 1));
  const drawn = changed.slice(0, MAX_BARS);
  const keys = drawn.map(({ key }) => key);
  const readLabels = (on: typeof first) => readAsKnownOn(services, on, (past) => past.store.lens.labels(keys));
  const [earlierLabels, laterLabels] = [await readLabels(first), await readLabels(second)];
  const smallerChanges = changed.slice(MAX_BARS);
  return {
    asOf: first.day,
    against: second.day,
    from: from.summary,
    to: to.summary,
    bars: drawn.flatMap(({ key, ...cents }) => barOf(key, cents, earlierLabels.get(key), laterLabels.get(key))),
    others: { count: smallerChanges.length, amount: fromCents(smallerChanges.reduce((sum, { before, after }) => sum + after - before, 0)) },
  };
};
