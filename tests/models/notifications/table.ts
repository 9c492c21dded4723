/** Spec 2.14, 4.04 and decisions 5.01: notifications are marked as read one at a time, then the page is read again. */
export const table = `
notifications.resting --notice.read[0]--> notifications.marking / setMark
notifications.resting --all.read[0]--> notifications.marking / setMark
notifications.marking --notice.read[0 isNew]--> stays / setMark
notifications.marking --all.read[0 isNew]--> stays / setMark
notifications.marking --xstate.done.actor.mark[0 hasMore]--> notifications.marking (reenter) / dropMark
notifications.marking --xstate.done.actor.mark[1]--> notifications.resting / report, dropMark, reload
notifications.marking --xstate.error.actor.mark[0 hasMore]--> notifications.marking (reenter) / setError, dropMark
notifications.marking --xstate.error.actor.mark[1]--> notifications.resting / setError, dropMark, reload
notifications --notices.changed[0]--> stays / reload
notifications --error.dismiss[0]--> stays / forgetError
`;

export const ignored = `
`;
