/** Decisions 2.15: oldest due date first, editable; another amount creates a new proposal until the user types. */
export const table = `
allocation --payer.choose[0 isPayerChosen]--> allocation.loading (reenter) / setPayer
allocation --payer.choose[1]--> allocation.empty / setPayer
allocation --amount.change[0]--> stays / setAmount
allocation.deciding --always[0 hasPayer]--> allocation.loading
allocation.deciding --always[1]--> allocation.empty
allocation.loading --xstate.done.actor.loadItems[0 hasLines]--> allocation.edited / setItems
allocation.loading --xstate.done.actor.loadItems[1]--> allocation.proposed / setItems, propose
allocation.loading --xstate.error.actor.loadItems[0]--> allocation.failed / setError
allocation.failed --items.retry[0]--> allocation.loading / forgetError
allocation.proposed --amount.change[0]--> stays / setAmount, propose
allocation.proposed --line.type[0]--> allocation.edited / setLine
allocation.edited --line.type[0]--> stays / setLine
allocation.edited --proposal.take[0]--> allocation.proposed / propose
`;

export const ignored = `
empty: line.type, proposal.take, items.retry — nobody is chosen
loading: line.type, proposal.take, items.retry — nothing is open yet
failed: line.type, proposal.take — nothing is open yet
proposed: proposal.take, items.retry — it is the proposal
edited: items.retry — what is open is there
`;
