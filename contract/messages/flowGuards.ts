// The guards of the lifecycles that hold money, in words.
const undo = 'Within ten seconds, by the person who decided';
const reason = 'Only with a reason';
const hasOwner = 'Not if a connected system owns it';
export const flowGuards = {
  commission: {
    isOverPaid: 'More is paid out than is released',
    isPaid: 'All of it is released and paid out',
    isPartlyPaid: 'A part is paid out',
    isDue: 'A part is released, and nothing is paid out',
  },
  hold: {
    mayRelease: 'Not by the person whose record it is, unless they placed the hold',
    isOver: 'Waits for its release day',
  },
  adjustment: {
    isWithinThreshold: "It is within the threshold and doesn't pay its author",
    mayDecide: 'Waits for a second person who may approve it',
    mayChange: 'Not by the person from whose pay somebody else deducted it',
    mayRemove: 'Above the threshold, only by a person who could approve it',
    isUndoable: undo,
  },
  dispute: {
    isOther: 'Waits for somebody other than the person who asked',
    isAsker: 'Only by the person who asked',
    hasExplanation: 'Waits for an explanation by somebody other than the person who asked',
  },
  payout: {
    isSecondPerson: 'Waits for a second approver who neither recorded it nor is paid by it',
    isInProposal: 'Waits for the approval of its payout run',
    isRefusable: 'Only with a reason, and outside of a payout run',
    hasReason: reason,
    isNotReversed: "Only if it isn't reversed",
    isApproved: 'Only if it was approved before',
    isUndoable: undo,
  },
  payoutRun: {
    isSecondPerson: 'Waits for a second approver who neither created nor changed it',
    hasNoOpenPayments: 'Waits until every payment is settled',
    isClosable: 'Only with a reason, once no payment is under way',
    isUndoable: undo,
  },
  payPeriod: {
    hasNoBlockers:
      'Waits until the month is over, nothing in it is undecided or being computed, earlier months are closed, and all signatures are there',
    wasClosed: 'If it was closed before',
    hasReason: 'Only an admin, with a reason',
  },
  invoice: {
    isOurs: hasOwner,
    isUntouched: 'Only without payments and credit memos, and not if an accounting system owns it',
  },
  receipt: {
    isOurs: hasOwner,
    hasReason: 'Only with a reason, and not if a connected system owns it',
  },
  bankTransaction: {
    isSettled: 'Waits until the bank has settled it',
    hasReason: reason,
    isGone: 'If the bank dropped it',
    isNotGone: 'Only if the bank still has it',
  },
  deal: {
    isOurs: hasOwner,
    isComplete: 'Waits for an owner and an amount, unless a connected CRM owns it',
    hasReason: 'Only with a reason, unless a connected CRM owns it',
  },
} as const;
