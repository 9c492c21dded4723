import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { crm as t } from '../../../../contract/messages/crm.ts';
import { integrationMessages } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import type { NewDeal } from '../../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { Cause } from '../../commissions/recompute/index.ts';
import { recordDealEffects } from '../../deals/dealEffects.ts';
import { markFacts } from '../../facts/changeFacts.ts';
import { readDirectory } from '../../imports/known.ts';
import { currentConfig } from '../../plans/config.ts';
import { paysBonuses } from '../../plans/planUses.ts';
import { todayIn } from '../../shared/clock.ts';
import type { FactOf } from '../facts.ts';
import { hashOfFact } from './customers.ts';
import type { HeldFact, ImportContext, Sink, SinkResult } from './sink.ts';

const NO_CHANGES: SinkResult = { created: 0, changed: 0, same: 0, held: [] };
const CURRENCY = 'USD';

/** Stages in order; a stage deleted in the CRM keeps its name for deals still in it. */
export const importCrmStages: Sink<'crmStages'> = async (tx, [fact], { connection }) => {
  const changed = fact ? await tx.crmDeals.putStages(connection.id, fact.stages) : 0;
  return { ...NO_CHANGES, changed, same: (fact?.stages.length ?? 0) - changed };
};

/**
 * Writes deals. If any plan pays bonuses, which may count won deals, marks the people who won them.
 * @param write returns the deals it created
 */
const writeDealsAndMark = async (
  tx: Repositories,
  ids: readonly number[],
  { marksRun, cause: { at } }: ImportContext,
  write: () => Promise<readonly number[]>,
): Promise<void> => {
  if (!(await paysBonuses(tx))) return void (await write());
  await markFacts(tx, { marksRun, at }, async (declareFacts) => {
    await declareFacts({ deals: ids });
    return [{ deals: await write() }];
  });
};

/** Applies a received change, with notices if the deal was won or lost; the first sync sends none. */
const applyChange = async (tx: Repositories, id: number, values: NewDeal, { actorId, origin, at }: Cause): Promise<void> => {
  const before = await tx.deals.read(id);
  await tx.deals.change(id, values, at);
  const after = await tx.deals.read(id);
  const isClosed = before.state !== after.state && after.state !== 'open';
  const verb = isClosed ? (after.state as 'won' | 'lost') : before.stage === after.stage ? 'edited' : 'moved';
  await tx.audit.writeAll(await recordDealEffects(tx, { verb, before, after, actorId }, at), origin, at);
};

