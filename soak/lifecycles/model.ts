import { adjustmentLifecycle } from '../../contract/lifecycles/adjustment.ts';
import { disputeLifecycle } from '../../contract/lifecycles/dispute.ts';
import { holdLifecycle } from '../../contract/lifecycles/hold.ts';
import { invoiceLifecycle } from '../../contract/lifecycles/invoice.ts';
import { payoutLifecycle } from '../../contract/lifecycles/payout.ts';
import { payoutRunLifecycle } from '../../contract/lifecycles/payoutRun.ts';
import { payPeriodLifecycle } from '../../contract/lifecycles/payPeriod.ts';
import { receiptLifecycle } from '../../contract/lifecycles/receipt.ts';
import { type Actor, can } from '../../contract/permissions.ts';
import { commissionStatusFor, dueOf, releasedOf } from '../../contract/rules/commission/commission.ts';
import { releasedDuringHold } from '../../contract/rules/commission/hold.ts';
import { decidersOf } from '../../contract/rules/deciders.ts';
import { type Company, managerOf } from './company.ts';
import { guarded } from './guarded.ts';

/**
 * One invoice of $1,000 with a commission of $300, and everything that can happen to it. Guards are the lifecycles; permissions are the
 * table; status, release, hold and deciders are the functions of contract/rules. These rules live in services or SQL, and are repeated
 * here: approvers of payouts by role, or else the admins (readPayoutApprovers), a payout only of a due amount (assertStillDue), two
 * signatures where two people can sign (readSignersNeeded), an approved or called-off run takes its payment along (changeRun), and a settled
 * run closes (settleRun). `npm run soak -- replay` compares recorded histories with the same charts. Not modelled: undo within ten seconds,
 * splits, memos, draws, other months, commands that wait because they pay their author (decisions 3.06), and a second payment of the same
 * record, which is replaced by reversing the first and recording a larger one.
 */
export const dimensions = {
  invoice: ['none', 'draft', 'sent', 'cancelled'],
  receipt: ['none', 'pending', 'completed', 'failed', 'reversed'],
  hold: ['none', 'held', 'heldBySeller', 'released', 'ended'],
  adjustment: ['none', 'pending', 'approved', 'rejected', 'void'],
  /** The adjustment's origin: somebody else, the seller, or a late fact. */
  setter: ['other', 'seller', 'fact'],
  dispute: ['none', 'open', 'in_review', 'resolved', 'withdrawn'],
  payout: ['none', 'pending', 'processing', 'completed', 'failed', 'reversed'],
  /** Index of the person who recorded the payout or proposed its run. */
  maker: ['0', '1', '2', '3', '4', '5'],
  approved: ['no', 'yes'],
  /** The amount paid by the payout, in dollars. */
  amount: ['0', '300', '400', '100'],
  run: ['none', 'proposed', 'approved', 'completed', 'cancelled'],
  period: ['open', 'review', 'closed', 'reopened'],
  wasClosed: ['no', 'yes'],
  signed: ['0', '1', '2'],
} as const;
export type Name = keyof typeof dimensions;
export type World = Record<Name, string>;

const GROSS = 1000;
const COMMISSION = 300;
const ADJUSTMENT = 100;
const THRESHOLD = 50;
const reason = 'a good reason';

export const startOf = (): World => Object.fromEntries(Object.entries(dimensions).map(([name, values]) => [name, values[0]])) as World;

/** The amounts of the record, by the product's functions. */
export const recordOf = (world: World) => {
  const { adjustment, amount, hold, invoice, payout, receipt } = world;
  const earned = (invoice === 'sent' ? COMMISSION : 0) + (adjustment === 'approved' ? ADJUSTMENT : 0);
  const paid = payout === 'completed' ? Number(amount) : 0;
  const received = receipt === 'completed' ? GROSS : 0;
  const free = invoice === 'sent' ? releasedOf('invoice_paid_in_full', earned, received, GROSS) : earned;
  const released = hold.startsWith('held') ? releasedDuringHold(earned, free, paid) : free;
  return { earned, released, paid, due: dueOf(earned, released, paid), status: commissionStatusFor(earned, released, paid) };
};

