import { messages } from '../../../contract/messages.ts';
import { type Actor, can, type Permission } from '../../../contract/permissions.ts';
import type { ProposalRow } from '../../db/repositories/facts/proposals.ts';
import { causeText } from '../audit/causeText.ts';
import type { CommandName } from './proposable.ts';

type Guard = Readonly<{ right: Permission; text: string }>;

const t = messages.ownPay.unreadable;
const payment: Guard = { right: 'payment:read', text: t.payment };
/** Commands on facts that only some approvers may read (decisions 3.04): the permission required, and the text for everybody else. */
const guards: Readonly<Partial<Record<CommandName, Guard>>> = {
  'payment.record': payment,
  'payment.step': payment,
  'payment.allocate': payment,
  'bank.decide': { right: 'bank:reconcile', text: t.bank },
  'import.rows': { right: 'import:manage', text: t.imported },
  'import.undo': { right: 'import:manage', text: t.undone },
};

/** The proposed change in words, limited to what the actor may read (decisions 3.08). */
export const proposalReason = (actor: Actor, row: Pick<ProposalRow, 'command' | 'cause' | 'cause_facts'>): string => {
  const guard = guards[row.command as CommandName];
  return guard && !can(actor, guard.right) ? guard.text : (causeText(row) ?? '');
};
