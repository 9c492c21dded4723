/** Spec 2.14, 4.04 and decisions 5.01: notifications are marked as read one at a time, then the page is read again. */
export const table = `
notifications.resting --notice.read[0]--> notifications.marking / keepMark
notifications.resting --all.read[0]--> notifications.marking / keepMark
notifications.marking --notice.read[0 isNew]--> stays / keepMark
notifications.marking --all.read[0 isNew]--> stays / keepMark
notifications.marking --xstate.done.actor.mark[0 hasMore]--> notifications.marking (reenter) / dropMark
notifications.marking --xstate.done.actor.mark[1]--> notifications.resting / report, dropMark, reload
notifications.marking --xstate.error.actor.mark[0 hasMore]--> notifications.marking (reenter) / keepError, dropMark
notifications.marking --xstate.error.actor.mark[1]--> notifications.resting / keepError, dropMark, reload
notifications --notices.changed[0]--> stays / reload
notifications --error.dismiss[0]--> stays / forgetError
`;

export const ignored = `
`;
