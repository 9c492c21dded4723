import type { Kysely } from 'kysely';
import type { AnyStateNode } from 'xstate';
import { type FlowName, flowNames } from '../../../../contract/entities/flow.ts';
import { commissionStatusFor } from '../../../../contract/rules/commission/commission.ts';
import type { Schema } from '../../../../server/db/schema/index.ts';
import { exitsOf, flowMachines } from '../../../../server/domain/flows/flowCharts.ts';
import { auditEntities, flowStateOf } from '../../../../server/domain/flows/readFlowPath.ts';

/**
 * `records`: audited subjects with a state; `gaps`: changes without their own audit row; `broken`: changes that the charts do not allow.
 */
type Replay = Readonly<{ rows: number; records: number; changes: number; gaps: number; broken: readonly string[] }>;

const BATCH_ROWS = 5000;
const flowsOf = (entity: string): readonly FlowName[] => flowNames.filter((flow) => auditEntities[flow] === entity);

/** The states that a record can be in after one event from `state`, or when it is created; a transient state counts as its targets. */
const restingAfter = (flow: FlowName, states: readonly AnyStateNode[]): Set<string> =>
  new Set(
    states.flatMap((state) =>
      state.always
        ? [
            ...restingAfter(
              flow,
              state.always.flatMap(({ target }) => (target ?? []) as AnyStateNode[]),
            ),
          ]
        : [state.key],
    ),
  );

const nodeOf = (flow: FlowName, state: string): AnyStateNode =>
  (flowMachines[flow].root.states as Record<string, AnyStateNode>)[state] as AnyStateNode;
const isStep = (flow: FlowName, from: string, to: string): boolean =>
  from === to ||
  restingAfter(
    flow,
    exitsOf(nodeOf(flow, from)).map(({ target }) => target),
  ).has(to);

type Amounts = Readonly<Record<'amount_cents' | 'adjustments_cents' | 'released_cents' | 'paid_cents', number>> &
  Readonly<{ status: string }>;
/** The status that a record's audited amounts give it; null for a row without amounts. */
const statusOf = (audited: unknown): string | null => {
  const { amount_cents, adjustments_cents, released_cents, paid_cents, status } = Object(audited) as Amounts;
  return status === undefined || amount_cents === undefined
    ? null
    : commissionStatusFor(amount_cents + adjustments_cents, released_cents, paid_cents);
};

/** Replays the audit log through the charts of the lifecycles that hold money: every recorded change of state must be a transition. */
export const replayAudit = async (query: Kysely<Schema>): Promise<Replay> => {
  const states = new Map<string, string>();
  const broken: string[] = [];
  let [rows, changes, gaps] = [0, 0, 0];
  for (let after = 0; ; ) {
    const batch = await query
      .selectFrom('audit_log')
      .select(['id', 'action', 'entity', 'entity_id', 'before', 'after'])
      .where('id', '>', after)
      .where('entity', 'in', Object.values(auditEntities))
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute();
    if (batch.length === 0) break;
    after = batch.at(-1)?.id ?? after;
    rows += batch.length;
    for (const row of batch)
      for (const flow of flowsOf(row.entity)) {
        const key = `${flow} ${row.entity_id}`;
        const to = flowStateOf(flow, row.after, row.action.slice(row.action.indexOf('.') + 1));
        if (to === null) continue;
        const say = (fault: string) => broken.push(`${key}, row ${row.id} ${row.action}: ${fault}`);
        const last = states.get(key) ?? null;
        const from = flowStateOf(flow, row.before) ?? last;
        const isGap = last !== null && from !== null && last !== from;
        if (isGap) gaps += 1;
        if (isGap && !isStep(flow, last, from)) say(`${last} → ${from}, without a row, is no transition`);
        if (from !== null && from !== to) changes += 1;
        if (from !== null && !isStep(flow, from, to)) say(`${from} → ${to} is no transition`);
        const status = flow === 'commission' ? statusOf(row.after) : null;
        if (status !== null && status !== to) say(`${to}, but its amounts make it ${status}`);
        states.set(key, to);
      }
  }
  return { rows, records: states.size, changes, gaps, broken };
};
