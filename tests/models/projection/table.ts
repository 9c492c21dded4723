/** Decisions 2.13: the deals first, then the calculation, repeated at each change; choosing another person starts over. */
export const table = `
projection.loading --xstate.done.actor.loadDeals[0]--> projection.ready / setDeals
projection.loading --xstate.error.actor.loadDeals[0]--> projection.ready / setDealsError

projection.ready --deal.toggle[0 isDeal]--> projection.ready.calculating (reenter) / toggleDeal
projection.ready --weighted.toggle[0]--> projection.ready.calculating (reenter) / toggleWeighted
projection.ready --row.add[0]--> projection.ready.calculating (reenter) / addRow
projection.ready --row.remove[0 isRow]--> projection.ready.calculating (reenter) / removeRow
projection.ready.calculating --xstate.done.actor.calculate[0]--> projection.ready.shown / setProjection
projection.ready.calculating --xstate.error.actor.calculate[0]--> projection.ready.failed / setError
projection.ready.failed --projection.retry[0]--> projection.ready.calculating

projection --person.choose[0 isOther]--> projection.loading (reenter) / setPerson
`;

export const ignored = `
loading: deal.toggle — the deals are not there yet
loading: weighted.toggle, row.add, row.remove — the rows are not shown and the box is locked until the deals came or failed
loading, ready.calculating, ready.shown: projection.retry — only a calculation that failed offers it
`;
