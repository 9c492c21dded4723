import { can } from '../../contract/permissions.ts';
import type { Company } from './company.ts';
import { recordOf, targetOf, type World } from './model.ts';

/** `forward`: the events that move the money toward its final state, as `flow event`. Undoing counts only if nothing else is possible. */
type Wait = Readonly<{ flow: string; forward: readonly string[] }>;

const receiving = ['receipt record', 'receipt approve', 'receipt retry'];
const releasing = ['invoice send', ...receiving, 'hold release'];
const deciding = ['adjustment approve', 'adjustment reject'];
/** If the only person who could answer a question asks it, they can only withdraw it. */
const answering = (company: Company): readonly string[] =>
  company.people.slice(1).some((person) => can(person, 'dispute:decide', targetOf(company)))
    ? ['dispute take', 'dispute resolve']
    : ['dispute withdraw'];

/** A payment that exceeds the amount due can only be cancelled. */
const approving = ({ amount }: World, due: number): readonly string[] =>
  due >= Number(amount) ? ['payout approve', 'run approve'] : ['payout fail', 'run cancel'];

const commissionForward = (world: World): readonly string[] => {
  const { due, status } = recordOf(world);
  if (status === 'over_paid') return [...releasing, 'payout reverse'];
  if (due === 0) return releasing;
  if (world.payout === 'pending') return approving(world, due);
  // A second payment is not modelled: the first is reversed, and a larger one recorded.
  if (world.payout === 'completed') return ['payout reverse'];
  return ['payout record', 'run propose', 'payout complete', 'payout retry', 'run close'];
};

/** All waiting money. */
export const waitsOf = (company: Company, world: World): readonly Wait[] => {
  const { status, earned, paid, due } = recordOf(world);
  const { adjustment, dispute, hold, invoice, payout, period, receipt, run } = world;
  const waits: Wait[] = [];
  const wait = (flow: string, forward: readonly string[]): unknown => waits.push({ flow, forward });
  if (invoice === 'draft') wait('invoice, draft', ['invoice send']);
  if (invoice === 'sent' && receipt !== 'completed') wait('invoice, sent', receiving);
  if (receipt === 'pending') wait('receipt, pending', ['receipt approve']);
  if (hold.startsWith('held')) wait('hold', ['hold release']);
  if (status !== 'paid' && earned !== paid) wait(`commission, ${status}`, commissionForward(world));
  if (adjustment === 'pending') wait('adjustment, pending', deciding);
  if (dispute === 'open' || dispute === 'in_review') wait(`dispute, ${dispute}`, answering(company));
  if (payout === 'pending') wait('payout, pending', approving(world, due));
  if (payout === 'processing') wait('payout, processing', ['payout complete']);
  if (run === 'proposed') wait('payout run, proposed', approving(world, due));
  if (run === 'approved') wait('payout run, approved', ['payout complete', 'payout retry', 'run close']);
  if (period === 'review') wait('pay period, review', ['signed sign', 'period close', ...deciding, ...answering(company)]);
  else if (period !== 'closed') wait(`pay period, ${period}`, ['period review']);
  return waits;
};
