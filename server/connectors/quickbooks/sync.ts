import type { Connected, SyncPage } from '../../domain/connections/connector.ts';
import type { Fact } from '../../domain/connections/facts.ts';
import { DAY, MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { type EntityName, type QuickbooksChoices, type QuickbooksEntity, quickbooksEntities, quickbooksFactOf } from './mapping.ts';
import { invoicesWithoutSeller, namesSeller, readFullInvoices, sampleOf } from './newerFields.ts';
import { changesSince, entityCountOf, entityPageOf, OVERLAP_ROWS, QUICKBOOKS_PAGE_ROWS } from './queries.ts';
import { deleteVanished } from './vanished.ts';
import type { QuickBooksVendor as Vendor } from './vendor.ts';

/** `newer`: sellers are in newer custom fields (decisions 7.03); `unnamed`: some invoices without a seller. */
type Sellers = Readonly<{ newer?: boolean; unnamed?: readonly string[] }>;
/** A full read: the current entity and row, and since when to read changes afterwards. */
type ReadPosition = Sellers & Readonly<{ entity: EntityName; start: number; since: string; total: number }>;
/**
 * Reading changes since an instant. `total`: set after a full read, with its size; `naming`: the invoice from which to fill in sellers;
 * `compare`: deletions may have been missed, so existing ids have to be compared.
 */
type FollowPosition = Sellers &
  Readonly<{ since: string; total?: number; compare?: true; naming?: Readonly<{ start: number; total: number }> }>;
type Checkpoint = ReadPosition | FollowPosition;

/** Changes are available for thirty days; one day less, so that none is missed. */
const LOOK_BACK_MS = 29 * DAY;
/** The last few minutes of changes are reread, because clocks differ and changes written in the same moment may be reported later. */
const OVERLAP_MS = 2 * MINUTE;
/** The vendor returns at most this many changed entities; a full response may mean that there are more. */
const MAX_CHANGES = 1000;
/** Invoices read one by one before they are imported together. */
const BATCH_INVOICES = 100;

const choicesOf = ({ connection: { settings } }: Connected): QuickbooksChoices => ({
  notRevenue: Array.isArray(settings.not_revenue) ? settings.not_revenue.map(String) : [],
  personByClass: settings.person_by_class === true,
});

const timeBefore = (isoTime: string, ms: number): string => plusMs(new Date(isoTime), -ms).toISOString();

/** Reads everything, entity by entity and page by page. @returns where to continue */
async function* readAll(vendor: Vendor, connected: Connected, from: ReadPosition): AsyncGenerator<SyncPage, FollowPosition> {
  const { since: sinceTime, total, newer: isNewer = false } = from;
  const choices = { ...choicesOf(connected), usesNewerFields: isNewer };
  let { start, unnamed: unnamedInvoices = [] } = from;
  for (const name of quickbooksEntities.slice(quickbooksEntities.indexOf(from.entity))) {
    for (;;) {
      connected.signal?.throwIfAborted();
      const { rows } = await entityPageOf(vendor, connected, name, start, 'CreateTime');
      if (name === 'Invoice') unnamedInvoices = sampleOf([...unnamedInvoices, ...invoicesWithoutSeller(rows)]);
      const isLast = rows.length < QUICKBOOKS_PAGE_ROWS;
      const index = quickbooksEntities.indexOf(name) + 1;
      start = isLast ? 1 : start + rows.length - OVERLAP_ROWS;
      const next = isLast ? quickbooksEntities[index] : name;
      const nextState = { since: sinceTime, total, newer: isNewer, unnamed: unnamedInvoices };
      const checkpoint: Checkpoint = next ? { entity: next, start, ...nextState } : { ...nextState, compare: true };
      yield { facts: rows.map((entity) => quickbooksFactOf(name, entity, choices)), checkpoint, ...(total > 0 ? { total } : {}) };
      if (isLast) break;
    }
  }
  return { since: sinceTime, total, newer: isNewer, unnamed: unnamedInvoices, compare: true };
}

/** Converts entities to facts; if sellers are in newer fields, invoices without one are read one by one. */
const factsOf = async (
  vendor: Vendor,
  connected: Connected,
  entities: readonly (readonly [EntityName, QuickbooksEntity])[],
  isNewer: boolean,
): Promise<readonly Fact[]> => {
  const choices = choicesOf(connected);
  const unnamedInvoices = isNewer ? invoicesWithoutSeller(entities.flatMap(([name, entity]) => (name === 'Invoice' ? [entity] : []))) : [];
  const fullInvoices = await readFullInvoices(vendor, connected, unnamedInvoices);
  const unnamedIds = new Set(unnamedInvoices);
  return entities.map(([name, entity]) => {
    if (name !== 'Invoice' || !unnamedIds.has(entity.Id)) return quickbooksFactOf(name, entity, choices);
    const fullInvoice = fullInvoices.get(entity.Id);
    return fullInvoice
      ? quickbooksFactOf(name, fullInvoice, choices)
      : quickbooksFactOf(name, entity, { ...choices, usesNewerFields: true });
  });
};

/** Changed entities by their own timestamps, if there are more changes than one response can hold. */
async function* readChanged(vendor: Vendor, connected: Connected, checkpoint: FollowPosition): AsyncGenerator<SyncPage> {
  for (const name of quickbooksEntities) {
    for (let start = 1; ; start += QUICKBOOKS_PAGE_ROWS - OVERLAP_ROWS) {
      const { rows } = await entityPageOf(
        vendor,
        connected,
        name,
        start,
        'LastUpdatedTime',
        `MetaData.LastUpdatedTime >= '${checkpoint.since}'`,
      );
      const entities = rows.map((entity) => [name, entity] as const);
      yield { facts: await factsOf(vendor, connected, entities, checkpoint.newer === true), checkpoint: checkpoint };
      if (rows.length < QUICKBOOKS_PAGE_ROWS) break;
    }
  }
}

const countAll = async (vendor: Vendor, connected: Connected): Promise<number> => {
  let total = 0;
  for (const name of quickbooksEntities) total += await entityCountOf(vendor, connected, name);
  return total;
};

/** Reads changes; checks for sellers in newer fields once an invoice has none. @returns where to continue */
async function* readChanges(vendor: Vendor, connected: Connected, checkpoint: FollowPosition): AsyncGenerator<SyncPage, FollowPosition> {
  const { rows, time } = await changesSince(vendor, connected, quickbooksEntities, checkpoint.since);
  const changedInvoices = rows.flatMap(([name, entity]) => (name === 'Invoice' ? [entity] : []));
  const sample = sampleOf([...(checkpoint.unnamed ?? []), ...invoicesWithoutSeller(changedInvoices)]);
  const isNewer = checkpoint.newer === true || (await namesSeller(vendor, connected, sample));
  const isBeginning = isNewer && (checkpoint.newer !== true || checkpoint.total !== undefined);
  const namingProgress = isBeginning
    ? { start: 1, total: (checkpoint.total ?? 0) + (await entityCountOf(vendor, connected, 'Invoice')) }
    : checkpoint.naming;
  const isTruncated = rows.length >= MAX_CHANGES;
  const compare = isTruncated || checkpoint.compare === true;
  const nextState = {
    ...(isNewer ? { newer: isNewer } : {}),
    ...(namingProgress ? { naming: namingProgress } : {}),
    ...(compare ? { compare } : {}),
  };
  if (isTruncated) yield* readChanged(vendor, connected, { since: checkpoint.since, ...nextState });
  const next = { since: timeBefore(time ?? connected.clock().toISOString(), OVERLAP_MS), ...nextState };
  yield { facts: await factsOf(vendor, connected, rows, isNewer), checkpoint: next };
  return next;
}

/** Reads the salesperson of each invoice, at the vendor's pace; reads changes made in the meantime after each page. */
async function* nameSellers(vendor: Vendor, connected: Connected, from: FollowPosition): AsyncGenerator<SyncPage, FollowPosition> {
  let checkpoint = from;
  while (checkpoint.naming) {
    const { start, total } = checkpoint.naming;
    const { rows } = await entityPageOf(vendor, connected, 'Invoice', start, 'CreateTime');
    for (let doneCount = 0; doneCount < rows.length; doneCount += BATCH_INVOICES) {
      const entities = rows.slice(doneCount, doneCount + BATCH_INVOICES).map((entity) => ['Invoice', entity] as const);
      const namingProgress = { start: start + doneCount, total };
      yield { facts: await factsOf(vendor, connected, entities, true), checkpoint: { ...checkpoint, naming: namingProgress }, total };
    }
    const { naming: _, ...rest } = checkpoint;
    checkpoint = rows.length < QUICKBOOKS_PAGE_ROWS ? rest : { ...rest, naming: { start: start + rows.length - OVERLAP_ROWS, total } };
    checkpoint = yield* readChanges(vendor, connected, checkpoint);
  }
  return checkpoint;
}

/** Reads changes since the checkpoint; everything at first, or if the checkpoint is older than the change history. */
export async function* syncQuickBooks(vendor: Vendor, connected: Connected, checkpoint: unknown): AsyncGenerator<SyncPage> {
  let position = checkpoint as Checkpoint | null;
  const isOld = position !== null && !('entity' in position) && Date.parse(position.since) < connected.clock().getTime() - LOOK_BACK_MS;
  if (position === null || isOld) {
    // By the vendor's clock, which also dates its changes.
    const { time } = await changesSince(vendor, connected, ['Customer'], connected.clock().toISOString());
    const sinceTime = timeBefore(time ?? connected.clock().toISOString(), OVERLAP_MS);
    position = {
      entity: 'Customer',
      start: 1,
      since: sinceTime,
      total: await countAll(vendor, connected),
      newer: position?.newer === true,
    };
  }
  const followPosition = 'entity' in position ? yield* readAll(vendor, connected, position) : position;
  const lastPosition = yield* nameSellers(vendor, connected, yield* readChanges(vendor, connected, followPosition));
  const { compare, ...doneCount } = lastPosition;
  if (compare) yield* deleteVanished(vendor, connected, lastPosition, doneCount);
}
