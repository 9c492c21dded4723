/**
 * Spec 7.34, 8.15, decisions 1.04: loads the people, then each person's figures, a few at a time; a failed person is marked, a failed list
 * is replaced by the sample.
 */
export const table = `
teamLoading.listing --xstate.done.actor.loadPeople[0]--> teamLoading.loading / setPeople
teamLoading.listing --xstate.error.actor.loadPeople[0]--> teamLoading.sampled / markSample
teamLoading.loading --person.answered[0 isUnderWay]--> stays / setFigures, askNext
teamLoading.loading --person.failed[0 isUnderWay]--> stays / setFailure, askNext
teamLoading.loading --always[0 isEveryoneLoaded]--> teamLoading.shown
teamLoading.loading --xstate.error.actor.askPeople[0]--> teamLoading.sampled / markSample
`;

export const ignored = `
listing: person.answered, person.failed — nobody has been asked yet
shown, sampled: person.answered, person.failed — everything was answered, or stands for nobody
`;
