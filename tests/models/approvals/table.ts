/** Decisions 2.10, 2.16: ticked rows are decided in a dialog, in one call; for ten seconds the decision can be taken back. */
export const table = `
approvals --xstate.error.actor.list[0]--> stays / logFailure

approvals.open --rows.select[0]--> stays / keepSelected
approvals.open --decision.ask[0 hasRows]--> approvals.asking / keepAsked
approvals.open --messages.dismiss[0]--> stays / forgetMessages
approvals.open.undoable --xstate.after.undoWindow.approvals.open.undoable[0]--> approvals.open.still / forgetUndo
approvals.open.undoable --undo.ask[0]--> approvals.undoing
approvals.open.undoable --undo.dismiss[0]--> approvals.open.still / forgetUndo

approvals.asking --decision.answer[0]--> approvals.deciding
approvals.asking --decision.close[0]--> approvals.open / forgetAsked

approvals.deciding --xstate.done.actor.decideApprovals[0 canUndo]--> approvals.open.undoable / keepResults, reload, reportChanged
approvals.deciding --xstate.done.actor.decideApprovals[1]--> approvals.open / keepResults, reload, reportChanged
approvals.deciding --xstate.error.actor.decideApprovals[0]--> approvals.asking / keepDecideError, reportChanged

approvals.undoing --xstate.done.actor.undoApprovals[0]--> approvals.open / reportUndone, keepUndone, reload, reportChanged
approvals.undoing --xstate.error.actor.undoApprovals[0]--> approvals.open / keepUndoError, reload, reportChanged
`;

export const ignored = `
open.still: undo.ask, undo.dismiss — nothing was decided in the last ten seconds
open: decision.answer, decision.close — no dialog is open
asking, deciding: rows.select, decision.ask, messages.dismiss, undo.ask, undo.dismiss — the dialog covers the page
deciding: decision.answer, decision.close — the dialog waits for the answer
undoing: rows.select, decision.ask, messages.dismiss, undo.ask, undo.dismiss — the list is about to change
undoing: decision.answer, decision.close — no dialog is open
`;
