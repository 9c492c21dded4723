/** Decisions 8.09: without the server, pages show the last figures with their time; nothing is sent, and no page reloads by itself. */
export const table = `
network.connected --answer.restored[0]--> network.offline / setOldest
network.connected --network.lost[0]--> network.offline / setLastAnswer
network.offline --answer.restored[0]--> stays / setOldest
network.offline --place.changed[0]--> stays / clearTimes, leaveFigures
network.offline --server.answered[0 hasStoredAnswers]--> network.outdated
network.offline --server.answered[1]--> network.connected
network.offline.asking --xstate.done.actor.askServer[0 hasStoredAnswers]--> network.outdated
network.offline.asking --xstate.done.actor.askServer[1]--> network.connected
network.offline.asking --xstate.error.actor.askServer[0]--> network.offline.waiting
network.offline.asking --xstate.after.patience.network.offline.asking[0]--> network.offline.waiting
network.offline.asking --network.returned[0]--> network.offline.asking (reenter)
network.offline.waiting --xstate.after.askAgain.network.offline.waiting[0]--> network.offline.asking
network.offline.waiting --network.returned[0]--> network.offline.asking
network.outdated --answer.restored[0]--> network.offline / setOldest
network.outdated --network.lost[0]--> network.offline / setLastAnswer
network.outdated --place.changed[0]--> network.connected / clearTimes, leaveFigures
network.outdated --figures.renew[0]--> network.connected / clearTimes, renewPage
`;

export const ignored = `
connected: server.answered, network.returned — the server has been answering
connected: place.changed, figures.renew — the page shows no stored figures
offline: network.lost — it is known already
offline: figures.renew — there are no newer figures without the server
outdated: server.answered, network.returned — the server answers already
`;
