/**
 * Spec 1.03, 7.02, 9.02 and decisions 1.02: the name and the announced features are loaded once, and again after an administrator changed
 * them, here or in another window.
 */
export const table = `
publicSettings.loading --xstate.done.actor.loadSettings[0]--> publicSettings.known / keep
publicSettings.loading --xstate.error.actor.loadSettings[0]--> publicSettings.unknown / logFailure
publicSettings.loading.hopeful --xstate.after.settingsPatience.publicSettings.loading.hopeful[0]--> publicSettings.loading.late
publicSettings.known --settings.changed[0]--> publicSettings.reloading
publicSettings.known --window.focused[0]--> publicSettings.reloading
publicSettings.loading --settings.changed[0]--> publicSettings.retrying
publicSettings.unknown --settings.changed[0]--> publicSettings.retrying
publicSettings.unknown --window.focused[0]--> publicSettings.retrying
publicSettings.unknown --network.returned[0]--> publicSettings.retrying
publicSettings.unknown --xstate.after.settingsRetry.publicSettings.unknown[0]--> publicSettings.retrying
publicSettings.retrying --xstate.done.actor.loadSettings[0]--> publicSettings.known / keep
publicSettings.retrying --xstate.error.actor.loadSettings[0]--> publicSettings.unknown / logFailure
publicSettings.retrying --settings.changed[0]--> publicSettings.retrying (reenter)
publicSettings.reloading --xstate.done.actor.loadSettings[0]--> publicSettings.known / keep
publicSettings.reloading --xstate.error.actor.loadSettings[0]--> publicSettings.known / logFailure
publicSettings.reloading --settings.changed[0]--> publicSettings.reloading (reenter)
`;

export const ignored = `
loading, retrying: window.focused, network.returned — the load under way is the try that they ask for
known: network.returned — what is known stays in use, and is read again when somebody returns to the window
reloading: window.focused, network.returned — the load under way is the try that they ask for
`;