/** Imports deals of the CRM, which are read-only here except for links and notes (decisions 2.17). */
export const importDeals: Sink<'deal'> = async (tx, facts, context) => {
  const { connection, cause } = context;
  const { byEmail, mayBeCredited } = await readDirectory(tx);
  const today = todayIn((await currentConfig(tx)).config.timezone, cause.at);
  const ownerOf = ({ owner_email, closed_on }: FactOf<'deal'>): number | null => {
    const owner = owner_email === null ? undefined : byEmail.get(owner_email);
    return owner !== undefined && mayBeCredited(owner, closed_on ?? today) ? owner : null;
  };
  const stageNames = await tx.crmDeals.stageNames(connection.id);
  const stagesById = new Map(
    (
      await tx.crmDeals.known(
        connection.id,
        facts.map(({ external_id }) => external_id),
      )
    ).map((row) => [row.external_id, row]),
  );
  const held: HeldFact[] = [];
  const counts = { created: 0, changed: 0, same: 0 };
  const created: NewDeal[] = [];
  const changes: { id: number; row: NewDeal }[] = [];

  const rowOf = (fact: FactOf<'deal'>, payload_hash: string): NewDeal => ({
    name: fact.name,
    customer_name: fact.customer ?? fact.name,
    owner_id: ownerOf(fact),
    // A deleted stage is sent as its id.
    stage: stageNames.get(fact.stage) ?? fact.stage,
    pipeline: fact.pipeline,
    amount_cents: fact.amount_cents,
    probability: fact.state === 'won' ? '1' : fact.state === 'lost' ? '0' : fact.probability === null ? null : String(fact.probability),
    state: fact.state,
    lost_reason: fact.lost_reason,
    expected_close_date: fact.expected_close_date,
    closed_on: fact.closed_on,
    stage_entered_at: fact.entered_at ?? fact.created_at,
    connection_id: connection.id,
    external_id: fact.external_id,
    external_version: fact.external_version,
    external_updated_at: fact.updated_at,
    external_state: null,
    payload_hash,
  });

  for (const fact of facts) {
    if (fact.currency !== null && fact.currency !== CURRENCY) {
      held.push({ external_id: fact.external_id, code: 'deal_currency', facts: { deal: fact.name, currency: fact.currency } });
      continue;
    }
    const { external_version: _, updated_at: __, ...content } = fact;
    const row = rowOf(fact, '');
    // The hash includes owner and stage, because the owner may change here without a change in the CRM.
    const hash = hashOfFact({ ...content, owner_id: row.owner_id, stage: row.stage });
    const before = stagesById.get(fact.external_id);
    if (before === undefined) {
      created.push({ ...row, payload_hash: hash, created_at: fact.created_at, updated_at: fact.updated_at });
      counts.created += 1;
    } else if (before.payload_hash === hash && before.external_state === null) counts.same += 1;
    else {
      changes.push({ id: before.id, row: { ...row, payload_hash: hash } });
      counts.changed += 1;
    }
  }
  const merged = facts.flatMap((fact) => fact.merged);
  const ended = merged.length > 0 ? await tx.crmDeals.known(connection.id, merged) : [];
  await writeDealsAndMark(
    tx,
    [...changes, ...ended].map(({ id }) => id),
    context,
    async () => {
      for (const { id, row } of changes) await applyChange(tx, id, row, cause);
      const createdIds = await tx.crmDeals.add(created);
      await tx.dealMoves.addKnownHistory(createdIds);
      if (merged.length > 0) await endDeals(tx, connection, merged, 'merged', cause);
      return createdIds;
    },
  );
  return { ...counts, held };
};

/**
 * Ends deals that were deleted or merged in the CRM: an open deal becomes lost, with the reason; a closed one is unchanged,
 * unless its figures moved to the deal it was merged into. A merge is recorded whatever the order of the two events.
 * @returns the number of ended deals
 */
const endDeals = async (
  tx: Repositories,
  { id: connectionId, kind }: ImportContext['connection'],
  keys: readonly string[],
  ending: 'deleted' | 'merged',
  cause: Cause,
): Promise<number> => {
  const today = todayIn((await currentConfig(tx)).config.timezone, cause.at);
  const reasonOf = (message: string): string => fill(message, { system: integrationMessages[kind as ConnectionKind].name });
  let ended = 0;
  for (const { id, external_state } of await tx.crmDeals.known(connectionId, keys)) {
    const before = await tx.deals.read(id);
    const isLost = before.state === 'open' || (before.state === 'won' && ending === 'merged');
    if (external_state === ending || external_state === 'merged') continue;
    const lost = { state: 'lost', lost_reason: reasonOf(t[ending]), closed_on: today, probability: '0' } as const;
    const changes = isLost ? lost : before.lost_reason === reasonOf(t.deleted) ? { lost_reason: reasonOf(t[ending]) } : {};
    await tx.deals.change(id, { ...changes, external_state: ending, payload_hash: null }, cause.at);
    const after = await tx.deals.read(id);
    const transition = { verb: isLost ? 'lost' : 'edited', before, after, actorId: cause.actorId } as const;
    await tx.audit.writeAll(await recordDealEffects(tx, transition, cause.at), cause.origin, cause.at);
    ended += 1;
  }
  return ended;
};

export const endDeletedDeals: Sink<'dealGone'> = async (tx, facts, { connection, cause }) => {
  const ids = facts.map(({ external_id }) => external_id);
  const changed = await endDeals(tx, connection, ids, 'deleted', cause);
  return { ...NO_CHANGES, changed, same: facts.length - changed };
};
