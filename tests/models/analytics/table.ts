/**
 * Spec 2.44: each choice triggers a request; choices modify a saved view's question until it is saved, and a URL sets a complete question
 * at once.
 */
export const table = `
analytics.deciding --always[0 isViewed]--> analytics.viewed
analytics.deciding --always[1]--> analytics.free
analytics.moved --always[0 isViewed]--> analytics.changed
analytics.moved --always[1]--> analytics.free
analytics --xstate.snapshot.period[0 isMoved]--> analytics.moved / setRange, ask
analytics --by.choose[0 isOtherBreakdown]--> analytics.moved / setBreakdown, ask
analytics --of.choose[0 isOtherSubject]--> analytics.moved / setSubject, ask
analytics --question.open[0 isHeld]--> stays
analytics --question.open[1 opensView]--> analytics.viewed / setQuestion, ask
analytics --question.open[2]--> analytics.free / setQuestion, ask
analytics --view.saved[0]--> analytics.viewed / setView
analytics --view.forget[0]--> analytics.free / forgetView
`;

export const ignored = '';
