import type { FlowName, FlowPath } from '../../../contract/entities/flow.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { AuditRow } from '../../db/repositories/audit/audit.ts';
import { historyEntryOf } from '../audit/historyText.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { daysSince } from './daysSince.ts';
import { flowMachines } from './flowCharts.ts';

/** The newest audit rows that a path is read from. */
const MAX_ROWS = 500;

export const auditEntities: Readonly<Record<FlowName, string>> = {
  commission: 'commission',
  // A hold is audited with its record, which has one hold at a time.
  hold: 'commission',
  adjustment: 'adjustment',
  dispute: 'dispute',
  payout: 'payout',
  payoutRun: 'payout_run',
  payPeriod: 'pay_period',
  invoice: 'invoice',
  receipt: 'receipt',
  bankTransaction: 'bank_transaction',
  deal: 'deal',
};

/** A state of this lifecycle that the audited fields or the action name; `payout_run.proposed` names one. */
export const flowStateOf = (flow: FlowName, audited: unknown, verb?: string): string | null => {
  const { state, question_state, status } = Object(audited) as Readonly<Record<string, unknown>>;
  const named = [state, question_state, status, verb].find((name) => Object.hasOwn(flowMachines[flow].root.states, String(name)));
  return named === undefined ? null : String(named);
};

/** The states of the audit rows, oldest first. A row that names no state keeps the previous one. */
const stepsOf = (flow: FlowName, rows: readonly AuditRow[]): FlowPath['steps'] => {
  const steps: FlowPath['steps'] = [];
  for (const row of rows) {
    const verb = row.action.slice(row.action.indexOf('.') + 1);
    const before = steps.at(-1)?.state ?? flowStateOf(flow, row.before);
    const state = flowStateOf(flow, row.after, verb) ?? before;
    if (state === null) continue;
    const { id, at, actor, action } = historyEntryOf(row);
    steps.push({ id, at, actor, event: action, from: before, state });
  }
  return steps;
};

/** The states that a record went through, from the audit log. @throws Problem 404 */
export const readFlowPath = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, flow: FlowName, id: string): Promise<FlowPath> => {
  // Only a pay period has a month as its id.
  if ((flow === 'payPeriod') !== id.includes('-')) throw notFoundProblem('record');
  const { config } = await currentConfig(store);
  const row = await store.flows.byId({ zone: config.timezone, today: todayIn(config.timezone, clock()) }, flow, id);
  if (!row) throw notFoundProblem('record');
  const history = await store.audit.listAbout([{ entity: auditEntities[flow], entityId: row.id }], MAX_ROWS);
  return {
    name: flow,
    id: row.id,
    label: row.label,
    state: row.state,
    amount: fromCents(row.cents),
    days: daysSince(row.since, clock(), config.timezone),
    steps: stepsOf(flow, history.toReversed()),
  };
};
