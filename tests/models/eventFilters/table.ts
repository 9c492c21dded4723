/** Spec 2.45, 4.07, 9.07: typed text applies 250 ms after the last keystroke; a choice applies at once, along with any pending text; at most one need. */
export const table = `
eventFilters --filter.type[0]--> eventFilters.typing (reenter) / setTyped
eventFilters --filter.choose[0 isOtherChoice]--> eventFilters.steady / applyTyped, choose, relayChanged
eventFilters --need.toggle[0]--> eventFilters.steady / applyTyped, toggleNeed, relayChanged
eventFilters --filters.set[0 isOther]--> eventFilters.steady / set, relayChanged
eventFilters --filters.clear[0 isNarrowed]--> eventFilters.steady / clear, relayChanged
eventFilters --filters.clear[1 hasTyped]--> eventFilters.steady / clear
eventFilters.typing --xstate.after.lastLetter.eventFilters.typing[0 isPending]--> eventFilters.steady / applyTyped, relayChanged
eventFilters.typing --xstate.after.lastLetter.eventFilters.typing[1]--> eventFilters.steady
`;

export const ignored = ``;
