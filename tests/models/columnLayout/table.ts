/** Spec 2.36, 2.45, 7.32, 8.15: every change is saved per user once a burst is over, a reset is saved at once, a failed save is only logged. */
export const table = `
columnLayout --column.move[0 isColumn]--> columnLayout.changed (reenter) / move
columnLayout --column.resize[0 isColumn]--> columnLayout.changed (reenter) / resize
columnLayout --column.resetWidth[0 hasWidth]--> columnLayout.changed (reenter) / resetWidth
columnLayout --column.hide[0 canHide]--> columnLayout.changed (reenter) / hide
columnLayout --column.show[0 isHidden]--> columnLayout.changed (reenter) / show
columnLayout --layout.reset[0]--> columnLayout.resetting (reenter) / reset

columnLayout.changed --xstate.after.lastOfBurst.columnLayout.changed[0]--> columnLayout.saving
columnLayout.saving --xstate.done.actor.saveLayout[0]--> columnLayout.steady
columnLayout.saving --xstate.error.actor.saveLayout[0]--> columnLayout.steady / logFailure
columnLayout.resetting --xstate.done.actor.saveLayout[0]--> columnLayout.steady
columnLayout.resetting --xstate.error.actor.saveLayout[0]--> columnLayout.steady / logFailure
`;
