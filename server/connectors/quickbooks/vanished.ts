import { isSuspicious } from '../../../contract/rules/connections/vanished.ts';
import type { Connected, SyncPage } from '../../domain/connections/connector.ts';
import type { Fact } from '../../domain/connections/facts.ts';
import { idPrefixes, type QuickbooksChoices, quickbooksFactOf } from './mapping.ts';
import { idsOf, pageOfIds } from './queries.ts';
import type { QuickBooksVendor as Vendor } from './vendor.ts';

/** The compared entities with money: the name under which deletions are accepted, and their kinds and id prefixes here. */
const comparedEntities = [
  { name: 'Invoice', of: 'invoice', kind: 'invoice', prefix: '' },
  { name: 'SalesReceipt', of: 'sales_receipt', kind: 'invoice', prefix: idPrefixes.SalesReceipt },
  { name: 'CreditMemo', of: 'credit_memo', kind: 'credit_memo', prefix: '' },
  { name: 'RefundReceipt', of: 'refund', kind: 'credit_memo', prefix: idPrefixes.RefundReceipt },
  { name: 'Payment', of: 'payment', kind: 'payment', prefix: '' },
] as const;
type ComparedName = (typeof comparedEntities)[number]['name'];
/** Ids checked per call. */
const IDS_PER_CHECK = 100;
const NO_CHOICES: QuickbooksChoices = { notRevenue: [], personByClass: false };

const readPresentIds = async (vendor: Vendor, connected: Connected, name: ComparedName): Promise<Set<string>> => {
  const present = new Set<string>();
  for (let start = 1; ; ) {
    connected.signal?.throwIfAborted();
    const page = await pageOfIds(vendor, connected, name, start);
    for (const id of page.ids) present.add(id);
    if (page.next === null) return present;
    start = page.next;
  }
};

/** Rows shift while pages are read, so ids missing from all pages are checked again before they count as deleted. */
const findMissingIds = async (vendor: Vendor, connected: Connected, name: ComparedName, knownIds: readonly string[]): Promise<string[]> => {
  const present = await readPresentIds(vendor, connected, name);
  const candidates = knownIds.filter((id) => !present.has(id));
  const missing: string[] = [];
  for (let from = 0; from < candidates.length; from += IDS_PER_CHECK) {
    const batch = candidates.slice(from, from + IDS_PER_CHECK);
    const existing = await idsOf(vendor, connected, name, batch);
    missing.push(...batch.filter((id) => !existing.has(id)));
  }
  return missing;
};

const deletionOf = (name: ComparedName, id: string): Fact => quickbooksFactOf(name, { Id: id, status: 'Deleted' }, NO_CHOICES);

/**
 * Deletes entities that no longer exist: the change history reports deletions only while it is complete (decisions 2.20). If more than 30%
 * are missing, nothing is deleted until an admin accepts it, and the next run compares again.
 * @param after the checkpoint once everything was compared; until then it stays `before`
 */
export async function* deleteVanished(vendor: Vendor, connected: Connected, before: object, after: object): AsyncGenerator<SyncPage> {
  const { accept_missing } = connected.connection.settings;
  const accepted = Array.isArray(accept_missing) ? accept_missing : [];
  let isHeld = false;
  for (const { name, of: entity, kind, prefix } of comparedEntities) {
    const existingIds = await connected.existingIds(kind);
    const idsOfEntity = existingIds.flatMap((id) => (/^\D?/.exec(id)?.[0] === prefix ? [id.slice(prefix.length)] : []));
    const missing = await findMissingIds(vendor, connected, name, idsOfEntity);
    const isSuspect = isSuspicious(missing.length, idsOfEntity.length) && !accepted.includes(entity);
    const vanishedFact: Fact = {
      kind: 'vanished',
      external_id: `vanished:${name}`,
      of: entity,
      missing: isSuspect ? missing.length : 0,
      known: idsOfEntity.length,
    };
    isHeld ||= isSuspect;
    yield { facts: isSuspect ? [] : missing.map((id) => deletionOf(name, id)), checkpoint: before };
    yield { facts: [vanishedFact], checkpoint: before };
  }
  yield { facts: [], checkpoint: isHeld ? before : after };
}
