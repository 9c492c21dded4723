/** decisions 2.35: amounts follow a pause in typing, are requested only for valid drafts, and count as current only for their own draft. */
export const table = `
draftTrial --draft.changed[0]--> draftTrial.waiting (reenter) / setDraft
draftTrial --people.choose[0]--> draftTrial.deciding / setPeople
draftTrial.deciding --always[0 canTry]--> draftTrial.calculating
draftTrial.deciding --always[1]--> draftTrial.held
draftTrial.waiting --xstate.after.typingPause.draftTrial.waiting[0]--> draftTrial.deciding
draftTrial.calculating --xstate.done.actor.tryDraft[0]--> draftTrial.shown / setTrial
draftTrial.calculating --xstate.error.actor.tryDraft[0]--> draftTrial.unanswered / setError
`;

export const ignored = '';