/** `name`: flow and event; `by`: null if it happens by itself after some time. */
export type Step = Readonly<{ name: string; flow: Name; by: Actor | null; change: Partial<World> }>;
type Add = (flow: Name, by: Actor | null, event: string, change: Partial<World>) => void;
type Block = Readonly<{ reads: readonly Name[]; add: (company: Company, world: World, add: Add) => void }>;

export const targetOf = (company: Company) => ({ owner_id: sellerOf(company).id, owner_manager_id: managerOf(company) });
const sellerOf = ({ people }: Company): Actor => people[0] as Actor;
const payoutApproversOf = ({ approvers, people }: Company): readonly Actor[] => {
  const chosen = people.filter((person) => approvers.includes(person.role) && can(person, 'payment:manage'));
  return chosen.length > 0 ? chosen : people.filter(({ role }) => role === 'admin');
};
const isHeld = ({ hold }: World): boolean => hold.startsWith('held');

const invoices: Block = {
  reads: ['invoice', 'receipt'],
  add: (company, world, add) => {
    const received = world.receipt === 'pending' || world.receipt === 'completed';
    const facts = { connected: false, memo: false, received, credited: false, left: GROSS };
    for (const person of company.people.filter((one) => can(one, 'invoice:write', targetOf(company)))) {
      if (world.invoice === 'none') add('invoice', person, 'create', { invoice: 'draft' });
      else
        for (const type of ['send', 'cancel']) {
          const invoice = guarded(invoiceLifecycle, world.invoice, { type }, facts);
          if (invoice !== null) add('invoice', person, type, { invoice });
        }
    }
  },
};

const receipts: Block = {
  reads: ['invoice', 'receipt'],
  add: ({ people }, world, add) => {
    const facts = { connected: false, reversed: world.receipt === 'reversed', isReversal: false, isCredit: false };
    for (const person of people.filter((one) => can(one, 'payment:manage'))) {
      if (world.receipt === 'none' || world.receipt === 'reversed') {
        if (world.invoice === 'sent') add('receipt', person, 'record', { receipt: 'pending' });
        continue;
      }
      for (const type of ['approve', 'fail', 'retry', 'reverse'] as const) {
        const receipt = guarded(receiptLifecycle, world.receipt, { type, reason } as never, facts);
        if (receipt !== null) add('receipt', person, type, { receipt: type === 'reverse' ? 'reversed' : receipt });
      }
    }
  },
};

const holds: Block = {
  reads: ['hold', 'invoice'],
  add: (company, world, add) => {
    const seller = sellerOf(company);
    // The release day of a hold may arrive.
    const expired = guarded(holdLifecycle, 'held', { type: 'expire' }, { own: false, setByActor: false, dayReached: true });
    if (isHeld(world) && expired !== null) add('hold', null, 'expire', { hold: expired });
    for (const person of company.people.filter((one) => can(one, 'commission:hold'))) {
      const own = person === seller;
      const facts = { own, setByActor: own && world.hold === 'heldBySeller', dayReached: false };
      const released = isHeld(world) ? guarded(holdLifecycle, 'held', { type: 'release' }, facts) : null;
      if (released !== null) add('hold', person, 'release', { hold: released });
      if (!isHeld(world) && world.invoice === 'sent') add('hold', person, 'hold', { hold: own ? 'heldBySeller' : 'held' });
    }
  },
};

/** A settled payment may complete its run, and a payment in progress again reopens it (settleRun). */
const settledRun = (world: World, payout: string): Partial<World> => {
  if (world.run === 'none' || world.run === 'cancelled') return {};
  const underWay = payout === 'pending' || payout === 'processing' ? 1 : 0;
  const failed = payout === 'failed' && world.run !== 'completed' ? 1 : 0;
  const facts = { makers: [], otherApprovers: 0, mayApprove: true, people: 1, undoable: false, underWay, failed };
  const run = guarded(payoutRunLifecycle, world.run, { type: underWay > 0 ? 'reopen' : 'settle' }, facts);
  return run === null ? {} : { run };
};

