/** Spec 2.53, 9.12: polls every second, gives up after 5 minutes; success arrives by message, channel or the list. */
export const table = `
quickbooksConnect.closed --connect.open[0]--> quickbooksConnect.editing / setTyped
quickbooksConnect.closed --connect.submit[0]--> quickbooksConnect.asking / setTyped, openPopup
quickbooksConnect.editing --connect.submit[0]--> quickbooksConnect.asking / setTyped, openPopup
quickbooksConnect.editing --connect.cancel[0]--> quickbooksConnect.closed
quickbooksConnect.asking --xstate.done.actor.requestUrl[0]--> quickbooksConnect.opened / setUrl
quickbooksConnect.asking --xstate.error.actor.requestUrl[0]--> quickbooksConnect.editing / closePopup, setError
quickbooksConnect.asking --connect.cancel[0]--> quickbooksConnect.closed / closePopup
quickbooksConnect.opened --xstate.error.actor.watchPopup[0]--> quickbooksConnect.editing / closePopup, setError
quickbooksConnect.opened --xstate.after.giveUp.quickbooksConnect.opened[0]--> quickbooksConnect.editing / closePopup, setTimeout
quickbooksConnect.opened --connect.cancel[0]--> quickbooksConnect.closed / closePopup
quickbooksConnect.opened --popup.succeeded[0]--> quickbooksConnect.closed / closePopup, reportConnected
quickbooksConnect.opened --popup.denied[0]--> quickbooksConnect.editing / closePopup, setDenial
quickbooksConnect.opened --popup.blocked[0]--> quickbooksConnect.blocked
quickbooksConnect.opened.waiting --xstate.after.poll.quickbooksConnect.opened.waiting[0]--> quickbooksConnect.opened.looking
quickbooksConnect.opened.looking --xstate.done.actor.isPopupClosed[0 hasConnected]--> quickbooksConnect.opened.checking
quickbooksConnect.opened.looking --xstate.done.actor.isPopupClosed[1]--> quickbooksConnect.opened.waiting
quickbooksConnect.opened.looking --xstate.error.actor.isPopupClosed[0]--> quickbooksConnect.opened.checking
quickbooksConnect.opened.checking --xstate.done.actor.isListed[0 hasConnected]--> quickbooksConnect.closed / closePopup, reportConnected
quickbooksConnect.opened.checking --xstate.done.actor.isListed[1]--> quickbooksConnect.opened.unseen
quickbooksConnect.opened.checking --xstate.error.actor.isListed[0]--> quickbooksConnect.opened.unseen
quickbooksConnect.opened.unseen --xstate.after.unseenPoll.quickbooksConnect.opened.unseen[0]--> quickbooksConnect.opened.checking
quickbooksConnect.opened.unseen --connect.reopen[0]--> quickbooksConnect.asking / openPopup
quickbooksConnect.blocked --connect.reopen[0]--> quickbooksConnect.opened / openPopup
quickbooksConnect.blocked --connect.cancel[0]--> quickbooksConnect.closed
`;

export const ignored = `
closed: connect.reopen, connect.cancel, popup.blocked, popup.succeeded, popup.denied — no window is open
editing: connect.open, connect.reopen, popup.blocked, popup.succeeded, popup.denied — no window is open
asking: connect.open, connect.submit, connect.reopen, popup.blocked, popup.succeeded, popup.denied — the window has no address yet
opened: connect.open, connect.submit — one sign-in at a time
opened.waiting, opened.looking, opened.checking: connect.reopen — the window is open, or is being asked about
blocked: connect.open, connect.submit, popup.blocked, popup.succeeded, popup.denied — nothing is open until the button is pressed
`;
