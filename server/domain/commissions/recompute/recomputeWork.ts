import { setImmediate } from 'node:timers/promises';
import { type DateRange, type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import type { Asked, FactRow, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { AmountChange, OriginalRow, RecordRow, RecordValues, StoredRow } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { configsAt, type VersionedConfig } from '../../plans/config.ts';
import { type Changes, changesOf, type Frozen, monthOfDay, originalOf } from './recomputeChanges.ts';
import { hasTeams, periodOf } from './recomputeCredits.ts';

/** A person's money of a day: an invoice was booked, paid or changed on it, or something was adjusted. */
export type Touched = Readonly<{ userId: number; day: Day }>;
type Within = Pick<Repositories, 'config' | 'facts' | 'periods' | 'records'>;
/** `after` null: the record is gone. */
export type Written = Readonly<{ id: number; invoiceId: number; userId: number; before: StoredRow | null; after: RecordValues | null }>;

/** Every closed month: which of them a computation reads is known only once it is under way. */
export const frozenMonths = async (within: Pick<Within, 'config' | 'periods'>): Promise<Frozen> => {
  const months = await within.periods.closedIn('1900-01-01', '2999-12-31');
  if (months.length === 0) return new Map();
  const configs = await configsAt(
    within,
    months.map(({ config_version }) => config_version),
  );
  return new Map(months.map(({ start_date, config_version }): [Day, VersionedConfig] => [start_date, configs(config_version)]));
};

const lastDayOf = (month: Day): Day => periodAt('month', month).end_date;

const widened = (range: Asked | undefined, user_id: number, { start_date, end_date }: { start_date: Day; end_date: Day }): Asked => ({
  user_id,
  from: range && range.from < start_date ? range.from : start_date,
  to: range && range.to > end_date ? range.to : end_date,
});

/** Per person the quota periods of the touched days, also by the configurations that closed months were closed with. */
export const rangesOf = (
  touched: readonly Touched[],
  people: ReadonlyMap<number, PersonRow>,
  { config }: VersionedConfig,
  frozen: Frozen,
): Asked[] => {
  const ranges = new Map<number, Asked>();
  for (const { userId, day } of touched) {
    const person = people.get(userId);
    if (!person) continue;
    const period = periodOf(config, person, day);
    let range = widened(ranges.get(userId), userId, period);
    for (const [month, closed] of frozen)
      if (month <= period.end_date && month >= monthOfDay(period.start_date))
        for (const at of [month, lastDayOf(month)]) range = widened(range, userId, periodOf(closed.config, person, at));
    ranges.set(userId, range);
  }
  return [...ranges.values()];
};

const byUser = <T extends { user_id: number }>(rows: readonly T[]): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.user_id);
    if (group) group.push(row);
    else groups.set(row.user_id, [row]);
  }
  return groups;
};

export type Found = Readonly<{ person: PersonRow; range: DateRange; changes: Changes }>;
type Reading = Readonly<{ current: VersionedConfig; frozen: Frozen; today: Day; weighs?: boolean }>;
type People = ReadonlyMap<number, PersonRow>;
type Read = Readonly<{ asked: readonly Asked[]; facts: FactRow[]; stored: StoredRow[] }>;

/** Facts and records move apart only over closed months, so a chain of such moves is short. */
const MOVES = 4;

const readMoney = async (within: Within, asked: readonly Asked[], teams: boolean): Promise<Read> => {
  const [facts, stored] = await Promise.all([within.facts.credited(asked, teams), within.records.stored(asked)]);
  return { asked, facts, stored };
};

const pairOf = (user_id: number, invoice_id: number): string => `${user_id} ${invoice_id}`;

/**
 * Whose fact and record lie on either side of the range: the record of a closed month stays where it is when its invoice moves. Facts that
 * are the person's no more (a team's, whose manager changed) are read beside.
 */
const strayed = async (within: Within, { asked, facts, stored }: Read, frozen: Frozen): Promise<{ days: Touched[]; beside: FactRow[] }> => {
  const ranges = new Map(asked.map((range) => [range.user_id, range]));
  const isOutside = ({ userId, day }: Touched): boolean => {
    const range = ranges.get(userId);
    return range !== undefined && (day < range.from || day > range.to);
  };
  const recorded = new Set(stored.map(({ user_id, invoice_id }) => pairOf(user_id, invoice_id)));
  const known = new Set(facts.map(({ user_id, id }) => pairOf(user_id, id)));
  const unrecorded = facts
    .filter(({ user_id, id }) => !recorded.has(pairOf(user_id, id)))
    .map(({ user_id, id }) => ({ user_id, invoice_id: id }));
  const factless = stored
    .filter(({ user_id, invoice_id, booking_date }) => frozen.has(monthOfDay(booking_date)) && !known.has(pairOf(user_id, invoice_id)))
    .map(({ user_id, invoice_id }) => ({ user_id, invoice_id }));
  const days = unrecorded.length === 0 || frozen.size === 0 ? [] : await within.records.daysOf(unrecorded);
  const beside = factless.length === 0 ? [] : await within.facts.ofRecords(factless);
  const all = [...days, ...beside.map(({ user_id, booking_date: day }) => ({ user_id, day }))];
  return { days: all.map(({ user_id: userId, day }) => ({ userId, day })).filter(isOutside), beside };
};

