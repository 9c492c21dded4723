/** Decisions 2.15, 2.16: read, then decided by a person; what the server does not offer is not done. */
export const table = `
bankDesk.loading --xstate.done.actor.loadTransaction[0]--> bankDesk.shown / keepTransaction
bankDesk.loading --xstate.error.actor.loadTransaction[0]--> bankDesk.failed / keepLoadError
bankDesk.failed --transaction.retry[0]--> bankDesk.loading / forgetError
bankDesk.shown --transaction.changed[0]--> bankDesk.loading
bankDesk.shown --proposal.accept[0 hasProposal]--> bankDesk.saving / keepAccepted
bankDesk.shown --decision.make[0 mayDecide]--> bankDesk.saving / keepDecision
bankDesk.shown --form.open[0 mayOpen]--> bankDesk.asking / keepForm
bankDesk.shown --error.dismiss[0]--> stays / forgetError
bankDesk.asking --form.submit[0 mayDecide]--> bankDesk.saving / keepDecision
bankDesk.asking --form.close[0]--> bankDesk.shown / forgetForm
bankDesk.saving --xstate.done.actor.saveDecision[0]--> bankDesk.shown / keepTransaction, reportDecided
bankDesk.saving --xstate.error.actor.saveDecision[0 isStaleForm]--> bankDesk.rereading / keepError
bankDesk.saving --xstate.error.actor.saveDecision[1 isStale]--> bankDesk.loading / keepError
bankDesk.saving --xstate.error.actor.saveDecision[2 isAsking]--> bankDesk.asking / keepError
bankDesk.saving --xstate.error.actor.saveDecision[3]--> bankDesk.shown / keepError
bankDesk.rereading --xstate.done.actor.loadTransaction[0]--> bankDesk.asking / renewTransaction
bankDesk.rereading --xstate.error.actor.loadTransaction[0]--> bankDesk.asking / keepLoadError
`;

export const ignored = `
loading, failed: transaction.changed, proposal.accept, decision.make, form.open, form.submit, form.close, error.dismiss — the transaction is not there yet
loading, shown, asking, saving, rereading: transaction.retry — nothing has failed to load
shown: form.submit, form.close — no form is open
asking: transaction.changed, proposal.accept, decision.make, form.open, error.dismiss — one form at a time
saving: transaction.changed, proposal.accept, decision.make, form.open, form.submit, form.close, error.dismiss — one decision at a time
rereading: transaction.changed, proposal.accept, decision.make, form.open, form.submit, form.close, error.dismiss — what it is now is just being read
`;
