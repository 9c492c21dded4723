/**
 * Decisions 2.10, 2.16: selected rows are decided in one call, an approval at once and a rejection in a dialog; a decision can be undone for
 * ten seconds, even while the next one is made.
 */
export const table = `
approvals --xstate.error.actor.list[0]--> stays / logFailure

approvals.decision.open --rows.select[0]--> stays / setSelected
approvals.decision.open --decision.ask[0 isUndoing]--> stays
approvals.decision.open --decision.ask[1 actsAtOnce]--> approvals.decision.approving / setAsked
approvals.decision.open --decision.ask[2 hasRows]--> approvals.decision.asking / setAsked
approvals.decision.open --decision.reopen[0 hasRows]--> approvals.decision.noting / setAsked
approvals.decision.open --messages.dismiss[0]--> stays / forgetMessages

approvals.decision.approving --xstate.done.actor.decideApprovals[0]--> approvals.decision.open / offerUndo, setResults, reload, reportChanged
approvals.decision.approving --xstate.error.actor.decideApprovals[0]--> approvals.decision.open / setApproveError, reload, reportChanged

approvals.decision.asking --decision.answer[0]--> approvals.decision.deciding
approvals.decision.asking --decision.close[0]--> approvals.decision.open / forgetAsked

approvals.decision.noting --decision.answer[0]--> approvals.decision.deciding
approvals.decision.noting --decision.close[0]--> approvals.decision.approving

approvals.decision.deciding --xstate.done.actor.decideApprovals[0]--> approvals.decision.open / offerUndo, setResults, reload, reportChanged
approvals.decision.deciding --xstate.error.actor.decideApprovals[0]--> approvals.decision.asking / setDecideError, reportChanged

approvals.undo.none --undo.offer[0 hasItems]--> approvals.undo.offered / setOffer

approvals.undo.offered --xstate.after.undoWindow.approvals.undo.offered[0]--> approvals.undo.none / forgetOffer
approvals.undo.offered --undo.offer[0 hasItems]--> approvals.undo.offered (reenter) / setOffer
approvals.undo.offered --undo.ask[0 isOpen]--> approvals.undo.undoing
approvals.undo.offered --undo.note[0 and(isOpen, canAddNote)]--> approvals.undo.reopening
approvals.undo.offered --undo.dismiss[0]--> approvals.undo.none / forgetOffer

approvals.undo.undoing --xstate.done.actor.undoApprovals[0]--> approvals.undo.none / reportUndone, setUndone, forgetOffer, reload, reportChanged
approvals.undo.undoing --xstate.error.actor.undoApprovals[0]--> approvals.undo.none / setUndoError, forgetOffer, reload, reportChanged
approvals.undo.reopening --xstate.done.actor.undoApprovals[0]--> approvals.undo.none / setUndone, reopenDialog, forgetOffer, reload, reportChanged
approvals.undo.reopening --xstate.error.actor.undoApprovals[0]--> approvals.undo.none / setUndoError, forgetOffer, reload, reportChanged
`;

export const ignored = `
undo.none: undo.ask, undo.note, undo.dismiss — nothing was decided in the last ten seconds
decision.open: decision.answer, decision.close — no dialog is open
decision.asking, decision.noting, decision.deciding: rows.select, decision.ask, decision.reopen, messages.dismiss — the dialog covers the page
decision.approving: rows.select, decision.ask, decision.reopen, decision.answer, decision.close, messages.dismiss — one decision at a time
decision.deciding: decision.answer, decision.close — the dialog waits for the answer
undo.undoing, undo.reopening: undo.offer — no decision can be made meanwhile
undo.undoing, undo.reopening: undo.ask, undo.note, undo.dismiss — it waits for the answer
`;
