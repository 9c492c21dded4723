/**
 * Decisions 2.04: loads at once, again for another question or on request in any state, and on retry after a failure; after a refusal only
 * another question helps.
 */
export const table = `
answer.loading --xstate.done.actor.loadAnswer[0]--> answer.shown / setAnswer
answer.loading --xstate.error.actor.loadAnswer[0 isRefused]--> answer.refused / setError
answer.loading --xstate.error.actor.loadAnswer[1]--> answer.failed / setError
answer.failed --answer.retry[0]--> answer.loading
answer --question.changed[0 isOtherQuestion]--> answer.loading (reenter) / setQuestion
answer --question.ask[0]--> answer.loading (reenter) / setQuestion

answer.loading.deciding --always[0 isAnswered]--> answer.loading.refreshing
answer.loading.deciding --always[1]--> answer.loading.replacing
`;

export const ignored = `
loading, shown: answer.retry — only an answer that failed offers it
refused: answer.retry — the same question would be refused again; another one helps
`;
