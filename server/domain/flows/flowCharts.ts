import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { FlowName, FlowState } from '../../../contract/entities/flow.ts';
import { adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { bankTransactionLifecycle } from '../../../contract/lifecycles/bankTransaction.ts';
import { commissionLifecycle } from '../../../contract/lifecycles/commission.ts';
import { dealLifecycle } from '../../../contract/lifecycles/deal.ts';
import { disputeLifecycle } from '../../../contract/lifecycles/dispute.ts';
import { holdLifecycle } from '../../../contract/lifecycles/hold.ts';
import { invoiceLifecycle } from '../../../contract/lifecycles/invoice.ts';
import { payoutLifecycle } from '../../../contract/lifecycles/payout.ts';
import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { payPeriodLifecycle } from '../../../contract/lifecycles/payPeriod.ts';
import { receiptLifecycle } from '../../../contract/lifecycles/receipt.ts';
import { messages } from '../../../contract/messages.ts';

type ChartState = Pick<FlowState, 'name' | 'description' | 'exits'>;

export const flowMachines: Readonly<Record<FlowName, AnyStateMachine>> = {
  commission: commissionLifecycle,
  hold: holdLifecycle,
  adjustment: adjustmentLifecycle,
  dispute: disputeLifecycle,
  payout: payoutLifecycle,
  payoutRun: payoutRunLifecycle,
  payPeriod: payPeriodLifecycle,
  invoice: invoiceLifecycle,
  receipt: receiptLifecycle,
  bankTransaction: bankTransactionLifecycle,
  deal: dealLifecycle,
};

/** The states in which somebody has to act on the records. */
export const waitingStates: Readonly<Record<FlowName, readonly string[]>> = {
  commission: ['not_due', 'due', 'partially_paid', 'over_paid'],
  hold: ['held'],
  adjustment: ['pending'],
  dispute: ['open', 'in_review'],
  payout: ['pending', 'processing'],
  payoutRun: ['proposed', 'approved'],
  payPeriod: ['open', 'review', 'reopened'],
  invoice: ['draft', 'sent'],
  receipt: ['pending'],
  bankTransaction: ['waiting', 'proposed'],
  deal: ['open'],
};

const guards: Readonly<Record<FlowName, Readonly<Record<string, string>>>> = messages.flowGuards;

/** The guard's name in the machine; null without one. */
const guardNameOf = ({ guard }: AnyTransitionDefinition): string | null => {
  if (guard === undefined) return null;
  return typeof guard === 'string' ? guard : String(Reflect.get(guard, 'type'));
};

/** The transitions to other states, in the order of the machine. */
export const exitsOf = (node: AnyStateNode): Readonly<{ event: string; target: AnyStateNode; guard: string | null }>[] =>
  [...node.transitions.values(), node.always ?? []].flat().flatMap((transition) => {
    const target = transition.target?.[0] as AnyStateNode | undefined;
    return target === undefined || target === node ? [] : [{ event: transition.eventType, target, guard: guardNameOf(transition) }];
  });

/** True if records pass through the state immediately, by an `always` transition. */
const isPassedThrough = (node: AnyStateNode): boolean => (node.always ?? []).length > 0;

/** The lifecycle's machine as states with their exits; guards are in words, and a passing state's own description says where records go. */
export const chartOf = (flow: FlowName): ChartState[] =>
  Object.values(flowMachines[flow].root.states as Record<string, AnyStateNode>).map((node) => ({
    name: node.key,
    description: node.description ?? '',
    exits: exitsOf(node).map(({ event, target, guard }) => ({
      event,
      target: target.key,
      guard: guard !== null ? (guards[flow][guard] ?? guard) : isPassedThrough(target) ? (target.description ?? null) : null,
    })),
  }));
