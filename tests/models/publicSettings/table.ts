/** Spec 1.03, 7.02, 9.02 and decisions 1: the name and what is announced are asked once, and again when an administrator changed them. */
export const table = `
publicSettings.loading --xstate.done.actor.loadSettings[0]--> publicSettings.known / keep
publicSettings.loading --xstate.error.actor.loadSettings[0]--> publicSettings.unknown / logFailure
publicSettings.loading.hopeful --xstate.after.settingsPatience.publicSettings.loading.hopeful[0]--> publicSettings.loading.late
publicSettings.known --settings.changed[0]--> publicSettings.reloading
publicSettings.unknown --settings.changed[0]--> publicSettings.reloading
publicSettings.reloading --xstate.done.actor.loadSettings[0]--> publicSettings.known / keep
publicSettings.reloading --xstate.error.actor.loadSettings[0]--> publicSettings.known / logFailure
`;
