/** Spec 7.34, 8.15, decisions 1.04: the people, then a request for each, a few at a time; a person that fails is marked, a list that fails is the sample. */
export const table = `
teamLoading.listing --xstate.done.actor.loadPeople[0]--> teamLoading.loading / keepPeople
teamLoading.listing --xstate.error.actor.loadPeople[0]--> teamLoading.sampled / markSample
teamLoading.loading --person.answered[0 isUnderWay]--> stays / keepFigures, askNext
teamLoading.loading --person.failed[0 isUnderWay]--> stays / keepFailure, askNext
teamLoading.loading --always[0 isAll]--> teamLoading.shown
teamLoading.loading --xstate.error.actor.askPeople[0]--> teamLoading.sampled / markSample
`;

export const ignored = `
listing: person.answered, person.failed — nobody has been asked yet
shown, sampled: person.answered, person.failed — everything was answered, or stands for nobody
`;