/** Reads facts and records of the ranges, and of what strayed out of them over a closed month. */
const readAll = async (within: Within, asked: readonly Asked[], people: People, reading: Reading, teams: boolean): Promise<Read> => {
  let read = await readMoney(within, asked, teams);
  if (!reading.weighs) return read;
  for (let move = 0; ; move += 1) {
    const { days, beside } = await strayed(within, read, reading.frozen);
    if (days.length === 0 || move === MOVES) return { ...read, facts: [...read.facts, ...beside] };
    const wider = rangesOf(days, people, reading.current, reading.frozen);
    const ranges = new Map(read.asked.map((range) => [range.user_id, range]));
    for (const { user_id, from, to } of wider)
      ranges.set(user_id, widened(ranges.get(user_id), user_id, { start_date: from, end_date: to }));
    read = await readMoney(within, [...ranges.values()], teams);
  }
};

type ReadMoney = Read & Readonly<{ originals: OriginalRow[] }>;

/** Reads facts and records of the asked ranges, and what memos among them take back. */
export const readRanges = async (within: Within, asked: readonly Asked[], people: People, reading: Reading): Promise<ReadMoney> => {
  const { current, frozen } = reading;
  const teams = hasTeams(current.config) || [...frozen.values()].some(({ config }) => hasTeams(config));
  const read = await readAll(within, asked, people, reading, teams);
  const memoOf = read.facts.flatMap(({ credit_of_id }) => credit_of_id ?? []);
  return { ...read, originals: memoOf.length === 0 ? [] : await within.records.originals(memoOf) };
};

/** Finds, person by person, what differs in what was read. */
export const findChanges = async (read: ReadMoney, people: People, reading: Reading): Promise<Found[]> => {
  const [facts, stored, originals] = [byUser(read.facts), byUser(read.stored), byUser(read.originals)];
  const found: Found[] = [];
  for (const { user_id, from, to } of read.asked) {
    const person = people.get(user_id);
    if (!person) continue;
    // Between people, so that the database gets its next statement and others their answers.
    if (found.length > 0) await setImmediate();
    const recorded = new Map(
      (originals.get(user_id) ?? []).map((row) => [row.invoice_id, { original: originalOf(row), isClosed: row.closed }]),
    );
    const mine = { person, range: { start_date: from, end_date: to }, facts: facts.get(user_id) ?? [], stored: stored.get(user_id) ?? [] };
    const changes = changesOf(mine, { ...reading, recorded: (id) => recorded.get(id) ?? null });
    found.push({ person, range: mine.range, changes });
  }
  return found;
};

/** Reads facts and records of the asked ranges and finds, person by person, what differs. */
export const readChanges = async (within: Within, asked: readonly Asked[], people: People, reading: Reading): Promise<Found[]> =>
  findChanges(await readRanges(within, asked, people, reading), people, reading);

/** Writes what differs. The sums of months follow in `keepSums` or, after everything, in `sumAnew`. */
export const applyChanges = async ({ records }: Pick<Within, 'records'>, all: readonly Changes[], at: Date): Promise<Written[]> => {
  const written: Written[] = [];
  const inserts = all.flatMap((changes) => changes.inserts.map(({ after }) => after));
  const updates = all.flatMap((changes) => changes.updates);
  const gone = all.flatMap((changes) => changes.gone);
  const toWrite: { before: StoredRow; after: RecordRow }[] = [...updates];
  const cameOrWent: AmountChange[] = [];
  if (gone.length > 0) {
    const removed = new Set(await records.remove(gone.map(({ before }) => before.id)));
    for (const { before, instead } of gone) {
      const { id, invoice_id: invoiceId, user_id: userId, booking_date, amount_cents } = before;
      const isGone = removed.has(id);
      if (!isGone) toWrite.push({ before, after: instead });
      else cameOrWent.push({ commission_id: id, user_id: userId, booking_date, before_cents: amount_cents, after_cents: null });
      written.push({ id, invoiceId, userId, before, after: isGone ? null : instead });
    }
  }
  if (toWrite.length > 0) await records.update(toWrite, at);
  for (const { before, after } of updates)
    written.push({ id: before.id, invoiceId: before.invoice_id, userId: before.user_id, before, after });
  if (inserts.length > 0) {
    const ids = new Map((await records.insert(inserts)).map(({ id, invoice_id, user_id }) => [`${invoice_id} ${user_id}`, id]));
    for (const after of inserts) {
      const { invoice_id: invoiceId, user_id: userId, booking_date, amount_cents } = after;
      const id = ids.get(`${invoiceId} ${userId}`) ?? 0;
      cameOrWent.push({ commission_id: id, user_id: userId, booking_date, before_cents: null, after_cents: amount_cents });
      written.push({ id, invoiceId, userId, before: null, after });
    }
  }
  if (cameOrWent.length > 0) await records.noteAmounts(cameOrWent, at);
  return written;
};
