/** Spec 2.36, 2.45, 7.32, 8.15: changes are saved per user after a burst, a reset is saved at once, and a failed save is only logged. */
export const table = `
columnLayout --column.move[0 isColumn]--> stays / move, noteChanged
columnLayout --column.resize[0 isColumn]--> stays / resize, noteChanged
columnLayout --column.resetWidth[0 hasWidth]--> stays / resetWidth, noteChanged
columnLayout --column.hide[0 canHide]--> stays / hide, noteChanged
columnLayout --column.show[0 isHidden]--> stays / show, noteChanged
columnLayout --layout.apply[0]--> stays / apply, noteChanged
columnLayout --layout.reset[0]--> stays / reset, noteEmptied

columnLayout.steady --layout.changed[0]--> columnLayout.changed
columnLayout.steady --layout.emptied[0]--> columnLayout.saving
columnLayout.changed --layout.changed[0]--> columnLayout.changed (reenter)
columnLayout.changed --layout.emptied[0]--> columnLayout.saving
columnLayout.changed --xstate.after.lastOfBurst.columnLayout.changed[0]--> columnLayout.saving

columnLayout.saving.current --layout.changed[0]--> columnLayout.saving.outdated
columnLayout.saving.current --layout.emptied[0]--> columnLayout.saving.outdated
columnLayout.saving --xstate.done.actor.saveLayout[0 isOutdated]--> columnLayout.changed
columnLayout.saving --xstate.done.actor.saveLayout[1]--> columnLayout.steady
columnLayout.saving --xstate.error.actor.saveLayout[0 isOutdated]--> columnLayout.changed / logFailure
columnLayout.saving --xstate.error.actor.saveLayout[1]--> columnLayout.steady / logFailure
`;

export const ignored = `
saving.outdated: layout.changed, layout.emptied — all that stands by then is saved after this answer anyway
`;
