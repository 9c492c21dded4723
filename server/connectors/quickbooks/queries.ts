import type { Connected } from '../../domain/connections/connector.ts';
import { get } from './api.ts';
import type { EntityName, QuickbooksEntity } from './mapping.ts';
import type { QuickBooksVendor as Vendor } from './vendor.ts';

export type EntityPage = Readonly<{ rows: readonly QuickbooksEntity[]; time: string | null; count: number | null }>;

export const QUICKBOOKS_PAGE_ROWS = 1000;
/** Overlap of consecutive pages, in rows, because a deletion in between shifts later rows up. */
export const OVERLAP_ROWS = 20;

const isEntity = (value: unknown): value is QuickbooksEntity =>
  typeof value === 'object' && value !== null && typeof (value as QuickbooksEntity).Id === 'string';
const rowsIn = (body: unknown, name: EntityName): readonly QuickbooksEntity[] => {
  const rows = (body as Record<string, unknown>)[name] ?? [];
  if (!Array.isArray(rows) || !rows.every(isEntity)) throw new Error('no entities');
  return rows;
};
const timeIn = (body: unknown): string | null => {
  const { time } = body as { time?: unknown };
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null;
};

const query = (vendor: Vendor, connected: Connected, name: EntityName, statement: string): Promise<EntityPage> =>
  get(vendor, connected, 'query', { query: statement }, (body) => {
    const response = (body as { QueryResponse?: unknown }).QueryResponse;
    if (typeof response !== 'object' || response === null) throw new Error('no answer to a query');
    const { totalCount } = response as { totalCount?: unknown };
    return { rows: rowsIn(response, name), time: timeIn(body), count: typeof totalCount === 'number' ? totalCount : null };
  });

/** Inactive customers are only returned on request. */
const whereClause = (name: EntityName, and = ''): string => {
  const conditions = [...(name === 'Customer' ? ['Active IN (true, false)'] : []), ...(and ? [and] : [])];
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
};

/** Entities changed since then, and the vendor's own time. */
export const changesSince = (vendor: Vendor, connected: Connected, names: readonly EntityName[], since: string) =>
  get(vendor, connected, 'cdc', { entities: names.join(','), changedSince: since }, (body) => {
    const answers = (body as { CDCResponse?: unknown }).CDCResponse;
    if (!Array.isArray(answers)) throw new Error('no changes');
    const responses = answers.flatMap((answer) => (answer as { QueryResponse?: unknown[] }).QueryResponse ?? []);
    return {
      rows: names.flatMap((name) => responses.flatMap((response) => rowsIn(response, name).map((entity) => [name, entity] as const))),
      time: timeIn(body),
    };
  });

const orderedPage = (timestamp: string, start: number): string =>
  ` ORDERBY MetaData.${timestamp} STARTPOSITION ${start} MAXRESULTS ${QUICKBOOKS_PAGE_ROWS}`;

export const entityPageOf = (vendor: Vendor, connected: Connected, name: EntityName, start: number, timestamp: string, and = '') =>
  query(vendor, connected, name, `SELECT * FROM ${name}${whereClause(name, and)}${orderedPage(timestamp, start)}`);

export const entityCountOf = async (vendor: Vendor, connected: Connected, name: EntityName): Promise<number> =>
  (await query(vendor, connected, name, `SELECT count(*) FROM ${name}${whereClause(name)}`)).count ?? 0;

/** A page of ids, and where the next one starts; null on the last page. */
export const pageOfIds = async (vendor: Vendor, connected: Connected, name: EntityName, start: number) => {
  const { rows } = await query(vendor, connected, name, `SELECT Id FROM ${name}${orderedPage('CreateTime', start)}`);
  return { ids: rows.map(({ Id }) => Id), next: rows.length < QUICKBOOKS_PAGE_ROWS ? null : start + rows.length - OVERLAP_ROWS };
};

/** The ids among these that exist. */
export const idsOf = async (vendor: Vendor, connected: Connected, name: EntityName, ids: readonly string[]): Promise<Set<string>> => {
  const quotedIds = ids.map((id) => `'${id}'`).join(', ');
  const { rows } = await query(
    vendor,
    connected,
    name,
    `SELECT Id FROM ${name} WHERE Id IN (${quotedIds}) MAXRESULTS ${QUICKBOOKS_PAGE_ROWS}`,
  );
  return new Set(rows.map(({ Id }) => Id));
};