const payouts: Block = {
  reads: ['payout', 'maker', 'approved', 'amount', 'run', 'invoice', 'receipt', 'hold', 'adjustment'],
  add: (company, world, add) => {
    const { people } = company;
    const { due } = recordOf(world);
    const approvers = payoutApproversOf(company);
    const makers = [sellerOf(company).id, people[Number(world.maker)]?.id ?? sellerOf(company).id];
    const others = { makers, otherApprovers: approvers.filter(({ id }) => !makers.includes(id)).length, undoable: false };
    const isInRun = world.run === 'proposed' || world.run === 'approved';
    const isStillDue = due >= Number(world.amount);
    for (const person of people.filter((one) => can(one, 'payment:manage'))) {
      // A failed payment can be tried again, or another one recorded.
      if (['none', 'failed', 'reversed'].includes(world.payout) && !isInRun && due > 0) {
        const payment = { payout: 'pending', maker: String(people.indexOf(person)), amount: String(due), approved: 'no' };
        add('payout', person, 'record', { ...payment, run: 'none' });
        add('run', person, 'propose', { ...payment, run: 'proposed' });
      }
      const facts = { ...others, mayApprove: approvers.includes(person) };
      if (world.payout !== 'none' && world.payout !== 'reversed')
        for (const type of ['approve', 'complete', 'fail', 'retry', 'reverse', 'reopen']) {
          if ((type === 'approve' || type === 'retry') && !isStillDue) continue;
          const own = { approved: world.approved === 'yes', inProposal: world.run === 'proposed', reversed: false, isReversal: false };
          const next = guarded(payoutLifecycle, world.payout, { type, reason, actorId: person.id } as never, { ...facts, ...own });
          if (next === null) continue;
          const payout = type === 'reverse' ? 'reversed' : next;
          add('payout', person, type, { payout, ...(type === 'approve' ? { approved: 'yes' } : {}), ...settledRun(world, payout) });
        }
      if (world.run === 'none') continue;
      const underWay = world.payout === 'pending' || world.payout === 'processing' ? 1 : 0;
      const counts = { people: 1, underWay, failed: world.payout === 'failed' ? 1 : 0 };
      for (const type of ['approve', 'cancel', 'close']) {
        if (type === 'approve' && !isStillDue) continue;
        const run = guarded(payoutRunLifecycle, world.run, { type, reason, actorId: person.id } as never, { ...facts, ...counts });
        if (run === null) continue;
        const along = type === 'approve' ? { payout: 'processing', approved: 'yes' } : type === 'cancel' ? { payout: 'none' } : {};
        add('run', person, type, { run, ...along });
      }
    }
  },
};

const adjustments: Block = {
  reads: ['adjustment', 'setter', 'invoice', 'period'],
  add: (company, world, add) => {
    const { people } = company;
    const seller = sellerOf(company);
    const isClosed = world.period === 'closed';
    const deciders = people.filter((one) => can(one, 'adjustment:decide'));
    const setters: Record<string, string> = {
      other: deciders.find((one) => one !== seller)?.id ?? seller.id,
      seller: seller.id,
      fact: '0',
    };
    const setterId = setters[world.setter] as string;
    for (const person of people) {
      const mayWrite = can(person, 'adjustment:write', targetOf(company));
      const mayApprove = can(person, 'adjustment:decide');
      const facts = {
        ...{ amount: ADJUSTMENT, counted: world.adjustment === 'approved' ? ADJUSTMENT : 0, others: 0, othersCounted: 0 },
        ...{ proposed: world.setter === 'fact', threshold: THRESHOLD, actorId: person.id, mayApprove },
        deciders: decidersOf(deciders, { setterId, payeeId: seller.id }),
        ...{ own: person === seller, setByOther: person.id !== setterId, undoable: false },
      };
      if (world.adjustment !== 'pending' && world.adjustment !== 'approved') {
        if (!isClosed && world.invoice === 'sent' && mayWrite)
          add('adjustment', person, 'create', { adjustment: 'pending', setter: person === seller ? 'seller' : 'other' });
        if (isClosed && can(person, 'payment:manage')) add('adjustment', person, 'late fact', { adjustment: 'pending', setter: 'fact' });
      }
      if (world.adjustment === 'none') continue;
      for (const type of ['approve', 'reject', 'void']) {
        if (type === 'void' ? !mayWrite || isClosed : !mayApprove) continue;
        const adjustment = guarded(adjustmentLifecycle, world.adjustment, { type, actorId: person.id } as never, facts);
        if (adjustment !== null) add('adjustment', person, type, { adjustment });
      }
    }
  },
};

