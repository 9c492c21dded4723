/**
 * Spec 5.03, 7.29, 8.15, 9.07: a non-empty text is searched 300 ms after its last letter; late responses are ignored; a failure is only
 * logged; leaving the field with a complete number chooses it.
 */
export const table = `
invoiceSearch --text.type[0 hasTypedText]--> invoiceSearch.waiting (reenter) / setText, reportChosen
invoiceSearch --text.type[1]--> invoiceSearch.idle / setText, reportChosen

invoiceSearch.idle --list.open[0 hasText]--> invoiceSearch.searching
invoiceSearch.waiting --xstate.after.lastLetter.invoiceSearch.waiting[0]--> invoiceSearch.searching
invoiceSearch.searching --xstate.done.actor.searchInvoices[0 hasResults]--> invoiceSearch.found / setFound
invoiceSearch.searching --xstate.done.actor.searchInvoices[1]--> invoiceSearch.empty
invoiceSearch.searching --xstate.error.actor.searchInvoices[0]--> invoiceSearch.failed / logFailure
invoiceSearch.searching --list.close[0]--> invoiceSearch.aside
invoiceSearch.waiting --list.close[0]--> invoiceSearch.aside
invoiceSearch.aside --list.open[0]--> invoiceSearch.searching
invoiceSearch.aside --field.leave[0]--> invoiceSearch.settling

invoiceSearch.waiting --field.leave[0]--> invoiceSearch.settling
invoiceSearch.searching --field.leave[0]--> invoiceSearch.settling
invoiceSearch.settling --xstate.done.actor.searchInvoices[0 isExact]--> invoiceSearch.idle / reportChosen, setExact
invoiceSearch.settling --xstate.done.actor.searchInvoices[1]--> invoiceSearch.idle
invoiceSearch.settling --xstate.error.actor.searchInvoices[0]--> invoiceSearch.idle / logFailure
invoiceSearch.found --field.leave[0 isExact]--> invoiceSearch.idle / reportChosen, setExact
invoiceSearch.found --field.leave[1]--> invoiceSearch.idle
invoiceSearch.empty --field.leave[0]--> invoiceSearch.idle
invoiceSearch.failed --field.leave[0]--> invoiceSearch.idle

invoiceSearch.found --option.move[0]--> stays / step
invoiceSearch.found --option.choose[0]--> invoiceSearch.idle / setChosen, reportChosen
invoiceSearch.found --list.close[0]--> invoiceSearch.aside
invoiceSearch.empty --list.close[0]--> invoiceSearch.idle
invoiceSearch.failed --list.close[0]--> invoiceSearch.idle
`;

export const ignored = `
idle: list.close, option.move, option.choose — no list is open
idle: field.leave — nothing was typed since the last choice, or what was typed was looked up already
aside: list.close, option.move, option.choose — its list is closed
waiting, searching: list.open — the list opens with the answer
waiting, searching, empty, failed: option.move, option.choose — there is no option to stand on
empty, failed, found: list.open — it is open
settling: list.open, list.close, field.leave, option.move, option.choose — the field was left, and typing in it again starts over
`;
