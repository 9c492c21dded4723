/**
 * Decisions 1.02, 8.02: a press asks, never with empty text; typing removes the previous answer; a URL asks immediately, and Back repeats
 * the previous question.
 */
export const table = `
whyNot --text.type[0 hasTypedText]--> whyNot.typed (reenter) / setText
whyNot --text.type[1]--> whyNot.empty / setText
whyNot --question.follow[0 isAsked]--> stays
whyNot --question.follow[1 hasTypedText]--> whyNot.asking (reenter) / setText
whyNot --question.follow[2]--> whyNot.empty / setText, forgetAsked

whyNot.deciding --always[0 hasText]--> whyNot.asking
whyNot.deciding --always[1]--> whyNot.empty
whyNot.typed --question.ask[0]--> whyNot.asking
whyNot.asking --xstate.done.actor.askWhyNot[0]--> whyNot.answered / setAnswer
whyNot.asking --xstate.error.actor.askWhyNot[0]--> whyNot.failed / setError
whyNot.failed --question.ask[0]--> whyNot.asking
`;

export const ignored = `
empty: question.ask — there is nothing to ask for
asking: question.ask — it is being asked
answered: question.ask — it is answered; another text is another question
`;