const disputes: Block = {
  reads: ['dispute', 'invoice'],
  add: (company, world, add) => {
    const seller = sellerOf(company);
    for (const person of company.people) {
      if (['none', 'resolved', 'withdrawn'].includes(world.dispute)) {
        if (world.invoice === 'sent' && can(person, 'dispute:open', targetOf(company))) add('dispute', person, 'open', { dispute: 'open' });
        continue;
      }
      const facts = { openedBy: seller.id, actorId: person.id };
      for (const type of ['take', 'resolve', 'withdraw']) {
        if (type === 'withdraw' ? person !== seller : !can(person, 'dispute:decide', targetOf(company))) continue;
        const event = { type, actorId: person.id, explanation: reason };
        const dispute = guarded(disputeLifecycle, world.dispute, event as never, facts);
        if (dispute !== null) add('dispute', person, type, { dispute });
      }
    }
  },
};

const periods: Block = {
  reads: ['period', 'wasClosed', 'signed', 'adjustment', 'setter', 'dispute'],
  add: ({ people }, world, add) => {
    const signers = people.filter(({ role }) => role === 'finance' || role === 'admin').length;
    const signed = Number(world.signed);
    const facts = {
      // A late fact is proposed for the open month after this one.
      pendingAdjustments: world.adjustment === 'pending' && world.setter !== 'fact' ? 1 : 0,
      openDisputes: world.dispute === 'open' || world.dispute === 'in_review' ? 1 : 0,
      ...{ isOver: true, earlierOpen: 0, computing: 0, signed, signersNeeded: signers < 2 ? 0 : 2, wasClosed: world.wasClosed === 'yes' },
    };
    for (const person of people) {
      for (const type of ['review', 'back', 'close', 'reopen']) {
        if (!can(person, type === 'reopen' ? 'period:reopen' : 'period:close')) continue;
        const period = guarded(payPeriodLifecycle, world.period, { type, reason } as never, facts);
        if (period !== null) add('period', person, type, { period, signed: '0', ...(period === 'closed' ? { wasClosed: 'yes' } : {}) });
      }
      // Two people each sign once.
      if (world.period === 'review' && signed < Math.min(2, signers) && can(person, 'period:close'))
        add('signed', person, 'sign', { signed: String(signed + 1) });
    }
  },
};

const blocks: readonly Block[] = [invoices, receipts, holds, payouts, adjustments, disputes, periods];
const caches = new WeakMap<Company, Map<string, readonly Step[]>[]>();

const stepsIn = (company: Company, index: number, world: World): readonly Step[] => {
  const cache = caches.get(company) ?? blocks.map(() => new Map<string, readonly Step[]>());
  caches.set(company, cache);
  const block = blocks[index] as Block;
  let key = '';
  for (const name of block.reads) key += `${world[name]} `;
  const known = cache[index]?.get(key);
  if (known) return known;
  const steps = new Map<string, Step>();
  block.add(company, world, (flow, by, event, change) => {
    const isChange = Object.entries(change).some(([name, value]) => world[name as Name] !== value);
    const name = `${flow} ${event}`;
    const effect = `${name} ${JSON.stringify(change)}`;
    // One person per event and effect is enough, if it is a person.
    if (isChange && (!steps.has(effect) || steps.get(effect)?.by === null)) steps.set(effect, { name, flow, by, change });
  });
  cache[index]?.set(key, [...steps.values()]);
  return [...steps.values()];
};

/** Every step that anybody may take now, once per event and effect. A signature is valid only for the amounts at that time. */
export const stepsOf = (company: Company, world: World): Step[] =>
  blocks.flatMap((_, index) =>
    stepsIn(company, index, world).map((step) =>
      world.signed !== '0' &&
      (step.flow === 'invoice' || step.flow === 'adjustment') &&
      recordOf({ ...world, ...step.change }).earned !== recordOf(world).earned
        ? { ...step, change: { ...step.change, signed: '0' } }
        : step,
    ),
  );
