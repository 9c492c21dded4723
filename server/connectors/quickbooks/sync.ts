import { DAY, later, MINUTE } from '../../domain/shared/clock.ts';
import type { Connected, SyncPage } from '../connector.ts';
import type { Vendors } from '../vendors.ts';
import { get } from './api.ts';
import { type Choices, type Entity, type EntityName, entities, factOf } from './mapping.ts';

type Vendor = Vendors['quickbooks'];
/** Reading all: which entity, from which place, and since when changes are read after it. Else: since when they are read. */
type Checkpoint = Readonly<{ entity: EntityName; start: number; since: string; total: number }> | Readonly<{ since: string }>;
type Page = Readonly<{ rows: readonly Entity[]; time: string | null; count: number | null }>;

const PAGE = 1000;
/** Pages overlap by so many, because what is deleted meanwhile moves the rest up. */
const OVERLAP = 20;
/** Changes are told for thirty days; a day less, so that none is missed. */
const LOOK_BACK_MS = 29 * DAY;
/** Clocks differ, and what is written in the same moment may be told later. */
const AGAIN_MS = 2 * MINUTE;
/** So many changed entities mean that there may be more. */
const MOST_CHANGES = 1000;

const choicesOf = ({ connection: { settings } }: Connected): Choices => ({
  notRevenue: Array.isArray(settings.not_revenue) ? settings.not_revenue.map(String) : [],
  personByClass: settings.person_by_class === true,
});

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && typeof (value as Entity).Id === 'string';
const rowsIn = (body: unknown, name: EntityName): readonly Entity[] => {
  const rows = (body as Record<string, unknown>)[name] ?? [];
  if (!Array.isArray(rows) || !rows.every(isEntity)) throw new Error('no entities');
  return rows;
};
const timeIn = (body: unknown): string | null => {
  const { time } = body as { time?: unknown };
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null;
};

const query = (vendor: Vendor, connected: Connected, name: EntityName, statement: string): Promise<Page> =>
  get(vendor, connected, 'query', { query: statement }, (body) => {
    const found = (body as { QueryResponse?: unknown }).QueryResponse;
    if (typeof found !== 'object' || found === null) throw new Error('no answer to a query');
    const { totalCount } = found as { totalCount?: unknown };
    return { rows: rowsIn(found, name), time: timeIn(body), count: typeof totalCount === 'number' ? totalCount : null };
  });

/** Customers that are inactive are told only where they are asked for. */
const whereOf = (name: EntityName, and = ''): string => {
  const conditions = [...(name === 'Customer' ? ['Active IN (true, false)'] : []), ...(and ? [and] : [])];
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
};

const changesSince = (vendor: Vendor, connected: Connected, names: readonly EntityName[], since: string) =>
  get(vendor, connected, 'cdc', { entities: names.join(','), changedSince: since }, (body) => {
    const answers = (body as { CDCResponse?: unknown }).CDCResponse;
    if (!Array.isArray(answers)) throw new Error('no changes');
    const found = answers.flatMap((one) => (one as { QueryResponse?: unknown[] }).QueryResponse ?? []);
    return {
      rows: names.flatMap((name) => found.flatMap((one) => rowsIn(one, name).map((entity) => [name, entity] as const))),
      time: timeIn(body),
    };
  });

const before = (instant: string, ms: number): string => later(new Date(instant), -ms).toISOString();

/** Everything, entity by entity, a page at a time. */
async function* readAll(
  vendor: Vendor,
  connected: Connected,
  from: Exclude<Checkpoint, { entity?: never }> & { entity: EntityName },
): AsyncGenerator<SyncPage> {
  const choices = choicesOf(connected);
  const { since, total } = from as { since: string; total: number };
  let start = (from as { start: number }).start;
  for (const name of entities.slice(entities.indexOf(from.entity))) {
    for (;;) {
      connected.signal?.throwIfAborted();
      const where = whereOf(name);
      const { rows } = await query(
        vendor,
        connected,
        name,
        `SELECT * FROM ${name}${where} ORDERBY MetaData.CreateTime STARTPOSITION ${start} MAXRESULTS ${PAGE}`,
      );
      const isLast = rows.length < PAGE;
      const at = entities.indexOf(name) + 1;
      start = isLast ? 1 : start + rows.length - OVERLAP;
      const next = isLast ? entities[at] : name;
      const checkpoint: Checkpoint = next ? { entity: next, start, since, total } : { since };
      yield { facts: rows.map((entity) => factOf(name, entity, choices)), checkpoint, ...(total > 0 ? { total } : {}) };
      if (isLast) break;
    }
  }
}

/** Entities that changed, by their own times: where there are more changes than one answer tells. */
async function* readChanged(vendor: Vendor, connected: Connected, since: string): AsyncGenerator<SyncPage> {
  const choices = choicesOf(connected);
  for (const name of entities) {
    for (let start = 1; ; start += PAGE - OVERLAP) {
      const where = whereOf(name, `MetaData.LastUpdatedTime >= '${since}'`);
      const { rows } = await query(
        vendor,
        connected,
        name,
        `SELECT * FROM ${name}${where} ORDERBY MetaData.LastUpdatedTime STARTPOSITION ${start} MAXRESULTS ${PAGE}`,
      );
      yield { facts: rows.map((entity) => factOf(name, entity, choices)), checkpoint: { since } };
      if (rows.length < PAGE) break;
    }
  }
}

const countAll = async (vendor: Vendor, connected: Connected): Promise<number> => {
  let total = 0;
  for (const name of entities) total += (await query(vendor, connected, name, `SELECT count(*) FROM ${name}${whereOf(name)}`)).count ?? 0;
  return total;
};

/** What changed since the checkpoint; everything at first, and where that is longer ago than changes are told. */
export async function* syncQuickBooks(vendor: Vendor, connected: Connected, checkpoint: unknown): AsyncGenerator<SyncPage> {
  let at = checkpoint as Checkpoint | null;
  const isOld = at !== null && !('entity' in at) && Date.parse(at.since) < connected.clock().getTime() - LOOK_BACK_MS;
  if (at === null || isOld) {
    // By the vendor's clock, which is the one that its changes are told by.
    const { time } = await changesSince(vendor, connected, ['Customer'], connected.clock().toISOString());
    const since = before(time ?? connected.clock().toISOString(), AGAIN_MS);
    at = { entity: 'Customer', start: 1, since, total: await countAll(vendor, connected) };
  }
  if ('entity' in at) {
    yield* readAll(vendor, connected, at);
    at = { since: at.since };
  }
  const { since } = at;
  const choices = choicesOf(connected);
  const { rows, time } = await changesSince(vendor, connected, entities, since);
  if (rows.length >= MOST_CHANGES) yield* readChanged(vendor, connected, since);
  yield {
    facts: rows.map(([name, entity]) => factOf(name, entity, choices)),
    checkpoint: { since: before(time ?? connected.clock().toISOString(), AGAIN_MS) },
  };
}
